package io.synod.network.ingress;

/**
 * Counts of what clients did since the start.
 *
 * @param connections open now
 * @param requests admitted, control sequences included
 * @param busy requests refused because too many bytes were waiting, or because an earlier request
 *     of the session was refused
 * @param notLeader requests refused because another replica leads
 * @param queries admitted
 * @param malformed connections closed because of malformed frames
 * @param refused connections whose handshake was refused
 * @param slow connections closed because the client left too much unread
 */
public record IngressCounters(
    int connections,
    long requests,
    long busy,
    long notLeader,
    long queries,
    long malformed,
    long refused,
    long slow) {}
