#!/usr/bin/env bash
# python.sh URL | -- COMMAND [ARGUMENT…]
#
# Drives the conformance server, started with `--page-size 8`, with the official Python client 2.x. ERA is `modern` (the default) or
# `legacy`, which begins with `initialize`. Ends with `python-ERA-TRANSPORT: N passed, M failed`.
# Exit status: 0 none failed, 1 some did, 2 could not run.

. "$(dirname "${BASH_SOURCE[0]}")/environment.sh"

target_of "$@"
PYTHON=$(python_program python)
exec timeout 180 "$PYTHON" "$CHECKS/python/client.py" "${TARGET[@]}"
