package io.synod.benchmarks.limit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Limits several processes to the same share of a processor each, until it is closed. */
public interface CpuLimit extends AutoCloseable {

  /**
   * Limits these processes by the first means that works for all of them. Threads that they start
   * later are also limited; processes that they start may not be.
   *
   * @throws IOException if no means works, with the reason of each; then no process is limited
   */
  static CpuLimit on(List<Long> pids, CpuShare share) throws IOException {
    List<String> reasons = new ArrayList<>();
    for (Way way : List.<Way>of(CgroupLimit::version1, CgroupLimit::version2, Pauser::on)) {
      try {
        return way.limit(pids, share);
      } catch (IOException refused) {
        reasons.add(refused.toString());
      }
    }
    throw new IOException("processes cannot be limited here: " + String.join("; ", reasons));
  }

  /** One means of limiting: limits all processes, or throws and limits none. */
  interface Way {
    CpuLimit limit(List<Long> pids, CpuShare share) throws IOException;
  }

  /** The means that it uses. */
  CpuMeans means();

  /** Releases the remaining processes and removes the limit. */
  @Override
  void close();
}
