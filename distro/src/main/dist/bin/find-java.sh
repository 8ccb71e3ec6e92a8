# Finds a Java to run on. Sourced by the launchers; defines functions only.
#
# HEADGATE_JDK_FOLDERS, a list separated by colons, replaces the usual folders that are searched
# after JAVA_HOME and the PATH.

# Prints the feature version (25 for 25.0.3) of the Java in folder $1, or nothing.
java_version_of() {
  [ -x "$1/bin/java" ] || return 0
  if [ -r "$1/release" ]; then
    sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"
  else
    "$1/bin/java" -version 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p'
  fi
}

# Succeeds when folder $1 holds tool $3 (java or javac) and its version is $2 or newer.
java_fits() {
  [ -x "$1/bin/$3" ] || return 1
  java_found_version=$(java_version_of "$1")
  [ -n "$java_found_version" ] && [ "$java_found_version" -ge "$2" ]
}

# Prints the path that link $1 leads to in the end; readlink -f is not everywhere.
follow_links() {
  followed=$1
  while [ -L "$followed" ]; do
    link_target=$(readlink "$followed")
    case $link_target in
      /*) followed=$link_target ;;
      *) followed=$(dirname "$followed")/$link_target ;;
    esac
  done
  printf '%s\n' "$followed"
}

java_folders() {
  if [ -n "${HEADGATE_JDK_FOLDERS+set}" ]; then
    printf '%s\n' "$HEADGATE_JDK_FOLDERS" | tr ':' '\n'
    return
  fi
  for java_folder in \
    /usr/lib/jvm/* /usr/lib64/jvm/* /usr/local/lib/jvm/* /usr/java/* /usr/local/openjdk-* \
    /opt/* /opt/java/* /opt/jdk/* /opt/jvm/* \
    "${SDKMAN_DIR:-$HOME/.sdkman}"/candidates/java/* "$HOME"/.jdks/* \
    "$HOME"/.asdf/installs/java/* "$HOME"/.local/share/mise/installs/java/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home \
    "$HOME"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    /home/linuxbrew/.linuxbrew/opt/openjdk*/libexec; do
    if [ -d "$java_folder" ]; then
      printf '%s\n' "$java_folder"
    fi
  done
}

# Sets java_home to a Java of version $1 or newer that has tool $2, or fails. JAVA_HOME comes first,
# then the PATH, then of the usual folders the one with the lowest version that is new enough.
find_java() {
  java_home=${JAVA_HOME:-}
  if [ -n "$java_home" ] && java_fits "$java_home" "$1" "$2"; then
    return 0
  fi

  java_on_path=$(command -v java || true)
  if [ -n "$java_on_path" ]; then
    java_home=$(dirname "$(dirname "$(follow_links "$java_on_path")")")
    if java_fits "$java_home" "$1" "$2"; then
      return 0
    fi
  fi

  java_home=
  java_best_version=
  java_search_result=$(java_folders)
  while IFS= read -r java_folder; do
    if [ -n "$java_folder" ] && java_fits "$java_folder" "$1" "$2"; then
      if [ -z "$java_home" ] || [ "$java_found_version" -lt "$java_best_version" ]; then
        java_home=$java_folder
        java_best_version=$java_found_version
      fi
    fi
  done <<END
$java_search_result
END
  [ -n "$java_home" ]
}
