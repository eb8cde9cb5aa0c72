package io.synod.replica.instrumentation;

/** The work that a replica spends CPU time on: the stages that a request passes, and the rest. */
public enum Activity {
  /** Reads from and writes to clients: admission and answers. */
  CLIENT_IO("client-io"),
  BATCHER("batcher"),
  PROTOCOL("protocol"),
  /** Reads from and writes to other replicas. */
  REPLICA_IO("replica-io"),
  JOURNAL("journal"),
  SERVICE("service"),
  /** Snapshots, their transfer, and this instrumentation. */
  OTHER("other");

  private final String label;

  Activity(String label) {
    this.label = label;
  }

  /** As columns, beans and metrics name it. */
  public String label() {
    return label;
  }

  /** Of the stage of this name. */
  public static Activity ofStage(String stage) {
    for (Activity activity : values()) {
      if (activity.label.equals(stage)) {
        return activity;
      }
    }
    return OTHER;
  }
}
