use taffrail::prelude::*;

type Name = String;

/// A file.
#[resource("docs://{+path}")]
async fn doc(path: String) -> String {
    path
}

/// A file of the file system.
#[resource("file:///srv/docs/{name}")]
async fn file(name: Name) -> String {
    name
}

fn main() {
    let _: taffrail::Resources<()> = resources![doc, file];
}
