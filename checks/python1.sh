#!/usr/bin/env bash
# python1.sh URL | -- COMMAND [ARGUMENT…]
#
# Drives the conformance server, started with `--page-size 8`, with the official Python client 1.x, which knows only the era that begins
# with `initialize`. Ends with `python1-legacy-TRANSPORT: N passed, M failed`.
# Exit status: 0 none failed, 1 some did, 2 could not run.

. "$(dirname "${BASH_SOURCE[0]}")/environment.sh"

target_of "$@"
PYTHON=$(python_program python1)
exec timeout 180 "$PYTHON" "$CHECKS/python1/client.py" "${TARGET[@]}"
