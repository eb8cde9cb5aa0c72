package io.synod.simulation.stranger;

import io.netty.channel.EventLoop;
import io.synod.client.AdminException;
import io.synod.client.ClusterMembers;
import io.synod.client.MembershipChange;
import io.synod.client.SynodAdmin;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.membership.MembershipRequest;
import io.synod.core.settings.SessionSettings;
import io.synod.replica.config.ReplicaAddress;
import io.synod.simulation.check.Violation;
import io.synod.simulation.host.SimulatedHost;
import io.synod.simulation.host.SimulatedSockets;
import io.synod.simulation.host.SimulatedThread;
import io.synod.simulation.node.Deployment;
import io.synod.simulation.node.Nodes;
import io.synod.simulation.node.World;
import io.synod.simulation.scheduler.SkewedClock;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A process that makes an operator's calls with the production {@link SynodAdmin}, one after the
 * other: reads members, versions and limits, changes them, and moves the leadership. It is killed
 * when the faults end, perhaps in the middle of a call.
 */
public final class AdminOperator {
  /** The operator's machine. */
  public static final String ADDRESS = "10.0.4.6";

  private static final long PAUSE_NANOS = 300_000_000;
  private static final long TIMEOUT_NANOS = 4_000_000_000L;
  private static final int ONCE_ONE_IN = 8;
  private static final int WRONG_ONE_IN = 6;
  private static final int ANYONE = -1;

  // So long the last answers may take after the time is over: 200 ms for each question.
  private static final long LATE_NANOS = 2_000_000_000L;

  private final Nodes nodes;
  private final World world;
  private final SplittableRandom random;
  private final SimulatedHost host;
  private final SimulatedThread main;
  private final EventLoop loop;
  private final SynodAdmin admin;

  // Of another cluster, whose replicas it looks for at the addresses of this one.
  private final SynodAdmin elsewhere;

  // Null if the members never change.
  private final MembershipOperator members;
  private final boolean changesLimits;
  private final AdminAnswers answers;
  private int calls;
  private int done;

  // When the call must be over; Long.MAX_VALUE if there is none.
  private long dueNanos = Long.MAX_VALUE;

  // The newest membership when a call began that changed nothing, by its own account; -1 if the
  // last one did not say so.
  private long unchanged = -1;

  // A change that may be made later, and the membership before it. It is repeated until there is a
  // newer one.
  private MembershipRequest open;
  private long before;

  /**
   * @param members draws their changes; null if they never change
   * @param changesLimits whether the limits of sessions may change
   */
  public AdminOperator(
      Nodes nodes,
      World world,
      Deployment deployment,
      SplittableRandom random,
      MembershipOperator members,
      boolean changesLimits) {
    this.nodes = nodes;
    this.world = world;
    this.random = random;
    this.members = members;
    this.changesLimits = changesLimits;
    answers = new AdminAnswers(nodes, world);
    host = deployment.threads().process(new SkewedClock(0, 0, 0), random.split());
    main = new SimulatedThread(host, "main");
    loop = new SimulatedSockets(host, deployment.net(), ADDRESS).eventLoops(1, "operator").next();
    List<InetSocketAddress> contacts = new ArrayList<>();
    for (ReplicaAddress replica : deployment.config().cluster().replicas()) {
      contacts.add(replica.client());
    }
    admin = admin(deployment.config().cluster().name(), contacts);
    elsewhere = admin("elsewhere", contacts);
  }

  private SynodAdmin admin(String cluster, List<InetSocketAddress> contacts) {
    return SynodAdmin.of(cluster, contacts)
        .withEventLoop(loop)
        .withProgress(what -> world.trace().event(-1, "operator waits", what));
  }

  /** How many calls it has begun. */
  public int calls() {
    return calls;
  }

  /** How many of them have not failed. */
  public int done() {
    return done;
  }

  /** Goes on for so long. */
  public void start(long nanos) {
    if (members != null) {
      members.draws();
    }
    world.scheduler().at(nanos, () -> loop.execute(this::end));
    pause();
  }

  private void end() {
    checkTime();
    host.kill();
  }

  private void pause() {
    long nanos = random.nextLong(PAUSE_NANOS);
    world.scheduler().after(1 + nanos, () -> main.soon(this::next));
  }

  private void next() {
    checkUnchanged();
    boolean isOnce = random.nextInt(ONCE_ONE_IN) == 0;
    Duration timeout = Duration.ofNanos(isOnce ? 0 : random.nextLong(TIMEOUT_NANOS));
    dueNanos = host.nanoTime() + timeout.toNanos() + LATE_NANOS;
    calls++;
    try {
      call(timeout);
      done++;
    } catch (AdminException reason) {
      world.trace().event(-1, "operator's call fails", reason.getMessage());
    } catch (InterruptedException impossible) {
      throw new IllegalStateException(impossible);
    }
    checkTime();
    dueNanos = Long.MAX_VALUE;
    pause();
  }

  private void checkTime() {
    if (host.nanoTime() > dueNanos) {
      throw new Violation("an operator's call lasts longer than its time");
    }
  }

  private void call(Duration timeout) throws AdminException, InterruptedException {
    switch (random.nextInt(10)) {
      case 0 -> answers.check(admin.members(timeout));
      case 1 -> {
        boolean isFinished = admin.versions(timeout).isFinished();
        world.trace().event(-1, "operator sees an upgrade that is finished", isFinished);
      }
      case 2 -> admin.finishUpgrade(timeout);
      case 3 -> readLimits(timeout);
      case 4 -> changeLimits(timeout);
      case 5 -> transfer(timeout);
      case 6 -> removeNobody(timeout);
      default -> changeMembers(timeout);
    }
  }

  /** As one who has mistaken the cluster, or the number. */
  private void removeNobody(Duration timeout) throws AdminException, InterruptedException {
    int nobody = ReplicaSet.NUMBERS - 1;
    while (nodes.set().contains(nobody)) {
      nobody--;
    }
    boolean isElsewhere = random.nextBoolean();
    SynodAdmin asked = isElsewhere ? elsewhere : admin;
    ClusterMembers now = asked.remove(nobody, timeout);
    throw new Violation(
        "an operator is told that replica %d, which does not exist, was removed: %s", nobody, now);
  }

  private void changeLimits(Duration timeout) throws AdminException, InterruptedException {
    if (!changesLimits) {
      readLimits(timeout);
      return;
    }
    boolean isWrong = random.nextInt(WRONG_ONE_IN) == 0;
    SessionSettings[] wanted = new SessionSettings[1];
    SessionSettings now =
        admin.changeSessionLimits(
            limits -> wanted[0] = LimitsOperator.drawn(limits, isWrong, random), timeout);
    answers.checkHeld(now);
    if (!now.equals(wanted[0])) {
      throw new Violation("an operator is told that %s hold; wanted were %s", now, wanted[0]);
    }
  }

  private void readLimits(Duration timeout) throws AdminException, InterruptedException {
    answers.checkHeld(admin.sessionLimits(timeout));
  }

  private void transfer(Duration timeout) throws AdminException, InterruptedException {
    int place = random.nextInt(ANYONE, nodes.count());
    int to = place < 0 ? ANYONE : nodes.numbers().get(place);
    world.trace().event(-1, "operator has another one lead", to);
    ClusterMembers now = admin.transferLeadership(to, timeout);
    if (to != ANYONE && now.leader() != to) {
      throw new Violation("replica %d leads, replica %d was to", now.leader(), to);
    }
    answers.check(now);
  }

  private void changeMembers(Duration timeout) throws AdminException, InterruptedException {
    if (members == null) {
      answers.check(admin.members(timeout));
      return;
    }
    boolean repeats = open != null && !isNewer(before);
    MembershipRequest wanted = repeats ? open : members.drawn(world.checks().membership());
    open = null;
    before = world.checks().membership().number();
    world.trace().event(-1, "operator changes the members", wanted);
    try {
      ClusterMembers now = admin.change(change(wanted), timeout);
      answers.check(now);
      if (!wanted.isDryRun()) {
        answers.checkMade(wanted, now);
      }
    } catch (AdminException reason) {
      if (repeats || reason.getMessage().contains("may yet be done")) {
        open = wanted;
      } else if (reason.getMessage().contains("Nothing was changed")) {
        unchanged = before;
      }
      throw reason;
    }
  }

  private boolean isNewer(long membership) {
    return world.checks().membership().number() > membership;
  }

  /** A call that has changed nothing changes nothing later. */
  private void checkUnchanged() {
    if (unchanged >= 0 && isNewer(unchanged)) {
      throw new Violation(
          "membership %d was changed to %d, and the operator was told that nothing was",
          unchanged, world.checks().membership().number());
    }
    unchanged = -1;
  }

  private static MembershipChange change(MembershipRequest request) {
    MembershipChange change = MembershipChange.NONE.reusingNumbers();
    for (int replica : request.add().numbers()) {
      change = change.add(replica);
    }
    for (int replica : request.remove().numbers()) {
      change = change.remove(replica);
    }
    for (MembershipRequest.Move move : request.moves()) {
      change = change.move(move.number(), move.peerAddress(), move.clientAddress());
    }
    for (MembershipRequest.Priority one : request.priorities()) {
      change = change.priority(one.number(), one.priority());
    }
    if (request.phase1() != MembershipRequest.UNCHANGED) {
      change = change.phase1(request.phase1());
    }
    if (request.phase2() != MembershipRequest.UNCHANGED) {
      change = change.phase2(request.phase2());
    }
    if (request.alpha() != MembershipRequest.UNCHANGED) {
      change = change.alpha(request.alpha());
    }
    return request.isDryRun() ? change.dryRun() : change;
  }
}
