package io.synod.simulation.mutation;

import java.util.List;

/** How messages get to peers. */
final class PeerMutants {
  private static final String PEER_CONNECTION = "network.peer.PeerConnection";
  private static final String OUTGOING = "network.peer.Outgoing";
  private static final String PEER_LINK = "network.peer.PeerLink";
  private static final String DIALLER = "network.peer.Dialler";

  static final List<Mutant> ALL =
      List.of(
          new Mutant(
              "messages are taken for another peer's",
              PEER_CONNECTION,
              "port.listener().onMessage(link.replica, message, frameBytes);",
              "port.listener().onMessage(port.settings().self(), message, frameBytes);",
              200),
          new Mutant(
              "messages that were handed to the event loop are dropped",
              OUTGOING,
              "      write(links, targets[index], frames[index]);\n",
              "      frames[index].release();\n",
              200),
          new Mutant(
              "messages that were written still count as handed over",
              OUTGOING,
              "      handOver(targets[index], -frames[index].readableBytes());\n" + "      write",
              "      write",
              200),
          new Mutant(
              "what is written to a peer is not flushed",
              PEER_LINK,
              "      unflushed = false;\n" + "      open.flush();\n",
              "      unflushed = false;\n",
              200),
          new Mutant(
              "a connection that was flushed once is not flushed again",
              PEER_LINK,
              "    unflushed = true;\n" + "    channel.write",
              "    unflushed = tally.snapshot().framesSent() < 2;\n" + "    channel.write",
              200),
          new Mutant(
              "a peer whose connection has ended is not dialled again",
              DIALLER,
              "      backOff.reset();\n" + "    }\n" + "    retry();\n",
              "      backOff.reset();\n" + "    }\n",
              200),
          new Mutant(
              "a message goes to one of its receivers only",
              OUTGOING,
              "    while (left != 0) {\n",
              "    if (left != 0) {\n",
              200),
          new Mutant(
              "a frame that finds no room is dropped, and so are all after it",
              PEER_LINK,
              "    return open != null && open.isWritable() && handedOverBytes.get() < bufferBytes;",
              "    return open != null && open.isWritable() && handedOverBytes.getAndAdd(1 << 12) < bufferBytes;",
              500));

  private PeerMutants() {}
}
