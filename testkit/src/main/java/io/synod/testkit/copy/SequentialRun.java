package io.synod.testkit.copy;

import io.synod.core.command.Batch;
import io.synod.core.execution.ExecutionSnapshot;
import io.synod.core.version.ClusterVersion;
import io.synod.core.version.UpgradeEntry;
import io.synod.service.Lifecycle;
import io.synod.testkit.history.Step;
import io.synod.testkit.service.SequentialModel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Runs one history on all copies of a service, and compares them with the original after every
 * batch.
 */
public final class SequentialRun {
  private static final int QUERIES_AT_THE_END = 20;

  // Of one pause. A timer that is set again every millisecond would fill minutes with batches.
  private static final int TIMER_BATCHES_MAX = 200;

  private final Subject subject;
  private final List<Step> history;
  private final Map<CopyKind, Copy> copies = new EnumMap<>(CopyKind.class);
  private final Clients clients = new Clients();

  // All that were started, also those that others have replaced.
  private final List<Copy> started = new ArrayList<>();

  // Null if there is none.
  private final SequentialModel model;

  // Of each slot: the batch, and what the original did.
  private final List<Batch> batches = new ArrayList<>();
  private final List<List<String>> outcomes = new ArrayList<>();
  private final List<Pending> pending = new ArrayList<>();
  private int step;

  // The run has ended where a class of the service could not be linked under another class loader.
  private boolean isUnlinked;

  /** A snapshot that is captured and not written. */
  private record Pending(ExecutionSnapshot snapshot, byte[] atOnce, int dueStep, boolean isUsed) {}

  /** The history shows a mistake. */
  private static final class Found extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient Difference difference;

    private Found(Difference difference) {
      this.difference = difference;
    }
  }

  private SequentialRun(Subject subject, List<Step> history) {
    this.subject = subject;
    this.history = history;
    model = subject.newModel();
  }

  /** The idle time of sessions. */
  public static long idleMillis() {
    return Copy.IDLE_MILLIS;
  }

  /** Null if the copies agree. */
  public static Difference run(Subject subject, List<Step> history) {
    SequentialRun run = new SequentialRun(subject, history);
    Difference difference = run.difference();
    Difference ending = run.release();
    if (run.isUnlinked) {
      // Shows whether the service itself fails, or only under another class loader.
      return run(subject, history);
    }
    return difference == null ? ending : difference;
  }

  private Difference difference() {
    try {
      start();
      for (step = 0; step < history.size(); step++) {
        take(history.get(step));
      }
      end();
      return null;
    } catch (Found found) {
      return found.difference;
    } catch (IOException | RuntimeException | Error failure) {
      isUnlinked = hasFresh() && isOfLinking(failure);
      if (isUnlinked) {
        subject.fresh().giveUp(failure);
        return null;
      }
      return new Difference("the service stops its replica: " + reason(failure), failure);
    }
  }

  private boolean hasFresh() {
    return subject.fresh() != null && subject.fresh().isUsable();
  }

  private static boolean isOfLinking(Throwable failure) {
    return failure instanceof LinkageError
        || failure.getCause() != null && isOfLinking(failure.getCause());
  }

  /** Closes snapshots and stops all copies. Null if none of them fails at that. */
  private Difference release() {
    Difference first = null;
    List<Runnable> ends = new ArrayList<>();
    pending.forEach(one -> ends.add(one.snapshot::close));
    started.forEach(copy -> ends.add(copy::stop));
    for (Runnable end : ends) {
      try {
        end.run();
      } catch (RuntimeException | Error failure) {
        first =
            first == null ? new Difference("the service fails to end: " + failure, failure) : first;
      }
    }
    return first;
  }

  private static String reason(Throwable failure) {
    return failure.getCause() == null
        ? failure.toString()
        : failure.getMessage() + ", because of " + reason(failure.getCause());
  }

  private void start() throws Found {
    boolean hasRoles = subject.factory().create() instanceof Lifecycle;
    for (CopyKind kind : CopyKind.values()) {
      boolean isLater = kind == CopyKind.RESTORED;
      boolean isImpossible =
          kind == CopyKind.FRESH && !hasFresh() || kind == CopyKind.FOLLOWER && !hasRoles;
      if (!isLater && !isImpossible) {
        Copy copy = copy(kind);
        start(copy);
        copies.put(kind, copy);
      }
    }
    ClusterVersion newest = original().known().newest();
    if (!newest.equals(ClusterVersion.FIRST)) {
      execute(UpgradeEntry.batch(newest));
    }
  }

  private Copy copy(CopyKind kind) {
    return new Copy(
        kind,
        kind == CopyKind.FRESH ? subject.fresh().create() : subject.factory().create(),
        model,
        subject.refusalsMayChange());
  }

  private void start(Copy copy) {
    started.add(copy);
    copy.start();
  }

  private Copy original() {
    return copies.get(CopyKind.ORIGINAL);
  }

  private void take(Step next) throws Found, IOException {
    writeSnapshots(step);
    if (next instanceof Step.Request request) {
      clients.request(request.client(), request.bytes());
      boolean goesOn =
          step + 1 < history.size()
              && history.get(step + 1) instanceof Step.Request following
              && following.sameBatch();
      if (!goesOn) {
        execute();
      }
    } else if (next instanceof Step.Query query) {
      ask(query.bytes());
    } else if (next instanceof Step.Leaving leaving) {
      if (clients.leave(leaving.client())) {
        execute();
      }
    } else if (next instanceof Step.Pause pause) {
      pass(pause);
    } else if (next instanceof Step.Capture capture) {
      capture(capture);
    }
  }

  /**
   * The leader closes a batch when a timer is due, and clients keep their sessions alive. After
   * many timers it is late with all others.
   */
  private void pass(Step.Pause pause) throws Found {
    long end = clients.timeMillis() + pause.millis();
    for (int closed = 0; clients.timeMillis() < end; closed++) {
      long soon = Math.min(end, clients.timeMillis() + Copy.IDLE_MILLIS / 3);
      long due = closed < TIMER_BATCHES_MAX ? original().nextTimerMillis() : soon;
      clients.setTime(Math.max(clients.timeMillis() + 1, Math.min(soon, due)));
      clients.keepAlive(pause.silent());
      execute();
    }
  }

  private void execute() throws Found {
    execute(clients.close());
  }

  private void execute(Batch batch) throws Found {
    List<String> expected = original().execute(batch, clients);
    batches.add(batch);
    outcomes.add(expected);
    mistakes(original());
    long digest = original().tracked().digest();
    boolean threw = expected.stream().anyMatch(line -> line.startsWith("refuses"));
    for (Copy copy : copies.values()) {
      if (copy.kind() == CopyKind.ORIGINAL) {
        continue;
      }
      copy.tracked().inspect(threw && copy.kind() == CopyKind.INSPECTED);
      compare(copy, expected, copy.execute(batch, (session, sequence, status, answer) -> {}));
      mistakes(copy);
      if (copy.tracked().digest() != digest) {
        throw differs(copy, "digest() returns the same", "digest() returns another value");
      }
    }
  }

  private static void mistakes(Copy copy) throws Found {
    Difference mistake = copy.tracked().mistake();
    if (mistake != null) {
      throw new Found(mistake);
    }
  }

  private static void compare(Copy copy, List<String> expected, List<String> actual) throws Found {
    for (int line = 0; line < Math.max(expected.size(), actual.size()); line++) {
      String original = line < expected.size() ? expected.get(line) : "nothing more";
      String other = line < actual.size() ? actual.get(line) : "nothing more";
      if (!original.equals(other)) {
        throw differs(copy, (line > 0 ? expected.get(line - 1) + ": " : "") + original, other);
      }
    }
  }

  private static Found differs(Copy copy, String expected, String actual) {
    return new Found(
        new Difference(
            copy.kind().ordinal(),
            "%s differs from the original.%n  original: %s%n  here:     %s%n%s"
                .formatted(copy.kind(), expected, actual, copy.kind().advice()),
            null));
  }

  /** The copies that answer queries answer this one, the others at the end. */
  private void ask(byte[] query) throws Found {
    Copy asked = copies.get(CopyKind.QUERIED);
    List<String> answer = asked.query(query);
    mistakes(asked);
    Copy restored = copies.get(CopyKind.RESTORED);
    if (restored != null) {
      compare(restored, answer, restored.query(query));
    }
  }

  private void capture(Step.Capture capture) throws IOException {
    Copy copy = copies.get(CopyKind.SNAPSHOTTED);
    byte[] atOnce = Copy.written(copy.capture());
    pending.add(new Pending(copy.capture(), atOnce, step + capture.stepsLater(), capture.isUsed()));
  }

  private void writeSnapshots(int dueStep) throws Found, IOException {
    for (Iterator<Pending> all = pending.iterator(); all.hasNext(); ) {
      Pending one = all.next();
      if (one.dueStep <= dueStep) {
        all.remove();
        long end = one.snapshot.end();
        byte[] late = OtherThread.run(() -> Copy.written(one.snapshot));
        compare(
            late,
            one.atOnce,
            "a snapshot that is written later, on another thread, differs from one that is written"
                + " at once: it shows state that changes while the service goes on, or a"
                + " ThreadLocal. Copy the state in snapshot(), or use one that never changes.");
        restore(late, end, one.isUsed);
      }
    }
  }

  private static void compare(byte[] later, byte[] atOnce, String otherwise) throws Found {
    if (!Arrays.equals(later, atOnce)) {
      throw new Found(new Difference(otherwise, null));
    }
  }

  /** Restores the snapshot and executes everything behind it. */
  private void restore(byte[] snapshot, long end, boolean isUsed) throws Found, IOException {
    Copy copy = copies.get(CopyKind.RESTORED);
    if (isUsed && copy != null) {
      restoreBehindCapture(snapshot, copy);
    } else {
      copy = copy(CopyKind.RESTORED);
      restore(snapshot, copy);
      // As in a process, which restores what is on its disk before it calls onStart.
      start(copy);
    }
    copies.put(CopyKind.RESTORED, copy);
    for (int slot = (int) end; slot < batches.size(); slot++) {
      compare(
          copy,
          outcomes.get(slot),
          copy.execute(batches.get(slot), (session, sequence, status, answer) -> {}));
      mistakes(copy);
    }
  }

  private static void restoreBehindCapture(byte[] snapshot, Copy copy) throws Found, IOException {
    ExecutionSnapshot before = copy.capture();
    byte[] atOnce = Copy.written(copy.capture());
    try (before) {
      restore(snapshot, copy);
      compare(
          Copy.written(before),
          atOnce,
          "a snapshot that is written after restore() differs from one that is written at once:"
              + " restore() has changed what the snapshot shows. Replace shared state, do not clear"
              + " it.");
    }
  }

  private static void restore(byte[] snapshot, Copy copy) throws Found {
    try {
      copy.restore(snapshot);
    } catch (IOException refusal) {
      throw new Found(
          new Difference(
              "the service stops its replica: "
                  + reason(refusal)
                  + ". A read of the stream may return fewer bytes than it is asked for: use"
                  + " readFully or readNBytes.",
              refusal));
    }
  }

  private void end() throws Found, IOException {
    writeSnapshots(Integer.MAX_VALUE);
    compareSnapshots();
    askAll();
  }

  private void compareSnapshots() throws Found {
    byte[] expected = original().tracked().written();
    mistakes(original());
    if (!Arrays.equals(expected, original().tracked().written())) {
      throw new Found(
          new Difference(
              "two snapshots of the same state differ. Capturing or writing a snapshot must not"
                  + " change the state, and equal states must write equal snapshots.",
              null));
    }
    for (Copy copy : copies.values()) {
      byte[] actual = copy.tracked().written();
      mistakes(copy);
      if (!Arrays.equals(expected, actual)) {
        throw differs(
            copy,
            "a snapshot of %d bytes".formatted(expected.length),
            "a snapshot of %d bytes that differs from byte %d on; equal states must write equal"
                    .formatted(actual.length, Math.abs(Arrays.mismatch(expected, actual)))
                + " snapshots, so write maps and sets in a fixed order");
      }
    }
  }

  private void askAll() throws Found {
    List<byte[]> queries =
        history.stream()
            .map(one -> one instanceof Step.Query query ? query.bytes() : null)
            .filter(Objects::nonNull)
            .limit(QUERIES_AT_THE_END)
            .toList();
    for (byte[] query : queries) {
      List<String> expected = original().query(query);
      for (Copy copy : copies.values()) {
        if (copy != original()) {
          compare(copy, expected, copy.query(query));
        }
        mistakes(copy);
      }
    }
  }
}
