package io.synod.replica.instrumentation;

/**
 * The state of a replica at one moment.
 *
 * @param leads whether it leads
 * @param decided every slot before it is decided
 * @param executed every slot before it is executed
 * @param openSlots proposed and not decided
 * @param window WND: how many may be
 * @param queuedBytes of requests that wait for a batch
 * @param collectorPercent the garbage collector's share of the last seconds
 */
public record Gauges(
    boolean leads,
    long decided,
    long executed,
    long openSlots,
    long window,
    long queuedBytes,
    long collectorPercent) {}
