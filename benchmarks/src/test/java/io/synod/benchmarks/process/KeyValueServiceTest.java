package io.synod.benchmarks.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.benchmarks.load.KeyValueCommand;
import io.synod.service.ServiceException;
import io.synod.service.Snapshot;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

final class KeyValueServiceTest {
  private final KeyValueService service = new KeyValueService();

  @Test
  void a_get_answers_with_the_last_put() throws Exception {
    assertThat(get(service, 7)).isEmpty();
    assertThat(put(7, "one")).isEmpty();
    put(8, "other");
    put(7, "two");

    assertThat(get(service, 7)).asString().isEqualTo("two");
    assertThat(service.query(ByteBuffer.wrap(KeyValueCommand.get(7)))).asString().isEqualTo("two");
  }

  @Test
  void a_snapshot_is_the_state_at_its_moment_and_replaces_another_one() throws Exception {
    put(1, "kept");
    put(2, "");
    Snapshot snapshot = service.snapshot();
    put(1, "later");
    KeyValueService other = new KeyValueService();
    other.execute(ByteBuffer.wrap(KeyValueCommand.put(3, new byte[] {1})), null);

    other.restore(new ByteArrayInputStream(written(snapshot)));

    assertThat(get(other, 1)).asString().isEqualTo("kept");
    assertThat(get(other, 2)).isEmpty();
    assertThat(get(other, 3)).isEmpty();
    assertThat(written(other.snapshot())).isEqualTo(written(snapshot));
  }

  @Test
  void an_unknown_request_is_refused_and_changes_nothing() {
    assertThatThrownBy(() -> service.execute(ByteBuffer.allocate(8), null))
        .isInstanceOf(ServiceException.class);
    byte[] put = KeyValueCommand.put(1, new byte[1]);
    assertThatThrownBy(() -> service.query(ByteBuffer.wrap(put)))
        .isInstanceOf(ServiceException.class);
  }

  private byte[] put(long key, String value) throws ServiceException {
    return service.execute(ByteBuffer.wrap(KeyValueCommand.put(key, value.getBytes())), null);
  }

  private static byte[] get(KeyValueService service, long key) throws ServiceException {
    return service.execute(ByteBuffer.wrap(KeyValueCommand.get(key)), null);
  }

  private static byte[] written(Snapshot snapshot) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    snapshot.writeTo(out);
    return out.toByteArray();
  }
}
