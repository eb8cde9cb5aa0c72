package io.synod.network.ingress;

/**
 * What clients have done since the start.
 *
 * @param connections open now
 * @param accepted connections
 * @param requests admitted, control sequences included
 * @param busy requests refused because too much was waiting, or behind such a one
 * @param notLeader requests refused because another replica leads
 * @param queries admitted
 * @param malformed connections closed because of what came over them
 * @param refused connections whose handshake was refused
 * @param slow connections closed because the client left too much unread
 */
public record IngressCounters(
    int connections,
    long accepted,
    long requests,
    long busy,
    long notLeader,
    long queries,
    long malformed,
    long refused,
    long slow) {}
