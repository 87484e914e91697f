#!/usr/bin/env bash
# conformance.sh [--revision REVISION] URL
#
# Runs the official conformance suite of a revision, 2026-07-28 unless another is named, against a running server. Every scenario of
# the requirement set counts, the optional ones too, and a warning counts as a failure. There is no list of exceptions.
#
# Ends with `conformance: N passed, M failed, …` (scenarios). Exit status: 0 none failed, 1 some did, 2 could not run.

. "$(dirname "${BASH_SOURCE[0]}")/environment.sh"

REVISION=2026-07-28
if [ "${1:-}" = --revision ] && [ $# -gt 1 ]; then
  REVISION=$2
  shift 2
fi
[ $# -eq 1 ] || die "usage: conformance.sh [--revision REVISION] URL"
URL=$1
case $URL in
  # The scenario on DNS rebinding judges nothing else.
  http://127.0.0.1:* | http://localhost:* | http://\[::1\]:*) ;;
  *) die "the suite needs a loopback URL, got $URL" ;;
esac

NODE=$(node_program)
PACKAGE=$(npm_folder conformance)/node_modules/@modelcontextprotocol/conformance
RESULTS=$(mktemp -d)
trap 'rm -rf "$RESULTS"' EXIT

# The suite's own exit status is of no use here: to it, a warning is no failure.
timeout 600 "$NODE" "$PACKAGE/dist/index.js" server --url "$URL" --requirements "$REVISION" --timeout 30000 \
  -o "$RESULTS" >"$RESULTS/suite.log" 2>&1 || true
grep -q '=== SUMMARY ===' "$RESULTS/suite.log" || {
  tail -20 "$RESULTS/suite.log" >&2
  die "the suite stopped before its summary"
}
"$NODE" "$CHECKS/conformance/judge.mjs" "$RESULTS" "$PACKAGE" "$REVISION"
