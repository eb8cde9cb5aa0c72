package io.synod.core.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.View;
import io.synod.core.log.Log;
import io.synod.core.message.Prepare;
import io.synod.core.message.Promise;
import io.synod.core.message.Vote;
import io.synod.core.testing.Batches;
import io.synod.core.testing.RecordedEffects;
import io.synod.core.testing.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A promise is bounded in bytes, and a candidate asks on from where it ended. */
class PromiseChunksTest {
  private static final View CANDIDATE = new View(9, 1);
  private static final Incarnations INCARNATIONS = Settings.incarnations(3);

  private final Log log = new Log(0);
  private final RecordedEffects out = new RecordedEffects();

  @Test
  void chunks_hold_every_vote_once_for_all_gaps_and_sizes() {
    for (long seed = 0; seed < 300; seed++) {
      Log random = new Log(0);
      List<Vote> all = fill(random, new SplittableRandom(seed));
      int bytes = 1 + (int) (seed * 7 % 300);
      assertThat(ask(new Acceptor(0, random, View.NONE, bytes), 0))
          .as("seed %d", seed)
          .isEqualTo(all);
    }
  }

  @Test
  void a_chunk_carries_no_more_bytes_than_allowed_but_one_batch_always() {
    for (int slot = 0; slot < 5; slot++) {
      log.accept(new View(1, 1), slot, Batches.batch("0123456789"));
    }
    int length = Batches.batch("0123456789").length() + 32;
    assertThat(promise(2 * length, 0).votes()).hasSize(2);
    assertThat(promise(2 * length - 1, 0).votes()).hasSize(1);
    assertThat(promise(1, 0).votes()).hasSize(1);
    assertThat(promise(1, 3).end()).isEqualTo(4);
  }

  @Test
  void an_acceptor_that_has_accepted_nothing_says_so_at_once() {
    assertThat(promise(100, 0)).isEqualTo(new Promise(CANDIDATE, 0, 0, 0, List.of(), INCARNATIONS));
    assertThat(promise(100, 7)).isEqualTo(new Promise(CANDIDATE, 7, 7, 7, List.of(), INCARNATIONS));
  }

  @Test
  void a_promise_begins_behind_the_slots_that_were_cut() {
    for (int slot = 0; slot < 4; slot++) {
      log.decide(slot, Batches.batch("s" + slot));
    }
    log.cut(2);
    Promise promise = promise(1 << 20, 0);
    assertThat(promise.first()).isEqualTo(2);
    assertThat(promise.votes()).extracting(Vote::slot).containsExactly(2L, 3L);
    assertThat(promise.votes()).allMatch(Vote::decided);
  }

  @Test
  void trailing_gaps_end_the_last_chunk() {
    log.accept(new View(1, 1), 5, Batches.batch("a"));
    Promise promise = promise(1, 0);
    assertThat(promise.end()).isEqualTo(6).isEqualTo(promise.logEnd());
    assertThat(promise.votes()).hasSize(1);
  }

  private Promise promise(int bytes, long first) {
    out.clear();
    new Acceptor(0, log, View.NONE, bytes)
        .onPrepare(1, new Prepare(CANDIDATE, first), INCARNATIONS, out);
    return out.sent(Promise.class).get(0);
  }

  private List<Vote> ask(Acceptor acceptor, long from) {
    List<Vote> found = new ArrayList<>();
    Promise promise;
    long first = from;
    do {
      out.clear();
      acceptor.onPrepare(1, new Prepare(CANDIDATE, first), INCARNATIONS, out);
      promise = out.sent(Promise.class).get(0);
      assertThat(promise.first()).isEqualTo(first);
      assertThat(promise.end() > first || promise.end() == promise.logEnd()).isTrue();
      found.addAll(promise.votes());
      first = promise.end();
    } while (promise.end() < promise.logEnd());
    return found;
  }

  private static List<Vote> fill(Log log, SplittableRandom random) {
    List<Vote> all = new ArrayList<>();
    for (int slot = 0; slot < random.nextInt(1, 40); slot++) {
      int kind = random.nextInt(4);
      String text = "v".repeat(random.nextInt(120));
      if (kind == 0) {
        log.decide(slot, Batches.batch(text));
      } else if (kind < 3) {
        log.accept(new View(random.nextInt(1, 8), 1), slot, Batches.batch(text));
      }
      if (kind < 3) {
        all.add(log.vote(slot));
      }
    }
    return all;
  }
}
