package io.synod.network.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FrameDecoderTest {
  private static final byte[] BUSY = Specimens.encoded(FrameType.BUSY, new Busy(1, 2));

  private final DecodedFrames frames = new DecodedFrames();

  @AfterEach
  void close() {
    frames.close();
  }

  @Test
  void frames_come_out_the_same_wherever_the_stream_is_cut() {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    for (FrameType type : FrameType.values()) {
      stream.writeBytes(Specimens.encoded(type, Specimens.value(type)));
    }
    byte[] bytes = stream.toByteArray();
    List<Object> values = DecodedFrames.of(bytes).values;

    assertThat(values).hasSize(FrameType.values().length);
    for (int step = 1; step < bytes.length; step += 1 + step / 16) {
      try (DecodedFrames cut = new DecodedFrames()) {
        for (int at = 0; at < bytes.length; at += step) {
          cut.read(Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + step)));
        }
        assertThat(cut.values).as("steps of %d bytes", step).isEqualTo(values);
      }
    }
  }

  @Test
  void the_end_of_a_read_is_reported_behind_its_frames() {
    frames.read(concat(BUSY, BUSY));

    assertThat(frames.values).hasSize(2);
    assertThat(frames.readsCompleted).isEqualTo(1);
  }

  @Test
  void a_large_frame_comes_whole_however_it_is_cut() {
    byte[] large = Specimens.frame(FrameType.STATUS, body -> body.writeBytes(letters(3 << 20)));
    for (int step : new int[] {100_000, 262_144 + 12, 700_001}) {
      try (DecodedFrames cut = new DecodedFrames()) {
        cut.decoder.limit(3 << 20);
        for (int at = 0; at < large.length; at += step) {
          cut.read(Arrays.copyOfRange(large, at, Math.min(large.length, at + step)));
        }
        cut.read(BUSY);
        assertThat(cut.types).containsExactly(FrameType.STATUS, FrameType.BUSY);
        assertThat(((Status) cut.values.get(0)).json()).hasSize(3 << 20);
      }
    }
  }

  private static byte[] letters(int count) {
    byte[] letters = new byte[count];
    Arrays.fill(letters, (byte) 'x');
    return letters;
  }

  @Test
  void a_wrong_magic_is_named() {
    frames.read(changed(0, 0x47));

    assertMalformed(MalformedFrame.Kind.MAGIC, "bad magic 0x4759, a frame begins with 0x5359");
  }

  @Test
  void a_wrong_version_is_named_before_anything_else_is_believed() {
    frames.read(changed(2, 7));

    assertMalformed(MalformedFrame.Kind.VERSION, "wire version 7 where 1 is spoken");
  }

  @Test
  void a_negative_length_is_named() {
    frames.read(changed(4, 0x80));

    assertMalformed(MalformedFrame.Kind.LENGTH, "negative body length -2147483632");
  }

  @Test
  void a_length_over_the_limit_names_both_when_only_the_header_has_come() {
    frames.read(Arrays.copyOf(changed(4, 0x01), Frame.HEADER_BYTES));

    assertMalformed(
        MalformedFrame.Kind.LENGTH, "body of 16777232 bytes exceeds the limit of 65536");
  }

  @Test
  void the_limit_can_be_changed_between_frames() {
    frames.decoder.limit(15);
    frames.read(BUSY);

    assertMalformed(MalformedFrame.Kind.LENGTH, "body of 16 bytes exceeds the limit of 15");
  }

  @Test
  void a_checksum_that_does_not_match_is_named() {
    frames.read(changed(27, 3));

    assertThat(frames.malformed.kind()).isEqualTo(MalformedFrame.Kind.CRC);
    assertThat(frames.malformed).hasMessageMatching("checksum 0x\\w{8} does not match .*");
  }

  @Test
  void an_unknown_type_is_named() {
    ByteBuf out = Unpooled.buffer();
    Frame.begin(out, FrameType.BUSY);
    out.setByte(3, 0x7F);
    frames.read(Frame.end(out, 0));

    assertMalformed(MalformedFrame.Kind.TYPE, "unknown frame type 0x7F");
  }

  @Test
  void nothing_is_read_behind_a_malformed_frame() {
    frames.read(concat(changed(2, 7), BUSY));
    frames.read(BUSY);

    assertThat(frames.values).isEmpty();
    assertThat(frames.readsCompleted).isZero();
  }

  @Test
  void nothing_is_read_once_stopped() {
    frames.read(Arrays.copyOf(BUSY, 13));
    frames.decoder.stop();
    frames.read(Arrays.copyOfRange(BUSY, 13, BUSY.length));

    assertThat(frames.values).isEmpty();
    assertThat(frames.malformed).isNull();
  }

  private void assertMalformed(MalformedFrame.Kind kind, String message) {
    assertThat(frames.malformed).hasMessage(message);
    assertThat(frames.malformed.kind()).isEqualTo(kind);
    assertThat(frames.values).isEmpty();
  }

  private static byte[] changed(int at, int value) {
    byte[] bytes = BUSY.clone();
    bytes[at] = (byte) value;
    return bytes;
  }

  private static byte[] concat(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  @Test
  void a_frame_that_claims_much_takes_twice_what_it_has_brought_at_most() {
    FrameMemory memory = new FrameMemory(1 << 20, System::nanoTime);
    try (DecodedFrames claimed = new DecodedFrames(memory)) {
      claimed.decoder.limit(1 << 20);
      claimed.read(FrameStreams.claim(FrameType.STATUS, 1 << 20));
      for (int sent = 12; sent < 500_000; sent += 9_001) {
        assertThat(memory.bytes()).isLessThanOrEqualTo(Math.max(256, 2L * sent));
        claimed.read(new byte[9_001]);
      }
    }
    assertThat(memory.bytes()).isZero();
  }

  @Test
  void one_connection_is_closed_for_an_overflow_however_late_its_event_loop_releases_its_frame() {
    AtomicLong clock = new AtomicLong();
    FrameMemory memory = new FrameMemory(150_000, clock::getAndIncrement);
    try (DecodedFrames first = new DecodedFrames(memory);
        DecodedFrames second = new DecodedFrames(memory);
        DecodedFrames third = new DecodedFrames(memory)) {
      List<DecodedFrames> all = List.of(first, second, third);
      all.forEach(one -> one.decoder.limit(1 << 20));
      all.forEach(one -> one.read(FrameStreams.claim(FrameType.STATUS, 60_000)));
      all.forEach(one -> one.read(new byte[50_000]));
      third.read(new byte[5_000]);
      all.forEach(DecodedFrames::runTasks);
      assertThat(first.malformed.kind()).isEqualTo(MalformedFrame.Kind.UNFINISHED);
      assertThat(second.malformed).isNull();
      assertThat(third.malformed).isNull();
      assertThat(memory.bytes()).isLessThanOrEqualTo(150_000);
    }
    assertThat(memory.bytes()).isZero();
  }

  @Test
  void a_frame_must_end_in_ten_seconds_and_one_more_for_each_64_kib() {
    long second = 1_000_000_000L;
    for (FrameMemory memory : Arrays.asList(new FrameMemory(4 << 20, System::nanoTime), null)) {
      for (int mebibytes : new int[] {0, 1}) {
        try (DecodedFrames late = new DecodedFrames(memory)) {
          late.decoder.limit(4 << 20);
          late.read(FrameStreams.claim(FrameType.STATUS, (mebibytes << 20) + 100));
          long allowed = (10 + 16L * mebibytes) * second;
          late.decoder.checkTime(-second);
          late.decoder.checkTime(allowed - second);
          assertThat(late.malformed).isNull();
          late.decoder.checkTime(allowed);
          assertThat(late.malformed.kind()).isEqualTo(MalformedFrame.Kind.UNFINISHED);
        }
      }
    }
  }

  @Test
  void the_time_of_a_frame_that_ended_does_not_count_for_the_next() {
    long second = 1_000_000_000L;
    try (DecodedFrames busy = new DecodedFrames()) {
      for (int seconds = 0; seconds < 60; seconds++) {
        busy.read(Arrays.copyOf(BUSY, BUSY.length - 1));
        busy.decoder.checkTime(seconds * second);
        busy.read(BUSY[BUSY.length - 1]);
      }
      assertThat(busy.malformed).isNull();
    }
  }

  @Test
  void between_frames_time_does_not_count() {
    try (DecodedFrames idle = new DecodedFrames(new FrameMemory(4 << 20, System::nanoTime))) {
      idle.read(BUSY);
      idle.decoder.checkTime(System.nanoTime() + 1_000_000_000_000L);
      assertThat(idle.malformed).isNull();
    }
  }
}
