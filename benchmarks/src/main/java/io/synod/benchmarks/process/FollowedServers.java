package io.synod.benchmarks.process;

import io.synod.benchmarks.load.Target;
import io.synod.process.Child;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A cluster and its learners: these must not end either, and what they use counts. */
public final class FollowedServers implements ChildServers {
  private final ChildServers servers;
  private final Learners learners;

  public FollowedServers(ChildServers servers, Learners learners) {
    this.servers = servers;
    this.learners = learners;
  }

  @Override
  public Target target() {
    return servers.target();
  }

  @Override
  public List<Child> processes() {
    List<Child> all = new ArrayList<>(servers.processes());
    all.addAll(learners.processes());
    return all;
  }

  @Override
  public Child leader() throws InterruptedException {
    return servers.leader();
  }

  /** Of the replicas. */
  @Override
  public List<Map<String, Object>> statuses() throws InterruptedException {
    return servers.statuses();
  }

  @Override
  public void close() {
    // They are ended by who has started them.
  }
}
