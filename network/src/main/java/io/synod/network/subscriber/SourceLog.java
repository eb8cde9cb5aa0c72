package io.synod.network.subscriber;

import io.synod.network.transport.HostPort;
import java.net.InetSocketAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a subscriber logs of its sources: one line when it loses the source that it follows, one
 * warning while no source sends anything, and one line when one does again. A replica without a
 * leader sends one message and no more, so after a loss a source is named only once it has sent
 * more. Of the event loop.
 */
final class SourceLog {
  private static final Logger LOG = LoggerFactory.getLogger(SourceFollower.class);
  private static final long NOWHERE = Long.MIN_VALUE;

  // The reason of the last warning that no source can be followed; null since one was.
  private String warned;

  // The slot at which the log last says that a source was lost, and how many were lost there since.
  private long lostAt = NOWHERE;
  private int silent;

  // Whether the log says that this source is followed.
  private boolean isNamed;

  /**
   * The followed source has sent a message about decided slots.
   *
   * @param isFirst whether it is the first since the source is followed
   * @param next the slot that is needed next; negative if it is the next one to be decided
   * @param decided the source knows every slot before this one to be decided
   */
  void received(InetSocketAddress source, boolean isFirst, long next, long decided) {
    if (isNamed || isFirst && next == lostAt) {
      return;
    }
    isNamed = true;
    warned = null;
    LOG.info(
        "follows {} from {} on{}",
        HostPort.text(source),
        next < 0 ? "the next slot that is decided" : "slot " + next,
        next > decided
            ? "; waits for that slot: as far as this source knows, slot %d is decided next"
                .formatted(decided)
            : "");
  }

  /**
   * The source that was followed is lost.
   *
   * @param next the slot that is needed next
   * @param sources how many there are
   */
  void lost(InetSocketAddress source, long next, int sources, String reason) {
    if (isNamed) {
      isNamed = false;
      lostAt = next;
      silent = 0;
      LOG.info(
          "stopped following {} at slot {}: {}; tries the next replica",
          HostPort.text(source),
          next,
          reason);
    } else if (++silent >= sources) {
      cannotFollow(source, sources, reason);
    }
  }

  /**
   * None of the sources can be followed. Once for each reason, until one is followed.
   *
   * @param last the last one that was tried
   * @param sources how many there are
   */
  void cannotFollow(InetSocketAddress last, int sources, String reason) {
    if (reason.equals(warned)) {
      return;
    }
    warned = reason;
    // Whether it is tried again is for the sink to decide.
    LOG.warn(
        sources == 1
            ? "cannot follow {} and receives nothing new: {}"
            : "cannot follow any of the sources and receives nothing new; the last one tried was {}: {}",
        HostPort.text(last),
        reason);
  }
}
