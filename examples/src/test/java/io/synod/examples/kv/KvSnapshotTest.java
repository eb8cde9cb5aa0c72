package io.synod.examples.kv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.service.Snapshot;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class KvSnapshotTest {
  private final KvRig kv = new KvRig();

  @Test
  void a_restored_service_is_the_captured_one() throws IOException {
    fill();
    KvRig restored = new KvRig();
    restored.run("SET", "is", "gone");
    restored.service().restore(new ByteArrayInputStream(written()));
    assertThat(restored.service().state()).isEqualTo(kv.service().state());
    assertThat(restored.run("KEYS", "*")).isEqualTo(kv.run("KEYS", "*"));
    assertThat(restored.run("PTTL", "expires:7")).isEqualTo(kv.run("PTTL", "expires:7"));
  }

  @Test
  void synod_can_compare_the_state_of_replicas() throws IOException {
    assertThat(kv.service().digest()).isZero();
    fill();
    KvRig restored = new KvRig();
    restored.restore(new ByteArrayInputStream(written()), kv);
    assertThat(restored.service().digest()).isNotZero().isEqualTo(kv.service().digest());
    kv.run("SET", "another", "v");
    assertThat(restored.service().digest()).isNotEqualTo(kv.service().digest());
  }

  @Test
  void a_snapshot_stays_as_it_was_captured_while_the_service_goes_on() throws IOException {
    fill();
    KvState captured = kv.service().state();
    try (Snapshot snapshot = kv.service().snapshot()) {
      for (int i = 0; i < 2000; i++) {
        kv.run("DEL", "key:" + i);
        kv.run("SET", "new:" + i, "v");
        kv.run("APPEND", "expires:" + i, "x");
      }
      KvRig restored = new KvRig();
      restored.service().restore(new ByteArrayInputStream(written(snapshot)));
      assertThat(restored.service().state()).isEqualTo(captured);
      assertThat(restored.run("EXISTS", "key:5", "new:5")).isEqualTo(":1\r\n");
    }
  }

  @Test
  @Timeout(30)
  void a_snapshot_is_written_by_another_thread_while_requests_are_executed() throws Exception {
    fill();
    String value = "long".repeat(50);
    ExecutorService writer = Executors.newSingleThreadExecutor();
    try {
      for (int round = 0; round < 20; round++) {
        change(round, 0, 300, value);
        byte[] captured = written();
        try (Snapshot snapshot = kv.service().snapshot()) {
          Gate out = new Gate();
          Future<?> writing =
              writer.submit(
                  () -> {
                    snapshot.writeTo(out);
                    return null;
                  });
          out.begun.acquire();
          change(round, 300, 600, value);
          out.opened.release();
          change(round, 600, 2_000, value);
          writing.get();
          assertThat(out.bytes.toByteArray()).isEqualTo(captured);
        }
        assertThat(written()).isNotEqualTo(captured);
      }
    } finally {
      writer.shutdownNow();
    }
  }

  @Test
  void expired_keys_go_the_same_way_on_a_restored_replica() throws IOException {
    fill();
    KvRig restored = new KvRig();
    restored.restore(new ByteArrayInputStream(written()), kv);
    kv.pass(60_000);
    restored.pass(60_000);
    for (int i = 0; i < 10; i++) {
      kv.tick();
      restored.tick();
      assertThat(restored.service().state().digest()).isEqualTo(kv.service().state().digest());
    }
  }

  @Test
  void a_snapshot_that_is_cut_or_changed_anywhere_is_refused_and_changes_nothing()
      throws IOException {
    kv.run("MSET", "a", "1", "b", "2");
    kv.run("HSET", "h", "f", "1", "g", "2");
    byte[] whole = written();
    KvRig other = new KvRig();
    other.run("SET", "k", "v");
    KvState before = other.service().state();
    for (int i = 0; i < whole.length; i++) {
      byte[] cut = Arrays.copyOf(whole, i);
      assertThatThrownBy(() -> other.service().restore(new ByteArrayInputStream(cut)))
          .isInstanceOf(IOException.class);
    }
    for (int i = 24; i < whole.length; i++) {
      byte[] changed = whole.clone();
      changed[i] ^= 1;
      assertThatThrownBy(() -> other.service().restore(new ByteArrayInputStream(changed)))
          .isInstanceOf(IOException.class);
    }
    assertThat(other.service().state()).isEqualTo(before);
  }

  private void change(int round, int first, int end, String value) {
    for (int i = first; i < end; i++) {
      kv.run("SET", "key:" + i, value + round);
      kv.run("DEL", "key:" + (i * 7 + round) % 2_000);
      kv.run("APPEND", "expires:" + i % 1_000, "x");
      kv.run("INCR", "count:" + i % 10);
      kv.pass(1);
    }
  }

  private void fill() {
    for (int i = 0; i < 1000; i++) {
      kv.run("SET", "key:" + i, "value " + i);
      kv.run("SET", "expires:" + i, "v", "PX", Integer.toString(1000 + i));
      kv.run("HSET", "hash:" + i % 10, "field:" + i, "value " + i);
    }
  }

  private byte[] written() throws IOException {
    try (Snapshot snapshot = kv.service().snapshot()) {
      return written(snapshot);
    }
  }

  private static byte[] written(Snapshot snapshot) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    snapshot.writeTo(out);
    return out.toByteArray();
  }

  /** Lets the writer wait after its first bytes until the gate is opened. */
  private static final class Gate extends OutputStream {
    final Semaphore begun = new Semaphore(0);
    final Semaphore opened = new Semaphore(0);
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Override
    public void write(int value) {
      throw new UnsupportedOperationException("written in blocks");
    }

    @Override
    public void write(byte[] from, int offset, int length) {
      if (bytes.size() == 0) {
        begun.release();
        opened.acquireUninterruptibly();
      }
      bytes.write(from, offset, length);
    }
  }
}
