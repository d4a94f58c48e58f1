#!/bin/sh
# Installs the program uur from a release, for Linux and macOS, after its checksum was compared.
#
#   install.sh [--version 0.1.0] [--to FOLDER] [--or-build]
#
# Without --version it is the newest release or, from a copy of the sources, the release of these. The folder is
# ~/.local/bin if it is not given. --or-build builds the sources with cargo if there is no such release.
# UUR_ADDRESS is the address of the repository; a release has a copy of this script that knows it. UUR_DOWNLOADS is a
# folder, or an address, where the archives lie instead.
set -eu

address=${UUR_ADDRESS:-}
version='' to=${HOME:-.}/.local/bin build=''
while [ $# -gt 0 ]; do
    case $1 in
        --version) version=$2; shift 2 ;;
        --to) to=$2; shift 2 ;;
        --or-build) build=yes; shift ;;
        *) echo "install.sh: there is no option $1" >&2; exit 2 ;;
    esac
done

# The sources, if this script lies among them.
sources=$(cd "$(dirname "$0")/.." 2>/dev/null && pwd) || sources=''
[ -f "$sources/packaging/install.sh" ] && [ -f "$sources/Cargo.toml" ] || sources=''
if [ -z "$version" ] && [ -n "$sources" ]; then
    version=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$sources/Cargo.toml" | head -n 1)
fi

case $(uname -m) in
    x86_64 | amd64) machine=x86_64 ;;
    aarch64 | arm64) machine=aarch64 ;;
    *) machine=other ;;
esac
case $(uname -s) in
    Linux) target=$machine-unknown-linux-musl ;;
    Darwin) target=$machine-apple-darwin ;;
    *) target=other ;;
esac
name=uur-$target
archive=$name.tar.gz

if [ -n "${UUR_DOWNLOADS:-}" ]; then
    from=$UUR_DOWNLOADS
elif [ -z "$address" ]; then
    from=''
elif [ -n "$version" ]; then
    from=$address/releases/download/v${version#v}
else
    from=$address/releases/latest/download
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Copies or downloads a file of the release into the folder.
get() {
    if [ -d "$from" ]; then
        cp "$from/$1" "$folder/$1"
    elif command -v curl >/dev/null; then
        curl -fsSL --retry 3 -o "$folder/$1" "$from/$1"
    else
        wget -qO "$folder/$1" "$from/$1"
    fi
}

if [ -n "$from" ] && get "$archive" && get "$archive.sha256"; then
    cd "$folder"
    if command -v sha256sum >/dev/null; then
        sha256sum -c "$archive.sha256" >/dev/null
    else
        shasum -a 256 -c "$archive.sha256" >/dev/null
    fi || { echo "install.sh: the checksum of $archive is wrong" >&2; exit 1; }
    tar xzf "$archive"
    cd - >/dev/null
    mkdir -p "$to"
    # A program that runs is replaced, not written over.
    cp "$folder/$name/uur" "$to/uur.new"
    mv "$to/uur.new" "$to/uur"
elif [ -n "$build" ] && [ -n "$sources" ] && command -v cargo >/dev/null; then
    echo "install.sh: $archive cannot be fetched, so the sources are built" >&2
    cargo install --locked --path "$sources" --root "$folder/built"
    mkdir -p "$to"
    cp "$folder/built/bin/uur" "$to/uur"
else
    [ -n "$from" ] || echo 'install.sh: set UUR_ADDRESS to the address of the repository' >&2
    echo "install.sh: $archive cannot be fetched from ${from:-nowhere}" >&2
    exit 1
fi
"$to/uur" --version
case ":$PATH:" in
    *":$to:"*) ;;
    *) echo "$to is not on the path" ;;
esac
