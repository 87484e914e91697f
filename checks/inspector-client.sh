#!/usr/bin/env bash
# inspector-client.sh URL | -- COMMAND [ARGUMENT…]
#
# Drives the conformance server, started with `--page-size 8`, with the official Inspector's two command lines. ERA is `modern` (the
# default) or `legacy`, which begins with `initialize`. Ends with `inspector-ERA-TRANSPORT: N passed, M failed`; what the Inspector
# cannot do is printed as `skip` with the reason. For what a server's own tools give, see inspector.sh.
# Exit status: 0 none failed, 1 some did, 2 could not run.

. "$(dirname "${BASH_SOURCE[0]}")/environment.sh"

target_of "$@"
NODE=$(node_program)
CLIENTS=$(npm_folder inspector)/node_modules/@modelcontextprotocol/inspector/clients
# Against a hang only: it starts some sixty programs.
exec timeout 400 "$NODE" "$CHECKS/inspector/client.mjs" "$CLIENTS" "${TARGET[@]}"
