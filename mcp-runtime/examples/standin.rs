//! temp
use taffrail_runtime::{Limits, Service};
#[tokio::main]
async fn main() {
    let s = Service::standin((), Limits::default());
    let a: Vec<String> = std::env::args().collect();
    match a[1].as_str() {
        "stdio" => s.serve_stdio().await.unwrap(),
        _ => s.serve_http(a[2].as_str()).await.unwrap(),
    }
}
