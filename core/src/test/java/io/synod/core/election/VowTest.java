package io.synod.core.election;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.View;
import io.synod.core.settings.ElectionSettings;
import io.synod.core.settings.LeaseSettings;
import io.synod.core.settings.PrioritySettings;
import io.synod.core.testing.Settings;
import org.junit.jupiter.api.Test;

class VowTest {
  private static final View EARLIER = new View(1, 0);
  private static final View VIEW = new View(2, 1);
  private static final View LATER = new View(3, 2);
  private static final long LENGTH = Settings.ELECTION_NANOS;

  // Close to where clocks wrap around.
  private static final long START = Long.MAX_VALUE - 10 * LENGTH;

  private final Vow vow = new Vow(settings(new LeaseSettings(true, 10_000)));

  @Test
  void nothing_is_forbidden_before_it_starts() {
    assertThat(vow.forbids(VIEW, View.NONE, START)).isFalse();
  }

  @Test
  void after_a_start_no_view_may_be_promised_for_an_election_timeout() {
    vow.start(START);
    assertThat(vow.forbids(VIEW, View.NONE, START)).isTrue();
    assertThat(vow.forbids(VIEW, EARLIER, START + LENGTH - 1)).isTrue();
    assertThat(vow.forbids(VIEW, View.NONE, START + LENGTH)).isFalse();
  }

  @Test
  void only_the_view_of_the_heartbeat_may_be_promised_for_an_election_timeout_after_it() {
    vow.give(VIEW, START);
    assertThat(vow.forbids(VIEW, View.NONE, START)).isFalse();
    assertThat(vow.forbids(LATER, View.NONE, START + LENGTH - 1)).isTrue();
    assertThat(vow.forbids(EARLIER, View.NONE, START + LENGTH - 1)).isTrue();
    assertThat(vow.forbids(LATER, View.NONE, START + LENGTH)).isFalse();
  }

  @Test
  void each_heartbeat_renews_it() {
    vow.give(VIEW, START);
    vow.give(VIEW, START + LENGTH - 1);
    assertThat(vow.forbids(LATER, View.NONE, START + 2 * LENGTH - 2)).isTrue();
    assertThat(vow.forbids(LATER, View.NONE, START + 2 * LENGTH - 1)).isFalse();
  }

  @Test
  void a_later_leader_takes_the_place_of_an_earlier_one() {
    vow.give(VIEW, START);
    vow.give(LATER, START);
    assertThat(vow.forbids(LATER, View.NONE, START)).isFalse();
    assertThat(vow.forbids(VIEW, View.NONE, START)).isTrue();
  }

  @Test
  void a_transfer_of_the_view_breaks_it_and_one_of_another_view_does_not() {
    vow.give(VIEW, START);
    assertThat(vow.forbids(LATER, VIEW, START)).isFalse();
    assertThat(vow.forbids(LATER, EARLIER, START)).isTrue();
  }

  @Test
  void once_released_it_forbids_nothing() {
    vow.give(VIEW, START);
    vow.release();
    assertThat(vow.forbids(LATER, View.NONE, START)).isFalse();
  }

  @Test
  void without_leases_it_forbids_nothing() {
    Vow none = new Vow(settings(LeaseSettings.OFF));
    none.start(START);
    assertThat(none.forbids(VIEW, View.NONE, START)).isFalse();
    none.give(VIEW, START);
    assertThat(none.forbids(LATER, View.NONE, START)).isFalse();
  }

  static ElectionSettings settings(LeaseSettings lease) {
    return new ElectionSettings(
        Settings.ELECTION_NANOS, Settings.HEARTBEAT_NANOS, PrioritySettings.NONE, lease);
  }
}
