package io.synod.service;

/** The state that a query sees. */
public interface QueryContext {

  /**
   * The number of slots that are executed: all before this one. A query that goes through the log
   * sees what was executed before it in this slot too.
   */
  long executed();

  /**
   * The leader time of the last batch that was executed, in milliseconds since the epoch; 0 before
   * the first. While nobody sends requests and no timer is due it stands still, so a service that
   * judges by it in a query sets a timer.
   */
  long leaderTimeMillis();

  /**
   * The version of its behaviour that the service follows in this state; see {@link
   * Service#newestVersion}.
   */
  default int version() {
    return 1;
  }
}
