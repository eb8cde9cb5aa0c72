package io.synod.benchmarks.peers.aeron;

import io.aeron.Aeron;
import io.aeron.driver.MediaDriver;
import io.synod.benchmarks.peers.load.PeerGenerator;
import io.synod.benchmarks.process.LoadProcess;

/** The load: one media driver, one Aeron client and one thread for all sessions. */
final class AeronLoad {
  /** The property that names a folder in memory for the media driver. */
  static final String DRIVER = "synod.peers.driver";

  private AeronLoad() {}

  public static void main(String[] arguments) throws InterruptedException {
    String folder = System.getProperty(DRIVER);
    try (MediaDriver driver = MediaDriver.launch(AeronSettings.driver(folder));
        Aeron aeron =
            Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName()));
        AeronSessions sessions = new AeronSessions(aeron)) {
      sessions.start();
      LoadProcess.run(
          arguments, (target, load) -> new PeerGenerator(target, load, sessions::connect));
    }
  }
}
