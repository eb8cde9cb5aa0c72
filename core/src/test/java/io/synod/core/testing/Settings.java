package io.synod.core.testing;

import io.synod.core.catchup.CatchUpSettings;
import io.synod.core.cluster.Quorums;
import io.synod.core.election.ElectionSettings;
import io.synod.core.pipeline.PipelineSettings;
import io.synod.core.replica.ReplicaSettings;

/** A replica's settings for tests; each method changes one and returns this. */
public final class Settings {
  public static final long MILLI = 1_000_000;
  public static final long ELECTION_NANOS = 100 * MILLI;
  public static final long HEARTBEAT_NANOS = 20 * MILLI;
  public static final long RETRANSMIT_NANOS = 30 * MILLI;
  public static final long CATCH_UP_NANOS = 15 * MILLI;

  private Quorums quorums;
  private int window = 4;
  private int messageBytes = 1 << 20;
  private long logBytes = 1 << 20;
  private int backlogSlots = 64;
  private int readsMax = 8;

  private Settings(Quorums quorums) {
    this.quorums = quorums;
  }

  public static Settings of(int replicas) {
    return new Settings(Quorums.majority(replicas));
  }

  public Settings quorums(int phase1, int phase2) {
    quorums = new Quorums(quorums.replicas(), phase1, phase2);
    return this;
  }

  public Settings window(int slots) {
    window = slots;
    return this;
  }

  public Settings messageBytes(int bytes) {
    messageBytes = bytes;
    return this;
  }

  public Settings logBytes(long bytes) {
    logBytes = bytes;
    return this;
  }

  public Settings backlogSlots(int slots) {
    backlogSlots = slots;
    return this;
  }

  public Settings readsMax(int reads) {
    readsMax = reads;
    return this;
  }

  public int replicas() {
    return quorums.replicas();
  }

  /** Votes that decide. */
  public int phase2() {
    return quorums.phase2();
  }

  public ReplicaSettings replica(int self) {
    return new ReplicaSettings(
        self,
        quorums,
        election(),
        pipeline(window),
        new CatchUpSettings(messageBytes, CATCH_UP_NANOS),
        logBytes,
        backlogSlots,
        readsMax);
  }

  public static ElectionSettings election() {
    return new ElectionSettings(ELECTION_NANOS, HEARTBEAT_NANOS);
  }

  public static PipelineSettings pipeline(int window) {
    return new PipelineSettings(window, RETRANSMIT_NANOS);
  }
}
