package io.synod.chaos.run;

import io.synod.chaos.timeline.Timeline;
import io.synod.client.AdminException;
import io.synod.client.ClusterMembers;
import io.synod.client.MembershipChange;
import io.synod.client.SynodAdmin;
import io.synod.examples.process.ProcessCluster;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/**
 * Moves the leadership and changes the members of a cluster every few seconds, while faults happen.
 * An action that is refused, or not done in time, is only counted: a fault may have caused it. Owns
 * a thread.
 */
final class Operator {
  private static final Duration ACTION_MAX = Duration.ofSeconds(30);

  // Clients may notice it a little later.
  private static final long AFTERMATH_MILLIS = 200;

  /** What it does. */
  enum Kind {
    /** Another member leads. */
    MOVE_LEADER,
    /** A standby takes the place of a member, which is started again as a standby. */
    SWAP,
    /** The same, and the replica that was removed loses its directory before. */
    REPLACE_MACHINE,
    /** Standbys take the places of all members. */
    SWAP_ALL
  }

  /**
   * An action that has ended.
   *
   * @param pauseMillis the longest time without an answer meanwhile
   * @param failure why it was refused or given up; null if it was done
   */
  record Action(Kind kind, long beginMillis, long endMillis, long pauseMillis, String failure) {}

  private final ProcessCluster cluster;
  private final SynodAdmin admin;
  private final Timeline timeline;
  private final Lock processes;
  private final ChaosOptions.Operator options;
  private final Random random;
  private final List<Action> actions = new CopyOnWriteArrayList<>();
  private final Thread thread = new Thread(this::run, "operator");

  // Guarded by this.
  private IOException broken;

  /**
   * @param processes is held while it kills or starts a process
   */
  Operator(
      ProcessCluster cluster,
      Timeline timeline,
      Lock processes,
      ChaosOptions.Operator options,
      Random random) {
    this.cluster = cluster;
    this.timeline = timeline;
    this.processes = processes;
    this.options = options;
    this.random = random;
    List<InetSocketAddress> addresses = new ArrayList<>();
    for (int id = 0; id < cluster.size(); id++) {
      addresses.add(cluster.clientAddress(id));
    }
    admin = SynodAdmin.of(cluster.name(), addresses);
  }

  void start() {
    if (options.acts()) {
      thread.setDaemon(true);
      thread.start();
    }
  }

  /**
   * Returns once it acts no more. A process that it has killed runs again by then.
   *
   * @throws IOException if a process could not be started again, or the operator has failed
   */
  void stop() throws IOException, InterruptedException {
    // An interruption between the kill of a process and its start would leave it dead.
    processes.lock();
    try {
      thread.interrupt();
    } finally {
      processes.unlock();
    }
    thread.join();
    synchronized (this) {
      if (broken != null) {
        throw broken;
      }
    }
  }

  /** Whether it acts, and no action was done yet. */
  boolean isWithoutAction() {
    return thread.isAlive() && actions.stream().noneMatch(action -> action.failure() == null);
  }

  /** By time; once it has stopped. */
  List<Action> actions() {
    return List.copyOf(actions);
  }

  /** Those that vote now. */
  List<Integer> members() throws AdminException, InterruptedException {
    return admin.members(ACTION_MAX).members().stream().map(ClusterMembers.Member::number).toList();
  }

  private void run() {
    try {
      while (true) {
        long most = 2 * options.everyMillis();
        TimeUnit.MILLISECONDS.sleep(random.nextLong(most));
        act(kind());
      }
    } catch (InterruptedException stopped) {
      // It acts no more.
      return;
    } catch (IOException cannotStart) {
      breaks(cannotStart);
    } catch (RuntimeException bug) {
      // Without an operator the run tests less than it claims.
      breaks(new IOException("the operator has failed: " + bug.getMessage(), bug));
    }
  }

  private synchronized void breaks(IOException failure) {
    broken = failure;
  }

  private Kind kind() {
    if (options.spares() == 0) {
      return Kind.MOVE_LEADER;
    }
    Kind[] kinds = Kind.values();
    Kind kind = kinds[random.nextInt(kinds.length)];
    boolean isPossible = kind != Kind.SWAP_ALL || 2 * options.spares() >= cluster.size();
    return isPossible ? kind : Kind.SWAP;
  }

  private void act(Kind kind) throws IOException, InterruptedException {
    String failure = null;
    long begin = timeline.nowMillis();
    timeline.takePauseMillis();
    try {
      List<Integer> members = new ArrayList<>(members());
      Collections.shuffle(members, random);
      if (kind == Kind.MOVE_LEADER) {
        admin.transferLeadership(members.get(0), ACTION_MAX);
      } else {
        swap(kind, members);
      }
    } catch (AdminException refused) {
      failure = refused.getMessage();
    }
    long end = timeline.nowMillis();
    TimeUnit.MILLISECONDS.sleep(AFTERMATH_MILLIS);
    actions.add(new Action(kind, begin, end, timeline.takePauseMillis(), failure));
  }

  private void swap(Kind kind, List<Integer> members)
      throws AdminException, IOException, InterruptedException {
    List<Integer> standbys = new ArrayList<>();
    for (int id = 0; id < cluster.size(); id++) {
      if (!members.contains(id)) {
        standbys.add(id);
      }
    }
    Collections.shuffle(standbys, random);
    int places = kind == Kind.SWAP_ALL ? Math.min(members.size(), standbys.size()) : 1;
    MembershipChange change = MembershipChange.NONE.reusingNumbers();
    for (int place = 0; place < places; place++) {
      change = change.remove(members.get(place)).add(standbys.get(place));
    }
    admin.change(change, ACTION_MAX);
    for (int removed : members.subList(0, places)) {
      startAgain(removed, kind == Kind.REPLACE_MACHINE);
    }
  }

  /** As a standby that stays: one that was a member ends by itself, and is not added again. */
  private void startAgain(int removed, boolean forgets) throws IOException, InterruptedException {
    processes.lockInterruptibly();
    try {
      cluster.checkAlive();
      cluster.kill(removed);
      if (forgets) {
        cluster.forget(removed);
      }
      cluster.join(removed);
      cluster.start(removed);
    } finally {
      processes.unlock();
    }
  }
}
