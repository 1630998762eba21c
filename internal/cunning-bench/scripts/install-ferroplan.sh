#!/bin/sh
# Installs the peer of `cargo xtask bench games` below target/. It is optional: without it the peer is skipped.
set -eu
cd "$(dirname "$0")/../../.."
exec cargo install ferroplan-cli --version 0.30.0 --locked --root target/ferroplan
