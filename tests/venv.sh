# For scripts that test with Python, which source it from the root of the project with their own name in `suite`: a
# virtual environment, or the reason why the suite is skipped.

skip() { printf 'skipped: %s, since %s\n' "$suite" "$1"; exit 0; }

# Python has to be there, with what makes environments.
has_python() {
    python3 -c 'import ensurepip, venv' 2>/dev/null && return
    { apt-get update -qq && apt-get install -y -qq python3 python3-venv; } >/dev/null 2>&1 \
        || skip 'Python with venv cannot be installed'
}

# has_client FOLDER MODULE: an environment in this folder has a module, by the requirements of the suite.
has_client() {
    has_python
    "$1/bin/python" -c "import $2" 2>/dev/null && return
    python3 -m venv "$1" || skip 'no virtual environment can be made'
    "$1/bin/pip" install -q --disable-pip-version-check -r "$suite/requirements.txt" || skip "$2 cannot be installed"
}
