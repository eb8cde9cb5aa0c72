# Sourced by the other scripts: finds what Synod needs, or says in one line what is missing.
# shellcheck shell=bash

synod_java_min=17

# Sets java to the Java that JAVA_HOME or else PATH names, and java_options to what it needs for Netty.
require_java() {
  local from java_version
  if [ -n "${JAVA_HOME:-}" ]; then
    java="$JAVA_HOME/bin/java"
    from="JAVA_HOME=$JAVA_HOME"
  else
    java="$(command -v java || true)"
    from="PATH"
  fi
  if [ -z "$java" ] || [ ! -x "$java" ]; then
    missing "no java in $from: install a JDK $synod_java_min or newer, or set JAVA_HOME to one"
  fi
  java_version="$("$java" -version 2>&1 | sed -n 's/.* version "\(1\.\)\{0,1\}\([0-9]*\).*/\2/p' |
    head -n 1)"
  if [ "${java_version:-0}" -lt "$synod_java_min" ]; then
    missing "$java is Java ${java_version:-of unknown version}, and Synod needs $synod_java_min or" \
      "newer: set JAVA_HOME to such a JDK"
  fi
  java_options=()
  if [ "$java_version" -ge 24 ]; then
    # Netty loads native code and uses sun.misc.Unsafe; from 24 on Java warns of both.
    java_options=(--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow)
  fi
}

# Building takes a compiler and Maven as well.
require_build() {
  require_java
  if [ -n "${JAVA_HOME:-}" ] && [ ! -x "$JAVA_HOME/bin/javac" ]; then
    missing "no javac in JAVA_HOME=$JAVA_HOME: set it to a JDK $synod_java_min or newer, not a JRE"
  fi
  if [ -z "${JAVA_HOME:-}" ] && ! command -v javac > /dev/null; then
    missing "no javac in PATH: install a JDK $synod_java_min or newer, not only a JRE"
  fi
  if ! command -v mvn > /dev/null; then
    missing "no mvn in PATH: install Apache Maven 3.8 or newer"
  fi
}

missing() {
  echo "synod: $*" >&2
  exit 1
}
