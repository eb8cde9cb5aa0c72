package io.synod.simulation.network;

import io.synod.core.cluster.ReplicaSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The paths between each replica and the users of its client port: clients and learners. */
public final class ClientPaths {
  private final Map<Integer, List<Disturbed>> ofReplica = new HashMap<>();

  public ClientPaths(ReplicaSet replicas) {
    for (int replica : replicas.numbers()) {
      ofReplica.put(replica, new ArrayList<>());
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
