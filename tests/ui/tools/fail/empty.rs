use taffrail::prelude::*;



fn main() {
    let _: taffrail::Tools<()> = tools![];
}
