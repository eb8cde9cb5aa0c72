package io.synod.tuning.explain;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * What limits a leader.
 *
 * @param limit a sentence that names it
 * @param help a sentence with what a person could change, and what that would bring
 * @param resources the busiest first
 */
public record Explanation(Kind kind, String limit, String help, List<Resource> resources) {
  private static final double THREAD_BUSY = 0.85;
  private static final double DISK_BUSY = 0.85;
  private static final double MACHINE_BUSY = 0.92;
  private static final double WINDOW_FULL = 0.85;
  private static final double BATCH_FULL = 0.7;

  // No more is promised for twice as much of one resource.
  private static final double TWICE = 2;
  private static final double PERCENT = 100;
  private static final double RATE_MIN = 1;

  // With less than that rate each slot takes half a second or more then.
  private static final double UNDECIDED_MIN = 0.5;
  private static final double BYTES_PER_MEGABYTE = 1e6;

  // Slots that wait on their way.
  private static final double OPEN_MIN = 1.5;
  private static final double WAIT_MILLIS_MIN = 3;
  private static final double HALF_BUSY = 0.5;

  /**
   * From this share on a thread, disk or machine is so busy that its round trips say nothing of
   * links: those that wait for a processor look like those that wait for a link.
   */
  public static final double RATHER_BUSY = 0.7;

  /** The kinds of limits. */
  public enum Kind {
    IDLE,
    CLIENTS,
    THREAD,
    PROCESSORS,
    DISK,
    LINK,
    WINDOW,
    WAY,
    UNDECIDED
  }

  public Explanation {
    resources = List.copyOf(resources);
  }

  /** What {@code evidence} shows. */
  public static Explanation of(Evidence evidence) {
    List<Resource> resources = resources(evidence);
    if (evidence.requestsPerSecond() < RATE_MIN) {
      return evidence.openMean() < UNDECIDED_MIN
          ? new Explanation(Kind.IDLE, "There is no load.", "Nothing needs help.", resources)
          : undecided(evidence, resources);
    }
    for (Resource resource : resources) {
      if (resource.limits()) {
        return busy(resource, resources);
      }
    }
    if (!evidence.fullLinks().isEmpty() && busiestHere(resources) < RATHER_BUSY) {
      return links(evidence.fullLinks(), resources);
    }
    if (isQueueing(evidence, resources)) {
      return way(evidence, resources);
    }
    return evidence.openMean() >= WINDOW_FULL * evidence.windowMean()
        ? full(evidence, resources)
        : clients(evidence, resources);
  }

  private static Explanation undecided(Evidence evidence, List<Resource> resources) {
    return new Explanation(
        Kind.UNDECIDED,
        text(
            "The votes: %.1f slots are open on average, and hardly any is decided.",
            evidence.openMean()),
        "'synod status' names replicas that do not answer or have stopped voting, and the log of each"
            + " replica names a disk that takes long.",
        resources);
  }

  /**
   * Whether instances wait outside of this machine: several are open, and each takes far longer
   * than a round trip without load, while nothing here is half busy.
   */
  private static boolean isQueueing(Evidence evidence, List<Resource> resources) {
    double waits = evidence.instanceMillis() - evidence.roundTripMillis();
    return evidence.openMean() >= OPEN_MIN
        && waits > Math.max(WAIT_MILLIS_MIN, evidence.roundTripMillis())
        && busiestHere(resources) <= HALF_BUSY;
  }

  private static double busiestHere(List<Resource> resources) {
    return resources.stream()
        .filter(one -> !one.isLink())
        .mapToDouble(Resource::busy)
        .max()
        .orElse(0);
  }

  private static Explanation links(List<LinkUse> full, List<Resource> resources) {
    List<String> each = full.stream().map(Explanation::described).toList();
    double gain = Math.min(TWICE, 1 / busiestHere(resources));
    return new Explanation(
        Kind.LINK,
        capital(String.join(", and ", each)) + '.',
        text(
            "Twice the bandwidth would give about %.1f times as many requests, unless it is the other"
                + " replica that has no time to read. More requests at a time from the clients"
                + " only wait longer.",
            gain),
        resources);
  }

  private static String described(LinkUse link) {
    return text(
        "%s, %.0f %% busy: it delivers %.1f MB/s, and behind its queue a round trip takes %.2f ms"
            + " instead of %.2f ms",
        name(link),
        PERCENT * link.busy(),
        link.bytesPerSecond() / BYTES_PER_MEGABYTE,
        link.leastMillis(),
        link.shortestMillis());
  }

  private static String name(LinkUse link) {
    return "the link to replica " + link.replica();
  }

  private static Explanation way(Evidence evidence, List<Resource> resources) {
    double megabytes = evidence.instancesPerSecond() * evidence.batchBytes() / BYTES_PER_MEGABYTE;
    return new Explanation(
        Kind.WAY,
        text(
            "The way to the other replicas: a slot takes %.2f ms to decide, a round trip without load"
                + " %.2f ms.",
            evidence.instanceMillis(), evidence.roundTripMillis()),
        text(
            "Slots wait for a link, which carries %.1f MB/s to each replica now, or for the other"
                + " replicas' disks. More bandwidth or faster disks there give more throughput; more"
                + " requests at a time from the clients only wait longer.",
            megabytes),
        resources);
  }

  private static List<Resource> resources(Evidence evidence) {
    List<Resource> resources = new ArrayList<>();
    evidence
        .threads()
        .forEach(
            (name, busy) -> resources.add(new Resource("the thread " + name, busy, THREAD_BUSY)));
    resources.add(new Resource("the journal's disk", evidence.disk(), DISK_BUSY));
    if (!Double.isNaN(evidence.machine())) {
      resources.add(new Resource("the machine's processors", evidence.machine(), MACHINE_BUSY));
    }
    for (LinkUse link : evidence.links()) {
      if (!Double.isNaN(link.busy())) {
        resources.add(Resource.link(name(link), link.busy()));
      }
    }
    resources.sort(Comparator.comparingDouble(Resource::busy).reversed());
    return resources;
  }

  private static Explanation busy(Resource resource, List<Resource> resources) {
    Kind kind =
        switch (resource.name()) {
          case "the journal's disk" -> Kind.DISK;
          case "the machine's processors" -> Kind.PROCESSORS;
          default -> Kind.THREAD;
        };
    String limit = text("%s, %.0f %% busy.", capital(resource.name()), PERCENT * resource.busy());
    String gain = text("about %.1f times as many requests", gain(resource, resources));
    String help =
        switch (kind) {
          case DISK -> "A disk that is twice as fast would give " + gain + ".";
          case PROCESSORS ->
              "Twice as many processors, or nothing else on this machine, would give " + gain + ".";
          default ->
              "Half the work on this thread would give "
                  + gain
                  + ": a service that does less for a request, or threads.layout with more threads"
                  + " if the machine has processors to spare.";
        };
    return new Explanation(kind, limit, help, resources);
  }

  /** If {@code resource} were twice as fast, the next one would be the limit. */
  private static double gain(Resource resource, List<Resource> resources) {
    double next =
        resources.stream()
            .filter(other -> other != resource)
            .mapToDouble(Resource::busy)
            .max()
            .orElse(0);
    return Math.max(1, resource.busy() / Math.max(resource.busy() / TWICE, next));
  }

  private static Explanation full(Evidence evidence, List<Resource> resources) {
    boolean batchesFull = evidence.batchBytes() >= BATCH_FULL * evidence.limits().maxBytes();
    String limit =
        text(
            "The window: %.1f of %.1f slots are open on average, and each takes %.2f ms to decide.",
            evidence.openMean(), evidence.windowMean(), evidence.instanceMillis());
    if (!batchesFull) {
      return new Explanation(
          Kind.WAY,
          limit,
          "Batches are not full, so that a larger window would shorten the time of a request:"
              + " pipeline.window = auto finds the best one.",
          resources);
    }
    return new Explanation(
        Kind.WINDOW,
        limit,
        "No thread, disk or processor of this machine is busy all the time: the way to the quorum is. A larger"
            + " pipeline.window (or auto) helps if instances do not take longer then; if they do,"
            + " only more bandwidth or nearer replicas help.",
        resources);
  }

  private static Explanation clients(Evidence evidence, List<Resource> resources) {
    return new Explanation(
        Kind.CLIENTS,
        text(
            "The clients: they send %,.0f requests a second, and the leader could decide more.",
            evidence.requestsPerSecond()),
        text(
            "Nothing here is busy. A request waits %.2f ms to be batched and %.2f ms to be"
                + " decided; more requests at a time from the clients give more throughput.",
            evidence.queueMillis(), evidence.instanceMillis()),
        resources);
  }

  private static String capital(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
