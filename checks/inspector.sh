#!/usr/bin/env bash
# inspector.sh [--call TOOL ARGUMENTS | --failing TOOL ARGUMENTS]… URL | -- COMMAND [ARGUMENT…]
#
# Lists a server's tools with the official Inspector's CLI and `--strict`, which must find nothing: neither errors nor
# warnings (by itself the Inspector fails only on errors). Then makes each call (arguments are a JSON object), which must
# succeed, or for `--failing` come back as a result with `isError`.
#
# Ends with `inspector-TRANSPORT: N passed, M failed`. Exit status: 0 none failed, 1 some did, 2 could not run.

. "$(dirname "${BASH_SOURCE[0]}")/environment.sh"

CALLS=()
while [ "${1:-}" = --call ] || [ "${1:-}" = --failing ]; do
  [ $# -ge 3 ] || die "$1 needs a tool's name and its arguments as JSON"
  CALLS+=("$1" "$2" "$3")
  shift 3
done
target_of "$@"

NODE=$(node_program)
INSPECTOR=$(npm_folder inspector)/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js
SCRATCH=$(mktemp -d)
trap 'rm -rf "$SCRATCH"' EXIT

# Told nothing, the Inspector opens with `initialize`, as clients did before 2026-07-28.
ERA=(--protocol-era "${INSPECTOR_ERA:-modern}")
if [ "$TRANSPORT" = http ]; then
  SERVER=(--transport http --server-url "${TARGET[0]}")
else
  SERVER=(-- "${TARGET[@]}")
fi

PASSED=0
FAILED=0
# inspect STATUS NAME OPTION…: runs one method, which must exit with STATUS; the result goes to $SCRATCH/out, what the
# Inspector says beside that to $SCRATCH/err.
inspect() {
  local wanted=$1 name=$2 status=0
  shift 2
  # A home of its own: the Inspector keeps catalogues and tokens there.
  HOME=$SCRATCH timeout 60 "$NODE" "$INSPECTOR" --cli "${ERA[@]}" "$@" "${SERVER[@]}" \
    >"$SCRATCH/out" 2>"$SCRATCH/err" </dev/null || status=$?
  [ "$status" -eq "$wanted" ] || fault "$name" "the Inspector exited with $status instead of $wanted"
}

# result EXPRESSION: evaluates it over the parsed result `r` and prints the value.
result() {
  "$NODE" -p "const r = JSON.parse(require('fs').readFileSync('$SCRATCH/out', 'utf8')); $1"
}

fault() {
  FAILED=$((FAILED + 1))
  echo "FAIL $1: $2"
  sed 's/^/    /' "$SCRATCH/err" | tail -40
  return 1
}

judge_list() {
  inspect 0 tools/list --method tools/list --strict || return
  local count
  count=$(result 'r.tools.length') && [ "$count" -gt 0 ] || fault tools/list "no tools in the result" || return
  # With no finding the report is empty; with any it names each tool and ends with the counts.
  ! grep -E '^(Error|Warning): tool |[0-9]+ errors?, [0-9]+ warnings?' "$SCRATCH/err" >/dev/null ||
    fault tools/list "--strict found something" || return
  PASSED=$((PASSED + 1))
  echo "ok tools/list --strict ($count tools)"
}

judge_call() {
  local status=0 is_error=false
  [ "$1" = --call ] || { status=5 is_error=true; }
  inspect "$status" "tools/call $2" --method tools/call --tool-name "$2" --tool-args-json "$3" || return
  [ "$(result "Array.isArray(r.content) && (r.isError ?? false) === $is_error")" = true ] ||
    fault "tools/call $2" "not the kind of result that was expected" || return
  PASSED=$((PASSED + 1))
  echo "ok tools/call $2"
}

judge_list || true
for ((i = 0; i < ${#CALLS[@]}; i += 3)); do
  judge_call "${CALLS[@]:i:3}" || true
done
echo "inspector-$TRANSPORT: $PASSED passed, $FAILED failed"
[ "$FAILED" -eq 0 ]
