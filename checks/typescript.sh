#!/usr/bin/env bash
# typescript.sh URL | -- COMMAND [ARGUMENT…]
#
# Drives the conformance server, started with `--page-size 8`, with the official TypeScript client. ERA is `modern` (the default) or
# `legacy`, which begins with `initialize`. Ends with `typescript-ERA-TRANSPORT: N passed, M failed`.
# Exit status: 0 none failed, 1 some did, 2 could not run.

. "$(dirname "${BASH_SOURCE[0]}")/environment.sh"

target_of "$@"
NODE=$(node_program)
FOLDER=$(npm_folder typescript)
# A module finds its packages from where it lies.
cp "$CHECKS/typescript/client.mjs" "$FOLDER/client.mjs"
exec timeout 180 "$NODE" "$FOLDER/client.mjs" "${TARGET[@]}"
