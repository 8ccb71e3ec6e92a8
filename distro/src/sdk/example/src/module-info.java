/** A plugin to start from: every request must say which team it is for. */
module com.example.teamheader {
  requires dev.headgate.spi;

  provides dev.headgate.spi.Plugin with
      com.example.teamheader.TeamHeaderPlugin;
}
