package io.synod.examples.demo;

import io.synod.client.SynodClient;
import io.synod.examples.process.ProcessCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Several clients that write and read, and their findings. */
final class Load implements AutoCloseable {
  private final Completions completions = new Completions();
  private final Verdict verdict = new Verdict();
  private final List<SynodClient> clients = new ArrayList<>();
  private final List<Writer> writers = new ArrayList<>();

  private Load() {}

  /**
   * @param between two requests of a client, at least; it may have 32 that are not answered
   */
  static Load start(ProcessCluster cluster, int clients, Duration between) {
    Load load = new Load();
    for (int id = 0; id < clients; id++) {
      SynodClient client = cluster.client();
      load.clients.add(client);
      load.writers.add(new Writer(id, client, load.completions, load.verdict, between));
    }
    load.writers.forEach(Writer::start);
    return load;
  }

  Completions completions() {
    return completions;
  }

  Verdict verdict() {
    return verdict;
  }

  long acknowledgedWrites() {
    return writers.stream()
        .map(Writer::writes)
        .mapToLong(w -> w.appends().acknowledged() + (long) w.increments().acknowledged())
        .sum();
  }

  long unknownWrites() {
    return writers.stream()
        .map(Writer::writes)
        .mapToLong(w -> w.appends().unknown() + (long) w.increments().unknown())
        .sum();
  }

  /** Ends the load, and waits until every request has ended. */
  void stop() throws InterruptedException {
    for (Writer writer : writers) {
      writer.stop();
    }
  }

  /** Compares the cluster's state with the clients' answers; call it after {@link #stop}. */
  void audit() throws Exception {
    Audit audit = new Audit(clients.get(0)::executeQuery, verdict);
    for (Writer writer : writers) {
      audit.check(writer.writes());
    }
  }

  @Override
  public void close() {
    clients.forEach(SynodClient::close);
  }
}
