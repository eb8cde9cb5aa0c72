package io.synod.tuning.model;

/**
 * What an instance takes beside the papers' costs: of processors that the leader shares with others
 * or has several of, and of waits that instances under way share. All in elapsed time.
 *
 * @param passing milliseconds that pass for each millisecond of &phi;_inst_CPU; 1 on one processor
 *     of its own, less if the leader's stages run on several, more if others run on them too
 * @param millisPerRequest what others on the same processors spend on a request: clients; at least
 *     0
 * @param millisPerKib what others spend on each 1024 bytes of S_2a: followers on the same
 *     processors, and the bandwidth of the journal's disk; at least 0
 * @param waitMillis in which an instance waits and uses no processor: for a commit of the journal,
 *     for a thread that wakes up. With w instances under way, w of them wait at the same time; at
 *     least 0
 */
public record Sharing(
    double passing, double millisPerRequest, double millisPerKib, double waitMillis) {
  /** As the papers have it: a processor of the leader's own, and no disk. */
  public static final Sharing NONE = new Sharing(1, 0, 0, 0);

  private static final double KIB = 1024;

  public Sharing {
    boolean valid = passing >= 0 && millisPerRequest >= 0 && millisPerKib >= 0 && waitMillis >= 0;
    if (!valid || Double.isInfinite(passing + millisPerRequest + millisPerKib + waitMillis)) {
      throw new IllegalArgumentException(
          "%s ms for each of the processor, of others %s ms a request and %s ms/KiB, a wait of %s ms"
              .formatted(passing, millisPerRequest, millisPerKib, waitMillis));
    }
  }

  /**
   * The same with a disk that each instance waits for.
   *
   * @param commit how long the journal takes to write and force, as a function of the bytes;
   *     instances under way share a commit
   */
  public Sharing withDisk(LinearCost commit) {
    return new Sharing(
        passing,
        millisPerRequest,
        millisPerKib + commit.millisPerKib(),
        waitMillis + commit.millis());
  }

  /** Elapsed milliseconds of processors and disk for an instance, however many are under way. */
  double busyMillis(double cpuMillis, double requests, double batchBytes) {
    return passing * cpuMillis + millisPerRequest * requests + millisPerKib * batchBytes / KIB;
  }
}
