package io.synod.simulation.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Puts errors into the making and forming of replicas that are restored from a backup. */
class RestoreMutationTest {
  private static final String JOINING = "core.recovery.Joining";
  private static final String BACKUP = "storage.backup.Backup";

  private static List<Mutant> errors() {
    return List.of(
        new Mutant(
            "the origin is not compared",
            JOINING,
            "        && !reply.origin().equals(origin);",
            "        && reply.origin() == null;"),
        new Mutant(
            "--until is off by one: the slot itself is left out",
            BACKUP,
            List.of(
                new Mutant.Edit("if (slot > until) {", "if (slot >= until) {"),
                new Mutant.Edit("end[0] != until + 1", "end[0] != until"))),
        new Mutant(
            "--until is off by one: the slot behind it is restored too",
            BACKUP,
            List.of(
                new Mutant.Edit("if (slot > until) {", "if (slot > until + 1) {"),
                new Mutant.Edit("end[0] != until + 1", "end[0] != until + 2"))),
        new Mutant(
            "the nonce is copied",
            "storage.backup.Restoration",
            "new SecureRandom()::nextLong",
            "() -> 1"),
        new Mutant(
            "a restored directory joins a cluster that has formed before",
            JOINING,
            "      if (!origin.isNone()) {",
            "      if (origin == null) {"),
        new Mutant(
            "a restored replica starts without what it lacks",
            "core.recovery.Recovered",
            "        decidedEnd == origin.end() && firstUnknown()",
            "        firstUnknown()"));
  }

  @ParameterizedTest
  @MethodSource("errors")
  void every_error_is_found(Mutant mutant) throws ReflectiveOperationException {
    Trials.assertFound(mutant, RestoreTrial.class);
  }

  @Test
  void without_an_error_nothing_is_found() {
    assertThat(new RestoreTrial().get()).isNull();
  }
}
