package io.synod.simulation.timed;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.effect.Effects;
import io.synod.core.message.Accept;
import io.synod.core.message.Decided;
import io.synod.core.message.Message;
import io.synod.core.message.SnapshotPart;
import io.synod.core.replica.Replica;
import io.synod.replica.assembly.Assembly;
import io.synod.replica.assembly.StartFailure;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.stage.ProtocolStage;
import io.synod.replica.stage.ReplicaWatch;
import io.synod.replica.stage.Tuning;
import io.synod.service.ExecutionContext;
import io.synod.service.Service;
import io.synod.service.Snapshot;
import io.synod.simulation.host.DiskPace;
import io.synod.simulation.host.SimulatedHost;
import io.synod.simulation.host.SimulatedMachine;
import io.synod.simulation.host.SimulatedSockets;
import io.synod.simulation.storage.ReplicaDisks;
import io.synod.storage.Journal;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** One process of a production replica whose service needs time. */
final class TimedReplica {
  private static final byte[] ANSWER = new byte[8];

  private final SimulatedHost host;
  private final Assembly replica;

  // Null until the replica has read its disk.
  private Replica core;

  // Of decisions and of parts of snapshots, for a replica that catches up.
  private long asideBytes;

  // Of batches that it has proposed.
  private long slotsProposed;
  private int largestBytes;

  // How long the next request takes beside its work.
  private long hangNanos;

  /**
   * @throws StartFailure if it cannot be assembled
   */
  TimedReplica(
      SimulatedHost host,
      SimulatedSockets sockets,
      ReplicaDisks disks,
      DiskPace pace,
      SynodConfig config,
      int id,
      long requestNanos) {
    this.host = host;
    SimulatedMachine machine = new SimulatedMachine(host, sockets, disks, pace, new Watch());
    replica = new Assembly(machine, config, id, new Slow(requestNanos));
    replica.start();
  }

  boolean leads() {
    return host.isAlive() && core != null && core.leads();
  }

  Assembly assembly() {
    return replica;
  }

  /** The latest view that it follows or leads. */
  View view() {
    return core.promised();
  }

  Tuning.State tuning() {
    return replica.tuning().state();
  }

  /** Slots that it has opened and that are not decided. */
  int openSlots() {
    return core == null ? 0 : core.openSlots();
  }

  /** Bytes that it has sent to replicas that catch up. */
  long asideBytes() {
    return asideBytes;
  }

  /** The bytes of the largest batch that it has proposed since the last call; 0 if none. */
  int takeLargestBytes() {
    int bytes = largestBytes;
    largestBytes = 0;
    return bytes;
  }

  /** The next request does not return for that time. */
  void hang(long nanos) {
    hangNanos = nanos;
  }

  /** As SIGSTOP. */
  void pause() {
    host.pause();
  }

  /** As SIGCONT. */
  void resume() {
    host.resume();
  }

  private final class Watch implements ReplicaWatch {

    @Override
    public Effects begins(ProtocolStage stage, Replica built, Journal journal, Effects effects) {
      core = built;
      return effects;
    }

    @Override
    public ReplicaSet sends(ReplicaSet to, Message message) {
      if (message instanceof Decided decided) {
        asideBytes += decided.bytes();
      } else if (message instanceof SnapshotPart part) {
        asideBytes += part.bytes().length;
      } else if (message instanceof Accept accept && accept.slot() >= slotsProposed) {
        slotsProposed = accept.slot() + 1;
        largestBytes = Math.max(largestBytes, accept.batch().length());
      }
      return to;
    }

    @Override
    public void survives(Throwable bug) {
      fails(bug);
    }

    @Override
    public void fails(Throwable reason) {
      if (host.isAlive()) {
        host.fails(reason);
      }
    }
  }

  /** Keeps nothing. */
  private final class Slow implements Service {
    private final long requestNanos;

    Slow(long requestNanos) {
      this.requestNanos = requestNanos;
    }

    @Override
    public byte[] execute(ByteBuffer request, ExecutionContext context) {
      host.spend(requestNanos);
      if (hangNanos > 0) {
        long nanos = hangNanos;
        hangNanos = 0;
        host.sleep(nanos);
      }
      return ANSWER;
    }

    @Override
    public byte[] query(ByteBuffer request) {
      return ANSWER;
    }

    @Override
    public Snapshot snapshot() {
      return out -> {};
    }

    @Override
    public void restore(InputStream in) {
      // There is nothing to restore.
    }
  }
}
