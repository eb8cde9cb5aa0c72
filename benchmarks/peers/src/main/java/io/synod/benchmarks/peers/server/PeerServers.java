package io.synod.benchmarks.peers.server;

import io.synod.benchmarks.load.Target;
import io.synod.benchmarks.process.ChildLines;
import io.synod.benchmarks.process.ChildServers;
import io.synod.process.Child;
import io.synod.process.Children;
import io.synod.process.ProcessFailure;
import io.synod.process.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A cluster of a peer, one process for each replica, on loopback. */
public final class PeerServers implements ChildServers {
  private static final long POLL_MILLIS = 20;

  private final Children children;
  private final Peer peer;
  private final Target target;
  private final List<Child> replicas = new ArrayList<>();

  // The replica that has reported leadership in the highest term; null if none has.
  private Child leader;
  private long leaderTerm = Long.MIN_VALUE;

  private PeerServers(Children children, Peer peer, int answerBytes) {
    this.children = children;
    this.peer = peer;
    this.target = new Target(peer.name(), peer.addresses(), answerBytes);
  }

  /**
   * Starts all replicas and waits until they listen.
   *
   * @throws ProcessFailure if one ends or does not respond
   */
  public static PeerServers start(
      Children children, Peer peer, Durability durability, int answerBytes)
      throws InterruptedException {
    PeerServers servers = new PeerServers(children, peer, answerBytes);
    Path memory = children.folderIn(Memory.folder());
    Path data = durability == Durability.MEMORY ? memory : children.file("");
    for (int id = 0; id < peer.replicas(); id++) {
      ServerArguments arguments =
          new ServerArguments(
              id,
              peer.members(),
              folder(data, "data-" + id),
              folder(memory, "memory-" + id),
              durability,
              answerBytes);
      servers.replicas.add(
          children.start(peer.name() + " " + id, peer.server(), arguments.toList()));
    }
    for (Child replica : servers.replicas) {
      servers.awaitReady(replica);
    }
    return servers;
  }

  private static Path folder(Path parent, String name) {
    try {
      return Files.createDirectory(parent.resolve(name));
    } catch (IOException noRoom) {
      throw new UncheckedIOException("cannot make a folder in " + parent, noRoom);
    }
  }

  private void awaitReady(Child replica) throws InterruptedException {
    String line = replica.nextLine(START_PATIENCE);
    while (!line.equals(Child.READY)) {
      said(replica, line);
      line = replica.nextLine(START_PATIENCE);
    }
  }

  private void said(Child replica, String line) {
    if (!line.startsWith(ChildLines.LEADS)) {
      throw new ProcessFailure("a replica of %s says '%s'".formatted(peer.name(), line));
    }
    long term = Long.parseLong(line.substring(ChildLines.LEADS.length()));
    if (term > leaderTerm) {
      leaderTerm = term;
      leader = replica;
    }
  }

  @Override
  public Target target() {
    return target;
  }

  @Override
  public Program load() {
    return peer.load();
  }

  @Override
  public List<Child> processes() {
    return List.copyOf(replicas);
  }

  @Override
  public Child leader() throws InterruptedException {
    long end = System.nanoTime() + START_PATIENCE.toNanos();
    while (System.nanoTime() < end) {
      for (Child replica : replicas) {
        replica.checkAlive();
        for (String line = replica.pollLine(); line != null; line = replica.pollLine()) {
          said(replica, line);
        }
      }
      if (leader != null) {
        return leader;
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    throw new ProcessFailure(
        "no replica of %s leads after %d s".formatted(peer.name(), START_PATIENCE.toSeconds()));
  }

  @Override
  public void close() {
    children.end(replicas);
  }
}
