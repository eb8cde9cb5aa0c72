package io.synod.simulation.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Explorations that are exhausted within seconds, and what they rest on. */
class ExplorationTest {
  private static final long SECONDS = 300;

  @Test
  void an_election_over_the_head_of_a_leader_that_proposes_is_safe_in_every_order() {
    assertExhausted(5_000, Map.of("crashes", "0"));
  }

  @Test
  void two_leaders_at_a_time_are_safe_in_every_order() {
    assertExhausted(
        10_000, Map.of("start", "superseded", "requests", "2", "timers", "1", "crashes", "0"));
  }

  @Test
  void crashes_of_a_leader_and_its_followers_are_safe_in_every_order() {
    assertExhausted(5_000, Map.of("requests", "2", "timers", "0", "crashes", "1"));
  }

  @Test
  void messages_that_arrive_once_only_reach_nothing_else() {
    assertExhausted(10_000, Map.of("crashes", "0", "duplicates", "0"));
  }

  @Test
  void the_first_election_of_a_formed_cluster_is_safe_in_every_order() {
    assertExhausted(100, Map.of("start", "formed", "timers", "1", "crashes", "0"));
  }

  @Test
  void a_change_of_one_of_three_members_is_safe_in_every_order() {
    assertExhausted(
        10_000, changing(Map.of("alpha", "1", "requests", "0", "timers", "0", "crashes", "0")));
  }

  @Test
  void a_crash_during_a_change_with_a_fence_is_safe_in_every_order() {
    assertExhausted(
        10_000, changing(Map.of("replicas", "2", "requests", "0", "timers", "0", "alpha", "2")));
  }

  @Test
  void the_same_bound_is_explored_in_the_same_way() {
    Bound bound = Bound.SMALL.with(Map.of("timers", "0"));
    ExplorationProgress once = explore(bound).progress();
    ExplorationProgress again = explore(bound).progress();
    assertThat(once).usingRecursiveComparison().ignoringFields("elapsedNanos").isEqualTo(again);
    assertThat(once.states()).isGreaterThan(100);
  }

  @Test
  void ignored_state_changes_nothing_that_is_remembered_or_decided() {
    for (Map<String, String> limits :
        Set.of(
            Map.of("timers", "1", "requests", "0", "crashes", "0"),
            Map.of("timers", "0", "requests", "1", "crashes", "1"),
            Map.of("start", "superseded", "timers", "0", "requests", "1", "crashes", "0"),
            changing(
                Map.of(
                    "replicas", "2", "timers", "0", "requests", "0", "crashes", "0", "alpha", "1")),
            Map.of("start", "formed", "timers", "1", "requests", "0", "crashes", "0"))) {
      Bound bound = Bound.SMALL.with(limits);
      assertThat(remembered(bound, Reduction.IRRELEVANCE))
          .as("within %s", bound)
          .isEqualTo(remembered(bound, Reduction.NONE))
          .hasSizeGreaterThan(2);
    }
  }

  @Test
  void one_that_runs_out_of_time_says_so_and_how_far_it_came() {
    ExplorationResult result = Exploration.explore(Bound.LARGE, 0, progress -> {});
    assertThat(result.ending()).isEqualTo(ExplorationResult.Ending.OUT_OF_TIME);
    assertThat(result.violation()).isNull();
    assertThat(result.progress().depth()).isPositive();
  }

  @Test
  void a_bound_that_makes_no_sense_is_refused() {
    assertThatThrownBy(() -> Bound.SMALL.with(Map.of("views", "0")))
        .hasMessage("views must be from 1 to 9, not 0");
    assertThatThrownBy(() -> Bound.SMALL.with(Map.of("start", "nowhere")))
        .hasMessageContaining("overtaken, not nowhere");
    assertThatThrownBy(() -> Bound.SMALL.with(Map.of("changes", "1", "replicas", "1")))
        .hasMessageContaining("no leader replaces itself");
    assertThatThrownBy(() -> Bound.SMALL.with(Map.of("timers", "any")))
        .hasMessage("timers is a number, not any");
    assertThatThrownBy(() -> Bound.SMALL.with(Map.of("view", "1"))).hasMessageContaining("[view]");
  }

  @Test
  void a_caller_without_our_classes_learns_what_is_wrong_or_nothing() {
    assertThat(Exploration.run(Map.of("bound", "small", "timers", "0", "seconds", "60"))).isNull();
  }

  private static Map<String, String> changing(Map<String, String> limits) {
    Map<String, String> all = new TreeMap<>(limits);
    all.put("start", "elected");
    all.put("changes", "1");
    return all;
  }

  private static Set<String> remembered(Bound bound, Reduction reduction) {
    Set<String> remembered = new HashSet<>();
    Explorer explorer =
        new Explorer(
            new Model(bound), reduction, states -> remembered.add(Arrays.toString(texts(states))));
    explorer.begin();
    while (explorer.deepen(() -> false)) {
      assertThat(explorer.finding()).isNull();
    }
    return remembered;
  }

  private static String[] texts(LocalState[] states) {
    String[] texts = new String[states.length];
    for (int replica = 0; replica < texts.length; replica++) {
      LocalState state = states[replica];
      texts[replica] =
          state.promised()
              + Arrays.toString(state.votes())
              + Arrays.toString(state.claims())
              + state.role();
    }
    return texts;
  }

  private static void assertExhausted(int statesLeast, Map<String, String> limits) {
    ExplorationResult result = explore(Bound.SMALL.with(limits));
    assertThat(result.violation()).isNull();
    assertThat(result.ending()).isEqualTo(ExplorationResult.Ending.EXHAUSTED);
    assertThat(result.progress().states()).isGreaterThan(statesLeast);
  }

  private static ExplorationResult explore(Bound bound) {
    return Exploration.explore(bound, SECONDS, progress -> {});
  }
}
