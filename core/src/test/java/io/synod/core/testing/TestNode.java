package io.synod.core.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.command.Batch;
import io.synod.core.effect.DecisionsWanted;
import io.synod.core.event.Event;
import io.synod.core.membership.Memberships;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.SnapshotPart;
import io.synod.core.recovery.Recovered;
import io.synod.core.replica.Replica;
import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One replica of a {@link TestCluster} with its disk and its service. */
public final class TestNode {
  private final int self;
  private final Settings settings;
  private final long seed;
  private final TestCluster cluster;
  private final TestDisk disk;
  private final TestService service = new TestService();
  private final List<String> delivered = new ArrayList<>();
  private final TestWires effects;

  /** What the core has handed to the service and to the snapshot thread, in order. */
  private final ArrayDeque<Runnable> serviceInbox = new ArrayDeque<>();

  private final ArrayDeque<Event> snapshotOutcomes = new ArrayDeque<>();
  private ByteArrayOutputStream parts = new ByteArrayOutputStream();
  private Replica replica;
  private Memberships memberships;
  private boolean serviceStalls;
  private boolean snapshotsStall;
  private boolean snapshotsFail;
  private boolean full;
  private boolean down = true;
  private int lives;
  private String stopped;

  TestNode(int self, Settings settings, long seed, TestCluster cluster) {
    this.self = self;
    this.settings = settings;
    this.seed = seed;
    this.cluster = cluster;
    effects = new TestWires(this, cluster);
    disk = new TestDisk(settings.durability(), Settings.nonce(self));
  }

  public int self() {
    return self;
  }

  public Replica replica() {
    return replica;
  }

  public TestDisk disk() {
    return disk;
  }

  /** Everything the replica did since the last clear. */
  public RecordedEffects effects() {
    return effects;
  }

  /** The texts of the slots that the service has executed, was restored to or is to execute. */
  public List<String> delivered() {
    return delivered;
  }

  /** Why the replica could not go on; null if it could. */
  public String stopped() {
    return stopped;
  }

  /**
   * Nothing reaches this replica any more, and it does nothing. What waits for the disk is lost.
   */
  public void crash() {
    down = true;
    disk.crash();
    cluster.drop(envelope -> envelope.from() == self && envelope.to() == self);
    serviceInbox.clear();
    snapshotOutcomes.clear();
    parts.reset();
    serviceStalls = false;
    snapshotsStall = false;
  }

  /** As {@link #crash}, and the directory is gone too. */
  public void loseDirectory() {
    crash();
    disk.lose();
  }

  /** Starts, for the first time or again, with what the disk has kept. */
  public void start() {
    assertThat(down).as("replica %d is down", self).isTrue();
    down = false;
    stopped = null;
    full = false;
    restore(disk.newestSnapshot());
    Recovered recovered = disk.recover();
    recovered.begin(memberships);
    replica = new Replica(settings.replica(self), recovered, seed + 100L * lives++);
    replica.start(cluster.nowNanos(), effects);
    settle();
  }

  public void restart() {
    crash();
    start();
  }

  /** As {@link #restart}, and the directory is gone. */
  public void restartEmpty() {
    loseDirectory();
    start();
  }

  /** Nothing becomes durable until {@link #resumeDisk}. */
  public void stallDisk() {
    disk.stall();
  }

  public void resumeDisk() {
    disk.resume();
    if (!down && !snapshotOutcomes.isEmpty()) {
      settle();
    }
  }

  /** There is no more space on the disk, or there is again. */
  public void fillDisk(boolean isFull) {
    full = isFull;
    step(new Event.StorageFull(isFull));
  }

  /** The garbage collector takes most of the time, or no longer does. */
  public void occupyCollector(boolean isBusy) {
    step(new Event.CollectorBusy(isBusy));
  }

  /** Nothing is executed until {@link #resumeService}. */
  public void stallService() {
    serviceStalls = true;
  }

  public void resumeService() {
    serviceStalls = false;
    settle();
  }

  /** The core receives no result of a snapshot until {@link #resumeSnapshots}. */
  public void stallSnapshots() {
    snapshotsStall = true;
  }

  public void resumeSnapshots() {
    snapshotsStall = false;
    settle();
  }

  /** From now on there is no space for snapshots, or there is again. */
  public void failSnapshots(boolean fail) {
    snapshotsFail = fail;
  }

  /** Steps with {@code event} at the cluster's time, and executes what is delivered. */
  public void step(Event event) {
    if (!down) {
      stepOnce(event);
      settle();
    }
  }

  public boolean isDown() {
    return down;
  }

  boolean isDue(long nowNanos) {
    return !down && replica.nextWakeUpNanos() <= nowNanos;
  }

  boolean isFull() {
    return full;
  }

  /** Gives the disk what it is to know without having written it: of a cluster that has formed. */
  void remember(Settings known) {
    disk.records().add(known.membership());
  }

  void stop(String reason) {
    stopped = reason;
  }

  void execute(long slot, Batch batch) {
    String text = Batches.text(batch);
    assertThat(slot).as("slots are delivered in order, once").isEqualTo(delivered.size());
    delivered.add(text);
    serviceInbox.add(
        () -> {
          service.execute(text);
          memberships = memberships.after(slot, batch);
          stepOnce(new Event.Executed(service.end()));
        });
  }

  void takeSnapshot() {
    serviceInbox.add(
        () -> {
          long end = service.end();
          if (!snapshotsFail) {
            disk.store(end, service.snapshot(self));
            cluster.snapshotTaken(end, memberships);
          }
          snapshotOutcomes.add(new Event.SnapshotTaken(end, !snapshotsFail));
        });
  }

  void restoreSnapshot(long end) {
    serviceInbox.add(
        () -> {
          restore(end);
          stepOnce(new Event.Executed(end, memberships));
        });
  }

  SnapshotPart part(FetchSnapshot request) {
    boolean kept = request.end() != 0 && disk.snapshot(request.end()) != null;
    long end = kept ? request.end() : disk.newestSnapshot();
    byte[] bytes = disk.snapshot(end);
    if (bytes == null) {
      return new SnapshotPart(0, 0, 0, new byte[0]);
    }
    int from = kept ? (int) request.offset() : 0;
    int to = Math.min(bytes.length, from + request.bytesMax());
    return new SnapshotPart(end, bytes.length, from, Arrays.copyOfRange(bytes, from, to));
  }

  void readDecisions(DecisionsWanted wanted) {
    disk.whenReadable(
        () ->
            snapshotOutcomes.add(
                new Event.DecisionsRead(
                    wanted.to(),
                    wanted.first(),
                    settings.servesJournal() ? disk.decisions(wanted) : List.of())));
  }

  void storePart(SnapshotPart part) {
    if (part.offset() == 0) {
      parts.reset();
    }
    assertThat((long) parts.size()).as("parts are stored in order").isEqualTo(part.offset());
    parts.writeBytes(part.bytes());
    boolean complete = parts.size() == part.totalBytes();
    byte[] snapshot = parts.toByteArray();
    if (snapshotsFail || complete && !TestService.isWhole(snapshot)) {
      parts.reset();
      snapshotOutcomes.add(new Event.PartStored(part.end(), -1, false));
    } else {
      if (complete) {
        disk.store(part.end(), snapshot);
      }
      snapshotOutcomes.add(new Event.PartStored(part.end(), snapshot.length, complete));
    }
  }

  void dropParts() {
    parts.reset();
  }

  private void restore(long end) {
    service.restore(end, disk.snapshot(end));
    memberships = cluster.snapshotAt(end);
    delivered.clear();
    delivered.addAll(service.texts());
  }

  private void stepOnce(Event event) {
    replica.step(event, cluster.nowNanos(), effects);
    replica.endCycle(cluster.nowNanos(), effects);
    if (stopped != null) {
      down = true;
    }
  }

  /** Carries out what the core has asked for, and what it asks for because of that. */
  private void settle() {
    while (!down) {
      if (!serviceStalls && !serviceInbox.isEmpty()) {
        serviceInbox.poll().run();
      } else if (!snapshotsStall && !snapshotOutcomes.isEmpty()) {
        stepOnce(snapshotOutcomes.poll());
      } else {
        return;
      }
    }
  }
}
