package io.synod.chaos.hostile;

import io.synod.chaos.hostile.attack.Attack;
import io.synod.chaos.hostile.attack.Attacker;
import io.synod.chaos.hostile.attack.Tally;
import io.synod.chaos.hostile.attack.Targets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** All attackers of a run, with a thread each. Confined to the thread that drives the run. */
final class Assault {
  private static final long END_MILLIS_MAX = 10_000;

  private final CountDownLatch end = new CountDownLatch(1);
  private final Map<String, Tally> tallies = new LinkedHashMap<>();
  private final List<Thread> threads = new ArrayList<>();

  // Failures of attackers, not of replicas.
  private final List<String> failures = Collections.synchronizedList(new ArrayList<>());

  /** Starts all attackers, which attack until {@link #stop}. */
  Assault(Targets targets, HostileOptions options) {
    Random seeds = new Random(options.seed());
    for (Attacker attacker : options.attackers()) {
      Attack attack = new Attack(targets, seeds.nextLong(), end);
      tallies.put(attacker.name(), attack.tally());
      Thread thread = new Thread(() -> run(attacker, attack), "attacker-" + attacker.name());
      thread.setDaemon(true);
      threads.add(thread);
    }
    threads.forEach(Thread::start);
  }

  private void run(Attacker attacker, Attack attack) {
    try {
      attacker.run(attack);
      if (attack.goesOn()) {
        failures.add(attacker.name() + " ended before the attack was over");
      }
    } catch (Throwable unexpected) {
      // Without this attacker the run tests less than it claims.
      failures.add(attacker.name() + ": " + unexpected);
    }
  }

  Map<String, Tally> tallies() {
    return tallies;
  }

  List<String> failures() {
    return List.copyOf(failures);
  }

  /** Ends all attackers and waits until their connections are closed. */
  void stop() throws InterruptedException {
    end.countDown();
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(END_MILLIS_MAX);
    for (Thread thread : threads) {
      long restMillis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      thread.join(Math.max(1, restMillis));
      if (thread.isAlive()) {
        failures.add(thread.getName() + " did not stop within 10 s after the attack");
      }
    }
  }
}
