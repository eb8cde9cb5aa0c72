package io.synod.network.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.synod.network.RawConnection;
import io.synod.network.peer.RecordingListener.Connected;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.Levels;
import io.synod.network.wire.PeerHello;
import io.synod.network.wire.PeerWelcome;
import io.synod.network.wire.Refused;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Replica 1 of three meets other versions and other settings. */
@Timeout(60)
class VersionHandshakeTest extends HandshakeFixture {

  @Test
  void settings_that_must_be_equal_and_are_not_are_named() throws Exception {
    try (RawConnection dialler = RawConnection.to(network.address())) {
      dialler.write(new PeerHello("orders", "count = 9", 3, 2, 1).encode(ALLOCATOR));

      assertThat(Refused.decode(dialler.read(FrameType.REFUSED)).reason())
          .isEqualTo(
              "count is 9 at replica 2 and 8 at replica 1, and must be equal: give all replicas the"
                  + " same configuration");
    }
  }

  @Test
  void settings_that_are_written_otherwise_or_not_known_here_do_not_matter() throws Exception {
    try (RawConnection dialler = RawConnection.to(network.address())) {
      dialler.write(new PeerHello("orders", "later = 1, count = 08", 3, 2, 1).encode(ALLOCATOR));

      dialler.read(FrameType.PEER_WELCOME);
      listener.expect(new Connected(2));
    }
  }

  @Test
  void a_replica_that_speaks_later_levels_too_is_spoken_to_at_the_highest_common_one()
      throws Exception {
    try (RawConnection dialler = RawConnection.to(network.address())) {
      dialler.write(hello(new Levels(1, 2, "0.2.0")));

      assertThat(PeerWelcome.decode(dialler.read(FrameType.PEER_WELCOME)))
          .isEqualTo(new PeerWelcome(1, Levels.OWN));
      listener.expect(new Connected(2));
      assertThat(network.levels(2)).isEqualTo(new Levels(1, 2, "0.2.0"));
      assertThat(network.levels(0)).isNull();
    }
  }

  @Test
  void a_replica_without_a_common_level_is_refused_with_both_ranges_and_versions()
      throws Exception {
    try (RawConnection dialler = RawConnection.to(network.address())) {
      dialler.write(hello(new Levels(2, 3, "0.3.0")));

      assertThat(Refused.decode(dialler.read(FrameType.REFUSED)).reason())
          .isEqualTo(
              "replica 2 speaks levels 2 to 3 (Synod 0.3.0), replica 1 level 1 (Synod %s):"
                      .formatted(Levels.OWN.software())
                  + " they have no level in common and cannot talk to each other; upgrade the older"
                  + " one to a version between the two, which speaks a level of each");
      dialler.awaitClose();
    }
    assertThat(network.counters().refused()).isEqualTo(1);
    assertThat(listener.isEmpty()).isTrue();
  }

  @Test
  void a_dialled_replica_without_a_common_level_is_refused() throws Exception {
    try (RawConnection dialled = new RawConnection(replica0.accept())) {
      dialled.read(FrameType.PEER_HELLO);
      dialled.write(new PeerWelcome(0, new Levels(2, 3, "0.3.0")).encode(ALLOCATOR));

      assertThat(Refused.decode(dialled.read(FrameType.REFUSED)).reason())
          .startsWith("replica 0 speaks levels 2 to 3 (Synod 0.3.0), replica 1 level 1 (Synod ");
      dialled.awaitClose();
    }
    assertThat(listener.isEmpty()).isTrue();
  }

  private static ByteBuf hello(Levels levels) {
    return new PeerHello("orders", "count = 8", 3, 2, 1, levels).encode(ALLOCATOR);
  }
}
