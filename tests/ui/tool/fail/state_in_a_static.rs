use taffrail::prelude::*;


/// Counts the calls.
#[tool(readonly)]
async fn count_calls() -> Json<u32> {
    static mut CALLS: u32 = 0;
    thread_local! {
        static LAST: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
    }
    Json(LAST.get())
}

fn main() {
    let _: taffrail::Tools<()> = tools![count_calls];
}
