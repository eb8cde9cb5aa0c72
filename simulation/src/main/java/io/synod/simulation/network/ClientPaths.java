package io.synod.simulation.network;

import java.util.ArrayList;
import java.util.List;

/** The paths between each replica and the users of its client port: clients and learners. */
public final class ClientPaths {
  private final List<List<Disturbed>> ofReplica = new ArrayList<>();

  public ClientPaths(int replicas) {
    for (int replica = 0; replica < replicas; replica++) {
      ofReplica.add(new ArrayList<>());
    }
  }

  /** Adds a path to or from {@code replica}'s client port. */
  public void add(int replica, Disturbed path) {
    ofReplica.get(replica).add(path);
  }

  /** Cuts all paths of {@code replica} until they are mended. */
  public void cut(int replica) {
    ofReplica.get(replica).forEach(Disturbed::cut);
  }

  public void mend(int replica) {
    ofReplica.get(replica).forEach(Disturbed::mend);
  }
}
