package io.synod.simulation.network;

import java.util.ArrayList;
import java.util.List;

/** The paths between each replica and all who reach it over its client port: clients, learners. */
public final class ClientPaths {
  private final List<List<Disturbed>> ofReplica = new ArrayList<>();

  public ClientPaths(int replicas) {
    for (int replica = 0; replica < replicas; replica++) {
      ofReplica.add(new ArrayList<>());
    }
  }

  /** A path to {@code replica}'s client port, or from there. */
  public void add(int replica, Disturbed path) {
    ofReplica.get(replica).add(path);
  }

  /** Nobody reaches {@code replica} until it is mended. */
  public void cut(int replica) {
    ofReplica.get(replica).forEach(Disturbed::cut);
  }

  public void mend(int replica) {
    ofReplica.get(replica).forEach(Disturbed::mend);
  }
}
