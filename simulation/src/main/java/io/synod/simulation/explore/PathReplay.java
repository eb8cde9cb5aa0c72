package io.synod.simulation.explore;

import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/** Replays a path and describes it, with a line for each choice and its effects. */
final class PathReplay implements LiveCluster.Witness {
  private static final String VIOLATION = "VIOLATION: ";

  private final Model model;
  private final Narration narration;
  private final StringBuilder text = new StringBuilder();
  private StringJoiner effects = new StringJoiner("; ");
  private int pendingBefore;
  private Set<Integer> waitingBefore = Set.of();

  private PathReplay(Model model) {
    this.model = model;
    narration = new Narration(model);
  }

  static String of(Model model, Explorer.Finding finding) {
    PathReplay replay = new PathReplay(model);
    replay.describe(finding);
    return replay.text.toString();
  }

  private void describe(Explorer.Finding finding) {
    text.append(finding.wrong().getMessage()).append('\n');
    text.append("found within: ").append(model.bound()).append('\n');
    if (finding.path().length == 0) {
      text.append("  on the way to the start: ")
          .append(VIOLATION)
          .append(finding.wrong())
          .append('\n');
      return;
    }
    LiveCluster cluster = Prologue.begin(model, this);
    int line = 0;
    for (int choice : finding.path()) {
      effects = new StringJoiner("; ", " ⇒ ", "").setEmptyValue("");
      try {
        cluster.apply(choice);
      } catch (RuntimeException wrong) {
        effects.add(VIOLATION + wrong.getMessage());
      }
      text.append("%3d. %s".formatted(++line, narration.choice(Choice.unpack(choice))));
      text.append(effects).append('\n');
    }
    if (text.indexOf(VIOLATION) < 0) {
      text.append("     ").append(VIOLATION).append(finding.wrong().getMessage()).append('\n');
    }
  }

  @Override
  public void before(int replica, LiveReplica live) {
    pendingBefore = live.journal().pending();
    waitingBefore =
        live.journal().waiting().stream().map(Journal.Waiting::message).collect(Collectors.toSet());
  }

  @Override
  public void after(int replica, LiveReplica live, int event, BitSet sent) {
    if (Choice.kind(event) == Choice.Kind.FLUSH) {
      effects.add("disk of %d catches up".formatted(replica));
    } else {
      Journal journal = live.journal();
      tail(journal.pendingFacts(), pendingBefore)
          .forEach(fact -> effects.add("persists " + narration.fact(fact)));
      for (Journal.Waiting waiting : journal.waiting()) {
        if (!waitingBefore.contains(waiting.message())) {
          effects.add("then " + envelope(waiting.message()));
        }
      }
    }
    sent.stream().forEach(message -> effects.add("sends " + envelope(message)));
  }

  private String envelope(int number) {
    Envelope envelope = model.messages().at(number);
    return narration.message(envelope.message()) + " to " + envelope.to();
  }

  private static <T> List<T> tail(List<T> all, int from) {
    return all.subList(Math.min(from, all.size()), all.size());
  }
}
