package io.synod.chaos.fault;

import io.synod.examples.process.ProcessCluster;
import io.synod.link.LinkMesh;
import io.synod.link.LinkShape;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Does to a cluster what a fault says, and undoes it. Confined to one thread, which it blocks. */
public final class FaultInjector {
  private final ProcessCluster cluster;
  private final LinkMesh links;
  private final long quotaBytes;

  /**
   * @param links through which the replicas are connected
   * @param quotaBytes the cluster's {@code storage.max-bytes}
   */
  public FaultInjector(ProcessCluster cluster, LinkMesh links, long quotaBytes) {
    this.cluster = cluster;
    this.links = links;
    this.quotaBytes = quotaBytes;
  }

  /**
   * Returns once it has begun.
   *
   * @throws IOException if it cannot be done
   */
  public void begin(Fault fault) throws IOException, InterruptedException {
    for (int id : fault.replicas()) {
      begin(fault.kind(), id);
    }
    for (Way way : fault.ways()) {
      begin(fault, way);
    }
  }

  /**
   * Returns once it has ended; killed replicas are on their way then.
   *
   * @throws IOException if it cannot be undone
   */
  public void end(Fault fault) throws IOException, InterruptedException {
    for (int id : fault.replicas()) {
      end(fault.kind(), id);
    }
    for (Way way : fault.ways()) {
      links.restore(way.from(), way.to());
      links.shape(way.from(), way.to(), LinkShape.STRAIGHT);
    }
  }

  private void begin(FaultKind kind, int id) throws IOException, InterruptedException {
    switch (kind) {
      case KILL, ALL_DOWN -> cluster.kill(id);
      case PAUSE -> cluster.pause(id);
      case DISK_FULL -> fill(filler(id));
      default -> throw new IllegalArgumentException(kind + " does not hit replicas");
    }
  }

  private void end(FaultKind kind, int id) throws IOException, InterruptedException {
    switch (kind) {
      case KILL, ALL_DOWN -> cluster.start(id);
      case PAUSE -> cluster.resume(id);
      case DISK_FULL -> Files.delete(filler(id));
      default -> throw new IllegalArgumentException(kind + " does not hit replicas");
    }
  }

  private void begin(Fault fault, Way way) {
    switch (fault.kind()) {
      case CUT, ONE_WAY -> links.stall(way.from(), way.to());
      case SEVER -> links.sever(way.from(), way.to());
      case DELAY -> {
        long delayNanos = TimeUnit.MILLISECONDS.toNanos(fault.delayMillis());
        LinkShape later = LinkShape.delayed(delayNanos, delayNanos / 4);
        links.shape(way.from(), way.to(), later);
      }
      default -> throw new IllegalArgumentException(fault.kind() + " does not hit links");
    }
  }

  private Path filler(int id) {
    return cluster.data(id).resolve("filler");
  }

  /** Its length is what counts; the disk itself loses nothing. */
  private void fill(Path file) throws IOException {
    try (RandomAccessFile filler = new RandomAccessFile(file.toFile(), "rw")) {
      filler.setLength(quotaBytes);
    }
  }
}
