//! GR-29 and 32: nobody but the server makes a permit, a confirmation or a guarded result.

use taffrail::prelude::*;
use taffrail::{Confirmation, Permit};

fn forged() -> (Permit, Confirmation, Guarded<()>) {
    (Permit {}, Confirmation {}, Guarded { value: (), preview: None })
}

fn erase(_: &Permit) {}

fn too_early(dry_run: DryRun) {
    if let DryRun::Yes(preview) = dry_run {
        erase(&preview);
    }
}

fn main() {
    let _ = (forged, too_early);
}
