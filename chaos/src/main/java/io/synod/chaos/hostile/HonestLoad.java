package io.synod.chaos.hostile;

import io.synod.chaos.hostile.attack.KvPayloads;
import io.synod.chaos.register.RegisterClient;
import io.synod.chaos.register.Registers;
import io.synod.client.RequestFailedException;
import io.synod.client.RequestUnknownException;
import io.synod.client.SynodClient;
import io.synod.examples.process.ProcessCluster;
import io.synod.service.ServiceException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The well-behaved clients, and the times of their answers. Confined to the driving thread. */
final class HonestLoad {
  private static final int CLIENTS = 4;
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Duration READ_MAX = Duration.ofSeconds(60);

  final Progress progress = new Progress();
  final Registers registers;
  private final List<SynodClient> connections = new ArrayList<>();
  private final List<RegisterClient> clients = new ArrayList<>();

  HonestLoad(ProcessCluster cluster, long seed) {
    registers = new Registers(CLIENTS, seed, progress::answered);
    Random random = new Random(seed);
    for (int id = 0; id < CLIENTS; id++) {
      SynodClient connection = cluster.clientBuilder().requestTimeout(TIMEOUT).build();
      connections.add(connection);
      clients.add(
          new RegisterClient(id + 1, connection, registers, random.nextLong(), Duration.ZERO));
    }
  }

  /** Writes the values that attackers request. */
  void prepare()
      throws ServiceException,
          RequestFailedException,
          RequestUnknownException,
          InterruptedException {
    for (byte[] request : KvPayloads.preparation()) {
      connections.get(0).execute(request);
    }
  }

  void start() {
    progress.restart();
    clients.forEach(RegisterClient::start);
  }

  /** Waits for the end of each client's last call, and reads every register back. */
  void stop() throws Exception {
    clients.forEach(RegisterClient::halt);
    for (RegisterClient client : clients) {
      client.stop();
    }
    clients.get(0).readAll(READ_MAX);
  }

  /** Ends all calls and connections, and throws if a client failed. */
  void end() throws Exception {
    clients.forEach(RegisterClient::halt);
    connections.forEach(SynodClient::close);
    for (RegisterClient client : clients) {
      client.stop();
    }
  }
}
