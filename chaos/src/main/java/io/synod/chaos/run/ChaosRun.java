package io.synod.chaos.run;

import io.synod.chaos.fault.Fault;
import io.synod.chaos.fault.FaultInjector;
import io.synod.chaos.fault.FaultPlan;
import io.synod.chaos.register.Registers;
import io.synod.chaos.timeline.Timeline;
import io.synod.examples.kv.cluster.Digests;
import io.synod.linearizability.KeyedHistory.Violation;
import io.synod.linearizability.RegisterModel;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Runs replica processes of the key-value service under load, injects the faults of a plan into
 * processes, disks and links, and checks the history of the clients.
 */
public final class ChaosRun {
  // On a quiet machine these waits take a second or two; the timeouts measure nothing.
  private static final Duration LEADER_TIMEOUT = Duration.ofSeconds(120);
  private static final Duration CATCH_UP_MAX = Duration.ofSeconds(180);
  private static final long CALM_MILLIS = 2000;
  private static final long FIRST_ACTION_MILLIS_MAX = 120_000;
  private static final long TICK_MILLIS = 10;
  private static final long STALL_MILLIS_MAX = 180_000;

  private final ChaosOptions options;
  private final PrintStream out;
  private final List<Fault> plan;
  private final Registers registers;
  private final List<String> problems = new ArrayList<>();
  private final Lock processes = new ReentrantLock();
  private Timeline timeline;
  private Digests digests;
  private List<Operator.Action> actions = List.of();

  private ChaosRun(ChaosOptions options, PrintStream out) {
    this.options = options;
    this.out = out;
    ChaosOptions.Faults faults = options.faults();
    plan =
        FaultPlan.draw(
            faults.seed(),
            options.processes(),
            (options.replicas() - 1) / 2,
            faults.kinds(),
            faults.length().toMillis());
    int live = Math.max(4, options.clients());
    timeline = new Timeline();
    registers = new Registers(live, faults.seed(), () -> timeline.answer());
  }

  /**
   * Runs the plan on the calling thread, and writes picture and figures. If this process is
   * interrupted, it ends early and reports the results so far. The cluster's files are kept only if
   * there is a problem.
   *
   * @param out receives progress, and then the report
   * @throws IOException if the cluster cannot be created or the files cannot be written
   */
  public static ChaosReport run(ChaosOptions options, PrintStream out) throws IOException {
    return new ChaosRun(options, out).run();
  }

  private ChaosReport run() throws IOException {
    out.printf(
        "%d replicas, %d clients, seed %d: %d faults in about %d s%n",
        options.replicas(),
        options.clients(),
        options.faults().seed(),
        plan.size(),
        plannedMillis() / 1000);
    try (Interruption interruption = new Interruption()) {
      Rig rig = new Rig(options);
      try {
        attempt(rig, interruption);
      } finally {
        rig.close();
      }
      return report(rig, interruption);
    }
  }

  private ChaosReport report(Rig rig, Interruption interruption) throws IOException {
    judge();
    ChaosReport report =
        new ChaosReport(
            options, timeline, registers, digests, actions, outcome(interruption), problems);
    report.write();
    report.print(out);
    if (options.operator().otherBuild() != null) {
      out.printf(
          "%d of %d processes ran the other build%n", rig.cluster.others(), rig.cluster.starts());
    }
    if (problems.isEmpty()) {
      rig.cluster.delete();
    } else {
      out.println("logs and journals are left in " + rig.cluster.directory());
    }
    return report;
  }

  private long plannedMillis() {
    return FaultPlan.endMillis(plan, options.faults().length().toMillis()) + CALM_MILLIS;
  }

  /** Runs all steps that need the processes, and records the problems. */
  private void attempt(Rig rig, Interruption interruption) {
    try {
      rig.cluster.start();
      rig.cluster.awaitLeader(LEADER_TIMEOUT);
      timeline = new Timeline();
      rig.startClients(
          options.clients(),
          options.rates().between(options.clients()),
          registers,
          new Random(options.faults().seed()));
      ReplicaWatch watch = new ReplicaWatch(rig.cluster, timeline);
      Operator operator =
          new Operator(
              rig.cluster,
              timeline,
              processes,
              options.operator(),
              new Random(~options.faults().seed()));
      try {
        operator.start();
        drive(rig, operator);
      } finally {
        try {
          operator.stop();
        } finally {
          actions = operator.actions();
          watch.close();
          timeline.end();
        }
      }
      settle(rig, operator);
    } catch (Exception failure) {
      timeline.end();
      if (!interruption.isInterrupted()) {
        problems.add(failure.getMessage() == null ? failure.toString() : failure.getMessage());
      }
    }
  }

  /** Runs the plan; then waits for the operator's first action, which may last longer than it. */
  private void drive(Rig rig, Operator operator) throws IOException, InterruptedException {
    FaultInjector injector = new FaultInjector(rig.cluster, rig.links, Rig.QUOTA_BYTES);
    Drive drive = new Drive(plan, injector, timeline, processes, rig.cluster.keepsVotes());
    ProgressLine progress = new ProgressLine(out, plannedMillis());
    try {
      while (drive.restMillis(plannedMillis()) > 0
          || !drive.isOver()
          || (operator.isWithoutAction()
              && drive.restMillis(plannedMillis() + FIRST_ACTION_MILLIS_MAX) > 0)) {
        drive.proceed();
        TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
        if (progress.show(timeline, registers)) {
          rig.cluster.checkAlive();
          note(registers.checkLeaving());
        }
      }
    } finally {
      progress.end();
    }
  }

  /** Waits until all members have caught up and all clients have their answers. */
  private void settle(Rig rig, Operator operator) throws Exception {
    for (int id : operator.members()) {
      rig.cluster.awaitCaughtUp(id, CATCH_UP_MAX);
    }
    if (!registers.awaitAnswers(1, STALL_MILLIS_MAX)) {
      throw new IOException("no client receives an answer, though all replicas are members");
    }
    rig.stopClients();
    digests = Digests.converge(rig.cluster);
    if (!digests.agree()) {
      problems.add("the replicas differ: " + digests);
    }
  }

  private void judge() {
    if (problems.stream().noneMatch(problem -> problem.startsWith("register"))) {
      note(registers.checkAll());
    }
  }

  private void note(Violation<Integer, RegisterModel.Input, Long> violation) {
    if (violation != null) {
      problems.add("register %d: %s".formatted(violation.key(), violation.verdict()));
    }
  }

  private ChaosReport.Outcome outcome(Interruption interruption) {
    if (!problems.isEmpty()) {
      return ChaosReport.Outcome.VIOLATED;
    }
    return interruption.isInterrupted()
        ? ChaosReport.Outcome.INTERRUPTED
        : ChaosReport.Outcome.HOLDS;
  }
}
