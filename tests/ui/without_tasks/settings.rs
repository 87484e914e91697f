use taffrail::{Server, Tasks};

fn main() {
    let _ = Server::new(()).tasks(Tasks::default()).build();
}
