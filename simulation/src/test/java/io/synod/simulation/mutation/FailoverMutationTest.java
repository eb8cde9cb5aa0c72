package io.synod.simulation.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Puts errors into the way from a silent leader, or one whose service hangs, to the next one: a
 * client must wait longer with each, or connect to leaders without a reason.
 */
class FailoverMutationTest {
  private static final String CORE = "client.ClientCore";
  private static final String HINTS = "client.LeaderHints";
  private static final String WINDOW = "client.SessionWindow";

  private static List<Mutant> errors() {
    return List.of(
        new Mutant(
            "a hint of a leader that the client knows is followed",
            CORE,
            "isHere || !tracker.onHint(leadership, now)) {",
            "!tracker.onHint(leadership, now) && leadership.leader() < 0) {"),
        new Mutant(
            "a client knows the next leader and waits for the silent one",
            CORE,
            "    wire.hangUp();\n    becomeDown(now, now);\n  }\n\n  private boolean isWelcomed",
            "  }\n\n  private boolean isWelcomed"),
        new Mutant(
            "what the silent leader has not answered is not sent to the next one",
            WINDOW,
            "    events.reattached(now);\n    outbox.rewind();\n",
            "    events.reattached(now);\n"),
        new Mutant(
            "a connection for hints that was lost is not replaced",
            HINTS,
            "    inUse = core.needsHints();\n",
            "    inUse = core.needsHints() && (attempts == 0 || link != Link.DOWN);\n"),
        new Mutant(
            "a connection for hints stays with a replica that leads",
            HINTS,
            List.of(
                new Mutant.Edit("leadership.leader() == replica", "leadership.leader() == -2"),
                new Mutant.Edit("(address.equals(core.target()) || isOver(now))", "isOver(now)"))),
        new Mutant(
            "a leader whose service hangs leads on",
            "core.replica.Succession",
            "best(ahead)",
            "NOBODY",
            2));
  }

  @ParameterizedTest
  @MethodSource("errors")
  void every_error_is_found(Mutant mutant) throws ReflectiveOperationException {
    Trials.assertFoundBySeed(mutant, FailoverTrial.class);
  }

  @ParameterizedTest
  @ValueSource(longs = {1})
  void without_an_error_nothing_is_found(long seed) {
    assertThat(new FailoverTrial().apply(seed)).isNull();
  }
}
