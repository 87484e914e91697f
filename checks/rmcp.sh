#!/usr/bin/env bash
# rmcp.sh URL | -- COMMAND [ARGUMENT…]
#
# Drives the conformance server, started with `--page-size 8`, with the official Rust client. ERA is `modern` (the default) or
# `legacy`, which begins with `initialize`. Ends with `rmcp-ERA-TRANSPORT: N passed, M failed`.
# Exit status: 0 none failed, 1 some did, 2 could not run.

. "$(dirname "${BASH_SOURCE[0]}")/environment.sh"

target_of "$@"
need cargo "install Rust"
# A target directory of its own: its packages are none of ours, and their builds must not wait for each other.
BUILT=$INSTALLED/rmcp-client
cargo build --quiet --locked --manifest-path "$CHECKS/rmcp-client/Cargo.toml" --target-dir "$BUILT" >&2 ||
  die "the client does not build"
exec timeout 180 "$BUILT/debug/taffrail-check-rmcp-client" "${TARGET[@]}"
