#!/bin/sh
# The browser tests need a Chromium. Install Debian's where it is missing and that is possible;
# otherwise say clearly what will not be tested.
for name in chromium chromium-browser google-chrome; do
    if command -v "$name" >/dev/null 2>&1; then exit 0; fi
done
if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
    echo "installing Chromium for the browser tests"
    apt-get update -qq && apt-get install -y -qq chromium >/dev/null && exit 0
fi
echo "NOT RUN: the browser tests, because there is no Chromium and it cannot be installed here." >&2
exit 1
