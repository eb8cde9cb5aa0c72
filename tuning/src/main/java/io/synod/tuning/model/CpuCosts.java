package io.synod.tuning.model;

/**
 * The leader's CPU costs (S13, section III).
 *
 * @param client &phi;_cli, receiving a request and sending its answer, as a function of their bytes
 *     with the request's header
 * @param replica &phi;_rep, sending a Phase 2a message to one replica and receiving its Phase 2b,
 *     as a function of their bytes
 * @param executionMillis &phi;_exec, the service executing one request; at least 0
 */
public record CpuCosts(LinearCost client, LinearCost replica, double executionMillis) {

  public CpuCosts {
    if (!(executionMillis >= 0) || Double.isInfinite(executionMillis)) {
      throw new IllegalArgumentException("executing a request in " + executionMillis + " ms");
    }
  }
}
