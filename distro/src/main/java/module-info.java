import org.jspecify.annotations.NullMarked;

/** The command line of the assembled gateway. */
@NullMarked
module dev.headgate.distro {
  requires static org.jspecify;
}
