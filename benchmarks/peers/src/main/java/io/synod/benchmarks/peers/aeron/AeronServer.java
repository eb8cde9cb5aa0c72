package io.synod.benchmarks.peers.aeron;

import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.ClusteredMediaDriver;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.service.ClusteredServiceContainer;
import io.aeron.driver.MediaDriver;
import io.aeron.exceptions.AeronException;
import io.synod.benchmarks.peers.server.Durability;
import io.synod.benchmarks.peers.server.ServerArguments;
import io.synod.process.Child;
import java.io.File;
import org.agrona.ErrorHandler;

/** One replica: media driver, archive, consensus module and service in one process. */
final class AeronServer {
  private static final int FAILED = 1;
  private static final int SYNC_DATA = 1;

  private final ServerArguments arguments;
  private final String driverFolder;
  private final File archiveFolder;
  private final File clusterFolder;
  private final int syncLevel;

  private AeronServer(ServerArguments arguments) {
    this.arguments = arguments;
    this.driverFolder = arguments.memory().resolve("driver").toString();
    this.archiveFolder = arguments.data().resolve("archive").toFile();
    this.clusterFolder = arguments.data().resolve("cluster").toFile();
    this.syncLevel = arguments.durability() == Durability.DURABLE ? SYNC_DATA : 0;
  }

  public static void main(String[] arguments) throws InterruptedException {
    new AeronServer(ServerArguments.parse(arguments)).run();
  }

  private void run() throws InterruptedException {
    Archive.Context archive = archive();
    try (ClusteredMediaDriver driver =
            ClusteredMediaDriver.launch(driver(), archive, consensusModule(archive));
        ClusteredServiceContainer service = ClusteredServiceContainer.launch(service());
        SegmentPurge purge = SegmentPurge.start(driver.archive(), service.context().clusterDir())) {
      Child.say(Child.READY);
      purge.run();
    }
  }

  private MediaDriver.Context driver() {
    return AeronSettings.driver(driverFolder).errorHandler(fail("media driver"));
  }

  private Archive.Context archive() {
    return new Archive.Context()
        .aeronDirectoryName(driverFolder)
        .archiveDir(archiveFolder)
        .controlChannel(AeronSettings.channel("endpoint=" + member()[5]))
        .localControlChannel("aeron:ipc?term-length=64k")
        .replicationChannel(AeronSettings.channel(AeronSettings.anyPort()))
        .recordingEventsEnabled(false)
        .threadingMode(ArchiveThreadingMode.SHARED)
        .idleStrategySupplier(AeronSettings.idle())
        .segmentFileLength(AeronSettings.TERM_BYTES)
        .fileSyncLevel(syncLevel)
        .catalogFileSyncLevel(syncLevel)
        .errorHandler(fail("archive"));
  }

  private static AeronArchive.Context client(Archive.Context archive) {
    return new AeronArchive.Context()
        .controlRequestChannel(archive.localControlChannel())
        .controlRequestStreamId(archive.localControlStreamId())
        .controlResponseChannel(archive.localControlChannel());
  }

  private ConsensusModule.Context consensusModule(Archive.Context archive) {
    return new ConsensusModule.Context()
        .aeronDirectoryName(driverFolder)
        .clusterDir(clusterFolder)
        .clusterMemberId(arguments.id())
        .clusterMembers(arguments.members())
        .ingressChannel(AeronSettings.clientChannel(""))
        .logChannel(
            AeronSettings.channel("control-mode=manual|control=" + AeronSettings.HOST + ":0"))
        .replicationChannel(AeronSettings.channel(AeronSettings.anyPort()))
        .idleStrategySupplier(AeronSettings.idle())
        .fileSyncLevel(syncLevel)
        .archiveContext(client(archive))
        .errorHandler(fail("consensus module"));
  }

  private ClusteredServiceContainer.Context service() {
    return new ClusteredServiceContainer.Context()
        .aeronDirectoryName(driverFolder)
        .clusterDir(clusterFolder)
        .clusteredService(new AeronService(arguments.answerBytes()))
        .idleStrategySupplier(AeronSettings.idle())
        .errorHandler(fail("service"));
  }

  /** Ends the process, since a partly failed replica would be measured as a healthy one. */
  private static ErrorHandler fail(String part) {
    return error -> {
      System.err.println(part + ":");
      error.printStackTrace();
      if (!isWarning(error)) {
        Runtime.getRuntime().halt(FAILED);
      }
    };
  }

  /** Aeron reports election events in the same way. */
  private static boolean isWarning(Throwable error) {
    return error instanceof AeronException told && told.category() == AeronException.Category.WARN;
  }

  /** This replica's id and its five endpoints. */
  private String[] member() {
    return arguments.members().split("\\|")[arguments.id()].split(",");
  }
}
