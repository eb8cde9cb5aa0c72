package io.synod.chaos.kill;

import io.synod.chaos.register.RegisterClient;
import io.synod.chaos.register.Registers;
import io.synod.client.SynodClient;
import io.synod.core.settings.Durability;
import io.synod.examples.kv.cluster.Digests;
import io.synod.examples.kv.cluster.KvReplicas;
import io.synod.examples.process.ProcessCluster;
import io.synod.linearizability.KeyedHistory;
import io.synod.linearizability.RegisterModel;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Kills random replicas at random moments, while they serve, while they recover, and starts them
 * again, under the load of clients whose history is kept and checked in the end.
 */
final class KillLoop {
  private static final int REPLICAS = 3;
  private static final int CLIENTS = 4;
  private static final int LIVE_REGISTERS = 4;
  private static final Duration LEADER_TIMEOUT = Duration.ofMinutes(5);
  private static final Duration CATCH_UP_MAX = Duration.ofSeconds(60);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  // So short that requests which a killed leader has taken end as unknown now and then.
  private static final Duration IMPATIENCE = Duration.ofMillis(300);

  /** Of a whole run, at least. */
  static final int ANSWERS_PER_KILL = 50;

  private static final int SERVED_ANSWERS = 50;
  private static final int ANSWERS_MAX = 400;
  private static final int DOWN_MILLIS_MAX = 500;
  private static final int STARTING_MILLIS_MAX = 1500;
  private static final int RECOVERING_MILLIS_MAX = 100;
  private static final int ALIVE_MILLIS_MAX = 1000;
  private static final int REPORT_MILLIS = 10;

  private final Plan plan;
  private final ProcessCluster cluster;
  private final PrintStream out;
  private final Random random;
  private final Registers registers;
  private int kills;

  /**
   * What is to be done.
   *
   * @param kills how many SIGKILLs
   * @param seed of the choice of victims and moments; how the processes run it does not decide
   * @param settings beside the level
   */
  record Plan(String name, Durability level, int kills, long seed, String... settings) {}

  /**
   * What came of it.
   *
   * @param violation null if every register's history is linearizable
   */
  record Outcome(
      int kills,
      long answers,
      Digests digests,
      KeyedHistory.Violation<Integer, RegisterModel.Input, Long> violation) {}

  private KillLoop(Plan plan, ProcessCluster cluster, PrintStream out) {
    this.plan = plan;
    this.cluster = cluster;
    this.out = out;
    random = new Random(plan.seed() ^ plan.name().hashCode());
    registers = new Registers(LIVE_REGISTERS, plan.seed(), () -> {});
  }

  /** Runs all rounds. After a failure it keeps logs and journals, and prints where they are. */
  static Outcome run(Plan plan, PrintStream out) throws Exception {
    boolean holds = false;
    try (ProcessCluster cluster = create(plan)) {
      try {
        Outcome outcome = new KillLoop(plan, cluster, out).run();
        holds = outcome.violation() == null && outcome.digests().agree();
        return outcome;
      } finally {
        if (holds) {
          cluster.delete();
        } else {
          out.printf("%s: FAILED, its files are in %s%n", plan.name(), cluster.directory());
        }
      }
    }
  }

  private static ProcessCluster create(Plan plan) throws IOException {
    List<String> settings = new ArrayList<>(List.of(plan.settings()));
    settings.add("durability = " + plan.level().name().toLowerCase(Locale.ROOT));
    return KvReplicas.quick(REPLICAS, settings.toArray(String[]::new));
  }

  private Outcome run() throws Exception {
    out.printf("%s: %d kills, seed %d%n", plan.name(), plan.kills(), plan.seed());
    cluster.start();
    cluster.awaitLeader(LEADER_TIMEOUT);
    List<SynodClient> connections = new ArrayList<>();
    List<RegisterClient> clients = new ArrayList<>();
    try {
      for (int id = 0; id < CLIENTS; id++) {
        Duration timeout = id % 2 == 0 ? PATIENCE : IMPATIENCE;
        connections.add(cluster.clientBuilder().requestTimeout(timeout).build());
        clients.add(
            new RegisterClient(
                id + 1, connections.get(id), registers, random.nextLong(), Duration.ZERO));
      }
      clients.forEach(RegisterClient::start);
      killAndStart();
      for (RegisterClient client : clients) {
        client.stop();
      }
      clients.get(0).readAll(CATCH_UP_MAX);
    } finally {
      // Also ends the calls of clients that have not stopped.
      connections.forEach(SynodClient::close);
    }
    return judge();
  }

  private Outcome judge() throws Exception {
    KeyedHistory.Violation<Integer, RegisterModel.Input, Long> violation = registers.checkAll();
    Digests digests = Digests.converge(cluster);
    out.printf(
        "%s: %d kills, %,d answers, %,d unknown, %,d registers %s; digests %s%n",
        plan.name(),
        kills,
        registers.answers(),
        registers.unknown(),
        registers.count(),
        violation == null ? "linearizable" : "NOT linearizable",
        digests.agree() ? "equal" : "DIFFER: " + digests);
    return new Outcome(kills, registers.answers(), digests, violation);
  }

  private void killAndStart() throws Exception {
    List<Integer> victims = List.of();
    while (kills < plan.kills()) {
      boolean again = !victims.isEmpty() && random.nextInt(3) == 0;
      if (again) {
        pauseWhileRecovering(victims);
      } else {
        awaitRecovery(victims);
        pause(ALIVE_MILLIS_MAX);
        victims = draw();
      }
      cluster.checkAlive();
      victims.forEach(cluster::kill);
      kills += victims.size();
      out.printf(
          "%s: kill %d of %d: %s%s; %,d answers, %,d unknown%n",
          plan.name(),
          kills,
          plan.kills(),
          victims,
          again ? " while recovering" : "",
          registers.answers(),
          registers.unknown());
      for (int victim : victims) {
        pause(DOWN_MILLIS_MAX);
        cluster.start(victim);
      }
    }
    awaitRecovery(List.of(0, 1, 2));
    awaitEnoughAnswers();
  }

  /** When many die while they recover, few answers lie between the kills: they come afterwards. */
  private void awaitEnoughAnswers() throws InterruptedException {
    long missing = 1 + (long) ANSWERS_PER_KILL * kills - registers.answers();
    if (missing > 0 && !registers.awaitAnswers(missing, CATCH_UP_MAX.toMillis())) {
      throw new AssertionError("the cluster serves too slowly, seed " + plan.seed());
    }
  }

  /** One or several; only sync survives the death of a majority. */
  private List<Integer> draw() {
    List<Integer> all = new ArrayList<>(List.of(0, 1, 2));
    Collections.shuffle(all, random);
    int dice = random.nextInt(10);
    int several = dice < 6 ? 1 : dice < 8 ? 2 : 3;
    int count = plan.level().keepsVotes() ? several : 1;
    return List.copyOf(all.subList(0, Math.min(count, plan.kills() - kills)));
  }

  /** Without durable votes, the next replica may only die once these are members again. */
  private void awaitRecovery(List<Integer> victims) throws Exception {
    boolean everybody = !plan.level().keepsVotes() || kills >= plan.kills();
    for (int victim : everybody ? victims : List.<Integer>of()) {
      cluster.awaitCaughtUp(victim, CATCH_UP_MAX);
    }
    if (!registers.awaitAnswers(SERVED_ANSWERS, CATCH_UP_MAX.toMillis())) {
      throw new AssertionError("the cluster serves nobody any more, seed " + plan.seed());
    }
  }

  /**
   * A random time after the start of the processes, or after the first of them has begun to ask.
   */
  private void pauseWhileRecovering(List<Integer> victims) throws InterruptedException {
    long end = System.nanoTime() + CATCH_UP_MAX.toNanos();
    if (random.nextBoolean()) {
      registers.awaitAnswers(Integer.MAX_VALUE, random.nextInt(STARTING_MILLIS_MAX));
    } else {
      while (cluster.report(victims.get(0)) == null && System.nanoTime() < end) {
        registers.awaitAnswers(Integer.MAX_VALUE, REPORT_MILLIS);
      }
      registers.awaitAnswers(Integer.MAX_VALUE, random.nextInt(RECOVERING_MILLIS_MAX));
    }
  }

  /** A random time, or less if many answers come. */
  private void pause(int millisMax) throws InterruptedException {
    registers.awaitAnswers(1 + random.nextInt(ANSWERS_MAX), random.nextInt(millisMax));
  }
}
