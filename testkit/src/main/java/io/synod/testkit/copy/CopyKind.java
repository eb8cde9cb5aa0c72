package io.synod.testkit.copy;

/** What distinguishes a copy of the service from the original, and what a difference means. */
enum CopyKind {
  ORIGINAL("the original", ""),
  TWIN(
      "a second instance",
      "Two instances that executed the same requests must agree. Look for static fields, randomness,"
          + " the clock, and an order that depends on Object.hashCode."),
  FRESH(
      "an instance under another class loader",
      "Replicas run in different processes. Look for static fields, and for an order that depends on"
          + " Object.hashCode, as in a HashMap or HashSet with enums or objects as keys."),
  FOLLOWER(
      "an instance that was never the leader",
      "The state must not depend on the role: onRole is called at different times on each replica."),
  REUSED_BUFFERS(
      "an instance whose request buffers are overwritten after each call",
      "The state keeps a request's buffer. Copy the bytes: a kept buffer keeps its whole batch in"
          + " memory."),
  QUERIED(
      "the instance that answered the queries",
      "A query must not change the state: only one replica executes it."),
  SNAPSHOTTED(
      "the instance that captured snapshots", "Capturing a snapshot must not change the state."),
  INSPECTED("the instance whose state was compared around exceptions", ""),
  RESTORED(
      "the instance that restored a snapshot",
      "A restored state must equal the state of a replica that executed everything. Look for a field"
          + " that snapshot or restore leaves out, for state that restore does not clear or onStart"
          + " clears, for a read that returns fewer bytes than restore expects, for a ThreadLocal,"
          + " because another thread may restore, and for an order that depends on the history of a"
          + " HashMap.");

  private final String text;
  private final String advice;

  CopyKind(String text, String advice) {
    this.text = text;
    this.advice = advice;
  }

  String advice() {
    return advice;
  }

  @Override
  public String toString() {
    return text;
  }
}
