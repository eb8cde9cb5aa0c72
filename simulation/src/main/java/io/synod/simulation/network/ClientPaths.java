package io.synod.simulation.network;

import io.synod.simulation.scheduler.Scheduler;
import io.synod.simulation.scheduler.Seeds;
import java.util.SplittableRandom;

/** Wires between each client and each replica, both ways. */
public final class ClientNetwork {
  private final Wire[][] toReplica;
  private final Wire[][] toClient;
  private ReplicaPorts replicas;
  private ClientPorts clients;

  /** Where a client's frames arrive. */
  public interface ReplicaPorts {
    void receive(int client, int replica, ClientFrame frame);
  }

  /** Where a replica's frames arrive. */
  public interface ClientPorts {
    void receive(int replica, int client, ServerFrame frame);
  }

  public ClientNetwork(
      int clients, int replicas, Scheduler scheduler, Seeds seeds, LinkConditions conditions) {
    SplittableRandom random = seeds.random("client network");
    toReplica = new Wire[replicas][clients];
    toClient = new Wire[replicas][clients];
    for (int replica = 0; replica < replicas; replica++) {
      for (int client = 0; client < clients; client++) {
        toReplica[replica][client] = new Wire(scheduler, random, conditions);
        toClient[replica][client] = new Wire(scheduler, random, conditions);
      }
    }
  }

  public void connect(ReplicaPorts replicas, ClientPorts clients) {
    this.replicas = replicas;
    this.clients = clients;
  }

  public void send(int client, int replica, ClientFrame frame) {
    toReplica[replica][client].carry(() -> replicas.receive(client, replica, frame));
  }

  public void send(int replica, int client, ServerFrame frame) {
    toClient[replica][client].carry(() -> clients.receive(replica, client, frame));
  }

  /** Whatever disturbs {@code client} and {@code replica} disturbs these paths too. */
  public void disturbs(int client, int replica, Disturbed toReplicaPath, Disturbed toClientPath) {
    toReplica[replica][client].disturbs(toReplicaPath);
    toClient[replica][client].disturbs(toClientPath);
  }

  /** No client reaches {@code replica} until it is mended. */
  public void cut(int replica) {
    for (int client = 0; client < toReplica[replica].length; client++) {
      toReplica[replica][client].cut();
      toClient[replica][client].cut();
    }
  }

  public void mend(int replica) {
    for (int client = 0; client < toReplica[replica].length; client++) {
      toReplica[replica][client].mend();
      toClient[replica][client].mend();
    }
  }

  /** From now on nothing is lost or repeated but by faults that are still active. */
  public void calm() {
    for (int replica = 0; replica < toReplica.length; replica++) {
      for (int client = 0; client < toReplica[replica].length; client++) {
        toReplica[replica][client].calm();
        toClient[replica][client].calm();
      }
    }
  }
}
