package io.synod.chaos.fault;

import io.synod.examples.process.ProcessCluster;
import io.synod.link.LinkMesh;
import io.synod.link.LinkShape;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Injects faults into a cluster and ends them. Confined to one thread, which it blocks. */
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
   * Returns once the fault has begun.
   *
   * @throws IOException if it cannot be injected, or a replica has ended by itself: after a kill
   *     nobody would notice
   */
  public void begin(Fault fault) throws IOException, InterruptedException {
    cluster.checkAlive();
    for (int id : fault.replicas()) {
      begin(fault.kind(), id);
    }
    for (Direction direction : fault.directions()) {
      begin(fault, direction);
    }
  }

  /**
   * Returns once the fault has ended; killed replicas are starting then.
   *
   * @throws IOException if it cannot be ended
   */
  public void end(Fault fault) throws IOException, InterruptedException {
    for (int id : fault.replicas()) {
      end(fault.kind(), id);
    }
    for (Direction direction : fault.directions()) {
      links.restore(direction.from(), direction.to());
      links.shape(direction.from(), direction.to(), LinkShape.STRAIGHT);
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

  private void begin(Fault fault, Direction direction) {
    switch (fault.kind()) {
      case CUT, ONE_WAY -> links.stall(direction.from(), direction.to());
      case SEVER -> links.sever(direction.from(), direction.to());
      case DELAY -> {
        long delayNanos = TimeUnit.MILLISECONDS.toNanos(fault.delayMillis());
        LinkShape later = LinkShape.delayed(delayNanos, delayNanos / 4);
        links.shape(direction.from(), direction.to(), later);
      }
      default -> throw new IllegalArgumentException(fault.kind() + " does not hit links");
    }
  }

  private Path filler(int id) {
    return cluster.data(id).resolve("filler");
  }

  /** Fills the directory's quota by the length of a sparse file. */
  private void fill(Path file) throws IOException {
    try (RandomAccessFile filler = new RandomAccessFile(file.toFile(), "rw")) {
      filler.setLength(quotaBytes);
    }
  }
}
