package io.synod.benchmarks.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.link.Frames;
import io.synod.link.LinkShape;
import io.synod.network.wire.FrameType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RegionsTest {
  private static final LinkShape AB = LinkShape.delayed(1, 0);
  private static final LinkShape AC = LinkShape.delayed(2, 0);
  private static final LinkShape BC = LinkShape.delayed(3, 0);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Regions regions =
      new Regions(List.of("a", "b", "c"), 3, List.of(AB, AC, BC), PATIENCE);

  @Test
  void regions_are_far_from_each_other_in_both_directions_and_have_nothing_within() {
    assertThat(regions.replicas()).isEqualTo(9);
    assertThat(regions.link(0, 2)).isEqualTo(LinkShape.STRAIGHT);
    assertThat(regions.link(7, 8)).isEqualTo(LinkShape.STRAIGHT);
    assertThat(List.of(regions.link(2, 3), regions.link(5, 0))).containsOnly(AB);
    assertThat(List.of(regions.link(0, 8), regions.link(6, 1))).containsOnly(AC);
    assertThat(List.of(regions.link(3, 6), regions.link(8, 5))).containsOnly(BC);
  }

  @Test
  void each_two_of_four_regions_have_a_link_of_their_own() {
    List<LinkShape> links =
        List.of(1, 2, 3, 4, 5, 6).stream().map(nanos -> LinkShape.delayed(nanos, 0)).toList();
    Regions four = new Regions(List.of("a", "b", "c", "d"), 1, links, PATIENCE);
    assertThat(
            List.of(
                four.link(0, 1),
                four.link(0, 2),
                four.link(3, 0),
                four.link(1, 2),
                four.link(1, 3),
                four.link(3, 2)))
        .isEqualTo(links);
  }

  @Test
  void the_first_region_pre_votes_before_the_others() {
    assertThat(regions.settings(2)).containsExactly("election.timeout=5000ms");
    assertThat(regions.settings(3)).containsExactly("election.timeout=20000ms");
    assertThat(regions.nameOf(3)).isEqualTo("b");
  }

  @Test
  void a_link_for_each_two_regions_is_needed() {
    assertThatThrownBy(() -> new Regions(List.of("a", "b", "c"), 3, List.of(AB, AC), PATIENCE))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void crossing_frames_are_counted_per_purpose() {
    Crossing before = Crossing.NONE.plus(Map.of(FrameType.ACCEPT, new Frames(1, 100)));
    Crossing after =
        before
            .plus(Map.of(FrameType.RELAY, new Frames(2, 300), FrameType.PING, new Frames(7, 70)))
            .plus(Map.of(FrameType.RELAY, new Frames(1, 5), FrameType.CATCH_UP, new Frames(1, 9)));

    Crossing crossed = after.since(before);

    assertThat(crossed.of(Crossing.Purpose.ACCEPT)).isEqualTo(new Frames(3, 305));
    assertThat(crossed.of(Crossing.Purpose.VOTE)).isEqualTo(Frames.NONE);
    assertThat(crossed.of(Crossing.Purpose.LIVENESS)).isEqualTo(new Frames(7, 70));
    assertThat(crossed.of(Crossing.Purpose.REST)).isEqualTo(new Frames(1, 9));
  }
}
