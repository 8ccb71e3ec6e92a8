#!/bin/sh
# Builds and runs the microbenchmarks, with the allocation of each:
#   bench/jmh/run.sh [PATTERN] [OPTIONS OF JMH]
# for example: bench/jmh/run.sh EnvelopeBench -f 3, or: bench/jmh/run.sh -l
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd -P)
. "$root/distro/src/main/dist/bin/find-java.sh"
find_java 25 javac || { echo "JDK 25 or newer is needed; set JAVA_HOME to it." >&2; exit 1; }
JAVA_HOME=$java_home
export JAVA_HOME
mvn -q -B -f "$root/pom.xml" -pl bench/jmh -am package -Dmaven.test.skip=true -Dspotless.check.skip=true >&2
exec "$JAVA_HOME/bin/java" -cp "$root/bench/jmh/target/jmh/*" org.openjdk.jmh.Main \
  -jvmArgsAppend "-XX:+UseSerialGC -Xms256m -Xmx256m" -prof gc "$@"
