package io.synod.replica.instrumentation;

/**
 * The state of a replica at one moment.
 *
 * @param leads whether it leads
 * @param member whether it votes: it is in a membership and has recovered
 * @param storageFull whether it has stopped voting because no space is left for its journal
 * @param halted whether its service waits for {@code synod skip} behind a request
 * @param connectedPeers other members with which it has a connection
 * @param decided every slot before it is decided
 * @param executed every slot before it is executed
 * @param openSlots proposed and not decided
 * @param window WND: how many may be
 * @param queuedBytes of requests that wait for a batch
 * @param collectorPercent the garbage collector's share of the last seconds
 */
public record Gauges(
    boolean leads,
    boolean member,
    boolean storageFull,
    boolean halted,
    int connectedPeers,
    long decided,
    long executed,
    long openSlots,
    long window,
    long queuedBytes,
    long collectorPercent) {}
