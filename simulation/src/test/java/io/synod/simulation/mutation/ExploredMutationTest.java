package io.synod.simulation.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Puts errors into the source that the exploration must find: those whose schedules are too
 * unlikely to be drawn, and some that the simulation finds too.
 */
class ExploredMutationTest {
  private static final String ACCEPTOR = "core.acceptor.Acceptor";
  private static final String PIPELINE = "core.pipeline.Pipeline";
  private static final String RECOVERED = "core.recovery.Recovered";
  private static final String CALM = "timers=0 crashes=0";
  private static final String OVERTAKEN = "start=overtaken requests=0 crashes=0";
  private static final String SUPERSEDED = "start=superseded requests=1 crashes=0";
  private static final String CHANGE =
      "start=elected changes=1 alpha=1 requests=0 timers=0 crashes=0";
  private static final String CHANGE_WITH_FENCE =
      "start=elected changes=1 replicas=2 timers=0 crashes=0";
  private static final String CRASH_IN_CHANGE =
      "start=elected changes=1 replicas=2 requests=0 timers=0";
  private static final String SMALL = "bound=small";

  @TestFactory
  Stream<DynamicTest> every_error_is_found() {
    return Stream.of(
        found(
            OVERTAKEN,
            "a leader that learns of another decision leads on",
            "core.replica.Leader",
            "if (pipeline.proposesOtherwise(slot)) {",
            "if (slot < 0) {"),
        found(
            OVERTAKEN,
            "a slot that is decided otherwise is voted for",
            ACCEPTOR,
            "log.isDecided(slot) && !log.batch(slot).equals(message.batch())",
            "slot < 0"),
        found(
            SMALL,
            "votes of other views count",
            PIPELINE,
            "!votedIn.equals(view) || instance == null",
            "instance == null"),
        found(
            SMALL,
            "promises of other views count",
            "core.replica.Candidate",
            "!message.view().equals(view()) || tally.repeats",
            "tally.repeats"),
        found(
            SUPERSEDED,
            "one vote too few decides",
            PIPELINE,
            "instance.voters.size() >= quorum ",
            "instance.voters.size() + 1 >= quorum "));
  }

  @TestFactory
  Stream<DynamicTest> every_error_in_messages_is_found() {
    return Stream.of(
        found(
            "requests=2 crashes=0",
            "a promise hides its votes",
            ACCEPTOR,
            "      votes.add(vote);\n",
            ""),
        found(
            "requests=2 timers=0 crashes=0",
            "a vote counts for the next slot",
            ACCEPTOR,
            "new Accepted(message.view(), message.slot(), me)",
            "new Accepted(message.view(), message.slot() + 1, me)"),
        found(
            CALM,
            "a leader proposes two values in one slot",
            "core.relay.DirectBroadcast",
            "    out.send(everyone, message);",
            "    ReplicaSet last = ReplicaSet.of(2);\n"
                + "    out.send(everyone.without(last), message);\n"
                + "    out.send(last, new Accept(message.view(), message.slot(),\n"
                + "        message.decided(), io.synod.core.command.Batch.NOOP));"),
        found(
            CALM,
            "an Accept commits what it proposes",
            PIPELINE,
            "new Accept(view, instance.slot, log.decided(), instance.batch)",
            "new Accept(view, instance.slot, instance.slot + 1, instance.batch)"),
        found(
            "crashes=0",
            "a heartbeat commits one slot too many",
            "core.replica.Leader",
            "        view, slots.log().decided(), heartbeats.executedByAll(),",
            "        view, slots.log().decided() + 1, heartbeats.executedByAll(),"),
        found(
            "start=overtaken timers=0 crashes=0",
            "an answer to catch-up holds other values",
            "core.catchup.CatchUps",
            "      batches.add(batch);",
            "      batches.add(Batch.NOOP);"),
        found(
            CHANGE_WITH_FENCE,
            "a standby learns other values up to the fence",
            "core.catchup.CatchUps",
            "new Decided(first, log.decided(), batches));",
            "new Decided(first, log.decided(), batches.size() < 2 ? batches\n"
                + "        : java.util.Collections.nCopies(2, Batch.NOOP)));"));
  }

  @TestFactory
  Stream<DynamicTest> every_error_in_what_is_durable_is_found() {
    return Stream.of(
        found(
            CALM,
            "a vote does not wait for the disk",
            ACCEPTOR,
            "out.sendWhenDurable(ReplicaSet.of(from), vote);",
            "out.send(ReplicaSet.of(from), vote);"),
        found(
            "timers=0",
            "a restarted replica has forgotten its votes",
            RECOVERED,
            "    put(record.slot(), new Entry(record.view(), record.batch(), false));\n",
            ""),
        found(
            SMALL,
            "a restarted replica has forgotten its promises",
            RECOVERED,
            "    promise(record.view());\n  }\n\n  @Override\n  public void onVoted(",
            "  }\n\n  @Override\n  public void onVoted("));
  }

  @TestFactory
  Stream<DynamicTest> every_error_in_memberships_is_found() {
    return Stream.of(
        found(
            CHANGE_WITH_FENCE,
            "one vote too few decides in the next membership",
            PIPELINE,
            "    quorum = membership.quorums().phase2();",
            "    quorum = membership.quorums().phase2() - (membership.number() > 0 ? 1 : 0);"),
        found(
            CHANGE_WITH_FENCE,
            "a membership takes effect one slot too early",
            "core.membership.Memberships",
            "proposed.beginningAt(slot + current.alpha())",
            "proposed.beginningAt(slot + current.alpha() - 1)"),
        found(
            CHANGE_WITH_FENCE,
            "a membership is entered once its change is decided",
            "core.membership.MembershipLog",
            "  public Membership current() {\n    return memberships.current();",
            "  public Membership current() {\n"
                + "    return next() == null ? memberships.current() : next();"),
        found(
            CHANGE_WITH_FENCE,
            "a leader opens a slot behind the fence",
            PIPELINE,
            "    fillWindow(Math.min(limit, end), nowNanos, out);",
            "    fillWindow(limit, nowNanos, out);"),
        found(
            CHANGE_WITH_FENCE,
            "a leader does not fill the fence",
            PIPELINE,
            "    if (end != Long.MAX_VALUE) {",
            "    if (end < 0) {"),
        found(
            CHANGE,
            "a replica votes in a membership that it has not entered",
            "core.replica.Dispatch",
            List.of(
                new Mutant.Edit(
                    "    boolean isAhead = messageMembership > membership;",
                    "    boolean isAhead = messageMembership < 0;"),
                new Mutant.Edit("!isAhead && !rounds.admits(acceptor.promised())", "from < 0"))),
        found(
            CRASH_IN_CHANGE,
            "a membership is entered before the end of the last one is recorded",
            "core.replica.Transitions",
            "    parts.decisions.persistBeforeEntering();\n",
            ""),
        found(
            CRASH_IN_CHANGE,
            "a restarted replica begins in the first membership",
            "core.learner.Learner",
            "    memberships.follow(log);\n    executed = log.first();",
            "    executed = log.first();"));
  }

  private static DynamicTest found(
      String limits, String error, String type, String was, String becomes) {
    return found(limits, error, type, List.of(new Mutant.Edit(was, becomes)));
  }

  private static DynamicTest found(
      String limits, String error, String type, List<Mutant.Edit> edits) {
    Mutant mutant = new Mutant(error, type, edits);
    Map<String, String> parsed =
        Stream.of(limits.split(" "))
            .map(limit -> limit.split("="))
            .collect(Collectors.toMap(limit -> limit[0], limit -> limit[1]));
    return DynamicTest.dynamicTest(
        error, () -> assertThat(explore(mutant, parsed)).as("wrong within %s", limits).isNotNull());
  }

  private static String explore(Mutant mutant, Map<String, String> limits)
      throws ReflectiveOperationException {
    Map<String, byte[]> mutated = MutantCompiler.compile(mutant);
    String live = Trials.runLive(mutated, () -> new ExploredTrial().apply(limits));
    return live == null ? explore(new MutantLoader(mutated), limits) : live;
  }

  @SuppressWarnings("unchecked")
  private static String explore(MutantLoader loader, Map<String, String> limits)
      throws ReflectiveOperationException {
    Class<?> type = loader.loadClass(ExploredTrial.class.getName());
    return ((Function<Map<String, String>, String>) type.getConstructor().newInstance())
        .apply(limits);
  }
}
