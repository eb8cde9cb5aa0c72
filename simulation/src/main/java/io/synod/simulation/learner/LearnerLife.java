package io.synod.simulation.learner;

import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.command.Batch;
import io.synod.core.effect.Fact;
import io.synod.core.effect.ReadEffects;
import io.synod.core.effect.SnapshotEffects;
import io.synod.core.effect.SubscriberEffects;
import io.synod.core.event.Event;
import io.synod.core.execution.ExecutionSnapshot;
import io.synod.core.execution.ReplyStatus;
import io.synod.core.message.Decided;
import io.synod.core.message.Message;
import io.synod.core.message.QuorumReadReply;
import io.synod.core.message.SnapshotPart;
import io.synod.core.read.QuorumReads;
import io.synod.core.settings.Consistency;
import io.synod.core.snapshot.SnapshotTrigger;
import io.synod.core.subscription.Subscriber;
import io.synod.core.time.Deadline;
import io.synod.simulation.check.Violation;
import io.synod.simulation.client.LearnerClient;
import io.synod.simulation.node.Alarm;
import io.synod.simulation.node.SimulatedProcess;
import io.synod.simulation.node.Worker;
import java.util.ArrayDeque;

/**
 * One process of a learner, from its start to its end: what follows, reads and takes snapshots,
 * with the queues between.
 */
final class LearnerLife implements LearnerService.Listener, Source.Listener {
  private static final double SLOWEST_CLOCK = 1.03;
  private static final int SOURCE = 0;
  private static final byte[] NOTHING = new byte[0];

  private final int learner;
  private final int self;
  private final LearnerWorld world;
  private final SimulatedLearner node;
  private final LearnerSettings settings;
  private final SimulatedProcess process;
  private final LearnerService service;
  private final Source source;
  private final Worker writer;
  private final Worker transfer;
  private final Alarm alarm;
  private final Effects effects = new Effects();

  // Weights of the batches that the service has and has not executed.
  private final ArrayDeque<Long> underWay = new ArrayDeque<>();

  private Subscriber subscriber;
  private QuorumReads reads;
  private SnapshotTrigger trigger;
  private long heldBytes;
  private long deliveredBytes;
  private int readsWaiting;
  private int partsUnderWay;
  private boolean isRestoring;

  // That the source may tell now.
  private long openBytes;

  private record Ticket(LearnerClient.Read read, long mustSee) {}

  LearnerLife(SimulatedLearner node, LearnerWorld world) {
    this.node = node;
    this.world = world;
    learner = node.number();
    self = world.checks().learners().self(learner);
    settings = node.settings();
    process =
        new SimulatedProcess(
            world.scheduler(),
            failure -> {
              throw new Violation("learner %d has no disk: %s", learner, failure.getMessage());
            });
    service = new LearnerService(self, world, node, process, this);
    source = new Source(learner, world, process, node.random(), this);
    writer = new Worker(process, node.random(), settings.snapshotNanos());
    transfer = new Worker(process, node.random(), settings.snapshotNanos());
    alarm = new Alarm(world.scheduler(), process, settings.clock(), this::wakeUp);
  }

  void start() {
    service.open();
    long first = service.executed();
    world.checks().learners().begins(learner, first);
    subscriber = new Subscriber(settings.subscription(), settings.snapshots(), first);
    LearnerSettings.Reading reading = settings.reading();
    reads =
        new QuorumReads(
            Quorums.majority(1),
            reading.readsMax(),
            reading.againNanos(),
            reading.patienceNanos(),
            node.random().nextLong());
    trigger = new SnapshotTrigger(settings.snapshots(), first);
    trigger.start(now());
    source.dial();
    endTurn();
  }

  /** A client asks; busy beyond what may wait. */
  void read(LearnerClient.Read read) {
    process.run(
        () -> {
          if (readsWaiting >= settings.reading().readsMax()) {
            read.answer(ReplyStatus.BUSY, NOTHING);
            return;
          }
          readsWaiting++;
          ask(new Ticket(read, mustSee(read.consistency())));
          endTurn();
        });
  }

  private void ask(Ticket ticket) {
    Consistency consistency = ticket.read().consistency();
    switch (consistency.kind()) {
      case STALE -> effects.serveRead(ticket);
      case BOUNDED -> reads.addBounded(ticket, consistency.boundNanos(), now(), effects);
      default -> reads.add(ticket, now(), effects);
    }
  }

  private long mustSee(Consistency consistency) {
    return switch (consistency.kind()) {
      case LOG, LEADER, QUORUM -> world.checks().acknowledgedEnd();
      case BOUNDED -> {
        // By this learner's clock, which may be slow.
        double age = consistency.boundNanos() * SLOWEST_CLOCK;
        yield world.checks().acknowledgedEnd(world.scheduler().now() - (long) age);
      }
      case STALE -> 0;
    };
  }

  @Override
  public void onConnected() {
    world.trace().event(self, "follows", source.replica());
    world.checks().learners().isInTouch(learner);
    subscriber.connected(now(), effects);
    endTurn();
  }

  @Override
  public void onMessage(Message message) {
    world.trace().message(self, "is told by", source.replica(), message);
    if (message instanceof Decided decided) {
      source.isOfUse();
      subscriber.onDecided(decided, now(), effects);
    } else if (message instanceof SnapshotPart part) {
      subscriber.onSnapshotPart(part, effects);
    } else if (message instanceof QuorumReadReply reply) {
      reads.onReply(SOURCE, reply);
    } else {
      throw new Violation("learner %d is told %s", learner, message);
    }
    endTurn();
  }

  @Override
  public void onLost() {
    world.trace().event(self, "loses", source.replica());
    subscriber.disconnected(effects);
    endTurn();
  }

  /** What is executed makes room for more. */
  @Override
  public void executed() {
    consumed(1);
    endTurn();
  }

  @Override
  public void restored() {
    // Whatever was delivered before it was executed before it.
    consumed(underWay.size());
    isRestoring = false;
    subscriber.onRestored(now(), effects);
    endTurn();
  }

  private void consumed(int batches) {
    long bytes = 0;
    for (int left = batches; left > 0; left--) {
      bytes += underWay.poll();
    }
    heldBytes -= bytes;
    if (bytes > 0) {
      subscriber.consumed(bytes, effects);
    }
  }

  private void wakeUp() {
    subscriber.onDeadline(now(), effects);
    endTurn();
  }

  private void endTurn() {
    trigger.update(subscriber.next(), deliveredBytes, now(), effects);
    reads.update(subscriber.next(), now(), effects);
    reads.invariants();
    boolean waits =
        subscriber.isFollowing()
            || partsUnderWay > 0
            || isRestoring
            || subscriber.nextWakeUpNanos() != Deadline.NEVER;
    if (source.isConnected() && !waits) {
      world.checks().learners().idles(learner, source.replica());
    }
    long ofReads = reads.nextWakeUpNanos();
    alarm.set(Math.min(Math.min(ofReads, trigger.nextWakeUpNanos()), subscriber.nextWakeUpNanos()));
  }

  private void onPartStored(Event.PartStored stored) {
    partsUnderWay--;
    subscriber.onPartStored(stored, now(), effects);
    if (stored.complete()) {
      trigger.stored(stored.end(), effects);
    }
    endTurn();
  }

  private void write(ExecutionSnapshot captured) {
    writer.add(
        () -> {
          boolean stored = node.snapshots().store(captured);
          captured.close();
          trigger.onTaken(new Event.SnapshotTaken(captured.end(), stored), effects);
          endTurn();
        });
  }

  private long now() {
    return settings.clock().nanos(world.scheduler().now());
  }

  void die() {
    process.kill();
    source.die();
  }

  SimulatedProcess process() {
    return process;
  }

  LearnerService service() {
    return service;
  }

  /** The replica that it follows; -1 if none. */
  int followed() {
    return subscriber.isFollowing() && source.isConnected() ? source.replica() : -1;
  }

  /** Whether it follows, and nothing is about to end that. */
  boolean isSettled() {
    return followed() >= 0 && source.connection().holds();
  }

  @Override
  public String toString() {
    return "%s replica %d, at slot %d, executed %d, holds %d bytes"
        .formatted(
            subscriber.isFollowing() ? "follows" : source.isConnected() ? "at" : "dials",
            source.replica(),
            subscriber.next(),
            service.executed(),
            heldBytes);
  }

  /** What the learner's parts want done, made real. */
  private final class Effects implements SubscriberEffects, ReadEffects, SnapshotEffects {

    /** Without a source it is lost, and sent again. */
    @Override
    public void send(ReplicaSet to, Message message) {
      if (source.isConnected()) {
        world.trace().message(self, "asks", source.replica(), message);
        source.connection().ask(message);
      }
    }

    @Override
    public void subscribe(long first, long creditBytes, long beatNanos) {
      world.trace().event(self, "subscribes from", first);
      openBytes = creditBytes;
      checkGrant();
      source.connection().subscribe(first, creditBytes, beatNanos);
    }

    @Override
    public void credit(long bytes) {
      world.trace().event(self, "credits", bytes);
      openBytes += bytes;
      checkGrant();
      source.connection().credit(bytes);
    }

    private void checkGrant() {
      long creditBytes = settings.subscription().creditBytes();
      world.checks().learners().grants(learner, heldBytes, openBytes, creditBytes);
    }

    @Override
    public void begins(long slot) {
      throw new Violation("learner %d begins with whatever is next", learner);
    }

    @Override
    public void deliver(long slot, Batch batch) {
      world.trace().event(self, "delivers", slot);
      long creditBytes = settings.subscription().creditBytes();
      world.checks().learners().delivers(learner, slot, batch, heldBytes, creditBytes);
      long weight = Subscriber.weight(batch);
      underWay.add(weight);
      heldBytes += weight;
      openBytes -= weight;
      deliveredBytes += weight;
      service.deliver(slot, batch);
    }

    @Override
    public void restoreSnapshot(long end) {
      world.trace().event(self, "restores", end);
      world.checks().learners().restores(learner, end);
      isRestoring = true;
      service.restore(end);
    }

    @Override
    public void leaveSource(String reason) {
      world.trace().event(self, "leaves " + source.replica(), reason);
      source.leave();
    }

    @Override
    public void storeSnapshotPart(SnapshotPart part) {
      world.trace().event(self, "stores", part);
      partsUnderWay++;
      transfer.add(() -> onPartStored(node.snapshots().receive(part)));
    }

    @Override
    public void dropSnapshotParts() {
      world.trace().event(self, "drops parts", "");
      transfer.add(node.snapshots()::dropParts);
    }

    @Override
    public void observe(Fact fact) {
      world.trace().event(self, "observes", fact);
    }

    @Override
    public void serveRead(Object ticket) {
      readsWaiting--;
      Ticket served = (Ticket) ticket;
      service.read(served.read(), served.mustSee());
    }

    @Override
    public void refuseRead(Object ticket, boolean busy) {
      readsWaiting--;
      ReplyStatus status = busy ? ReplyStatus.BUSY : ReplyStatus.NOT_LEADER;
      ((Ticket) ticket).read().answer(status, NOTHING);
    }

    @Override
    public void takeSnapshot() {
      world.trace().event(self, "takes a snapshot", "");
      service.capture(LearnerLife.this::write);
    }

    @Override
    public void cutJournal(long slot) {
      // There is none.
    }
  }
}
