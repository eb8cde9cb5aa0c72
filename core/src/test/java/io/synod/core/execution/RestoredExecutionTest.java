package io.synod.core.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.command.Batch;
import io.synod.core.settings.SessionSettings;
import io.synod.core.testing.Entries;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A restored execution must not differ from one that has executed everything itself. */
class RestoredExecutionTest {
  private static final SessionSettings SETTINGS = new SessionSettings(60, 4, 5);
  private static final int BATCHES = 60;

  // What the batches after a restore have led to, over all seeds.
  private final Set<ReplyStatus> statuses = EnumSet.noneOf(ReplyStatus.class);
  private int repeated;
  private int restoredOpen;

  @Test
  void a_restored_execution_goes_on_as_the_one_that_was_captured() throws IOException {
    for (long seed = 0; seed < 400; seed++) {
      compare(seed);
    }
    assertThat(statuses)
        .containsOnly(
            ReplyStatus.OK,
            ReplyStatus.SERVICE_ERROR,
            ReplyStatus.OUT_OF_ORDER,
            ReplyStatus.SESSION_EXPIRED);
    assertThat(repeated).as("requests answered from a cache").isGreaterThan(1_000);
    assertThat(restoredOpen).as("sessions restored").isGreaterThan(1_000);
  }

  private void compare(long seed) throws IOException {
    List<Batch> batches = new Workload(seed).batches();
    int at = new SplittableRandom(~seed).nextInt(BATCHES + 1);
    JournalService service = new JournalService();
    Execution straight = new Execution(service, SETTINGS);
    run(straight, batches, 0, at);
    byte[] captured = Captured.of(straight);
    Execution restored = restored(seed, batches, captured);
    restoredOpen += restored.sessions();
    assertThat(restored.executed()).isEqualTo(at);
    assertThat(restored.sessions()).isEqualTo(straight.sessions());
    assertThat(Captured.of(restored)).as("captured again, seed %d", seed).isEqualTo(captured);

    int executedBefore = service.executed.size();
    List<String> replies = run(straight, batches, at, BATCHES);
    assertThat(run(restored, batches, at, BATCHES)).as("seed %d", seed).isEqualTo(replies);
    assertThat(Captured.of(restored))
        .as("at the end, seed %d", seed)
        .isEqualTo(Captured.of(straight));
    note(replies, service.executed.size() - executedBefore);
  }

  /** With every other seed into an execution that has a past of its own. */
  private static Execution restored(long seed, List<Batch> batches, byte[] captured)
      throws IOException {
    Execution restored = new Execution(new JournalService(), SETTINGS);
    if (seed % 2 == 0) {
      run(restored, batches, 0, (int) (seed % BATCHES));
    }
    restored.restore(new ByteArrayInputStream(captured));
    return restored;
  }

  private void note(List<String> replies, int executed) {
    int answered = 0;
    for (String reply : replies) {
      String[] words = reply.split("[/ ]", 4);
      ReplyStatus status = ReplyStatus.valueOf(words[2]);
      statuses.add(status);
      answered += status == ReplyStatus.OK && Long.parseLong(words[1]) > 0 ? 1 : 0;
    }
    repeated += Math.max(0, answered - executed);
  }

  private static List<String> run(Execution execution, List<Batch> batches, int first, int end) {
    RecordedReplies replies = new RecordedReplies();
    for (int slot = first; slot < end; slot++) {
      execution.execute(slot, batches.get(slot), replies);
    }
    return replies.take();
  }

  /** Batches of clients that do everything wrong; it executes them to know what comes next. */
  private static final class Workload implements Replies {
    private static final int CLIENTS = 14;

    private final SplittableRandom random;
    private final Execution execution = new Execution(new JournalService(), SETTINGS);
    private final Map<Long, Long> expected = new HashMap<>();
    private final long[] ids = new long[CLIENTS];
    private long now = 1_000;

    Workload(long seed) {
      random = new SplittableRandom(seed);
      for (int client = 0; client < CLIENTS; client++) {
        ids[client] = random.nextLong();
      }
    }

    List<Batch> batches() {
      List<Batch> batches = new ArrayList<>();
      for (int slot = 0; slot < BATCHES; slot++) {
        Entries entries = new Entries();
        for (int left = random.nextInt(8); left > 0; left--) {
          entry(entries, ids[random.nextInt(CLIENTS)]);
        }
        // The clocks of leaders differ, so the time of batches goes back too.
        now += random.nextInt(-4, 14);
        batches.add(entries.close(now));
        execution.execute(slot, batches.get(slot), this);
      }
      return batches;
    }

    private void entry(Entries entries, long id) {
      long next = expected.getOrDefault(id, 1L);
      switch (random.nextInt(12)) {
        case 0, 1 -> entries.open(id);
        case 2 -> entries.keepAlive(id);
        case 3 -> {
          if (random.nextInt(3) == 0) {
            entries.closing(id);
          }
        }
        case 4, 5 -> request(entries, id, Math.max(1, next - random.nextInt(1, 6)));
        case 6 -> request(entries, id, next + random.nextInt(1, 3));
        default -> {
          request(entries, id, next);
          expected.put(id, next + 1);
        }
      }
    }

    private void request(Entries entries, long id, long sequence) {
      String text = random.nextInt(6) == 0 ? "refuse" : "r" + random.nextInt(1_000);
      entries.entry(id, sequence, random.nextInt(7), text);
    }

    @Override
    public void reply(long session, long sequence, ReplyStatus status, byte[] answer) {
      if (status == ReplyStatus.SESSION_EXPIRED) {
        expected.remove(session);
      } else if (status == ReplyStatus.OUT_OF_ORDER) {
        expected.put(session, ByteBuffer.wrap(answer).getLong());
      }
    }
  }
}
