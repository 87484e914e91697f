use taffrail::prelude::*;


type Recording = taffrail::Audio;

/// Reads a text aloud.
#[tool(readonly)]
async fn read_aloud() -> Recording {
    taffrail::Audio::new([0], "audio/wav")
}

fn main() {
    let _: taffrail::Tools<()> = tools![read_aloud];
}
