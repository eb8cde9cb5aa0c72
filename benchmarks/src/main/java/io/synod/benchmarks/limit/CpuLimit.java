package io.synod.benchmarks.limit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Some processes, each limited to the same share of a processor until this is closed. */
public interface CpuLimit extends AutoCloseable {

  /**
   * Limits these processes by the first means that takes all of them. Threads that they start later
   * are limited too, processes that they start may not be.
   *
   * @throws IOException if no means does, with the reason of each; then none is limited
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

  /** One way to limit processes: all of them, or an exception and none. */
  interface Way {
    CpuLimit limit(List<Long> pids, CpuShare share) throws IOException;
  }

  /** How it is done. */
  CpuMeans means();

  /** The processes that are still there run freely again, and nothing is left of the limit. */
  @Override
  void close();
}
