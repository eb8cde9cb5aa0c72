package io.synod.benchmarks.yardstick;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.util.collection.LongObjectHashMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Forms batches, sends a window of them to the followers, and executes them in order once a
 * majority has acknowledged them. Confined to the event loop.
 */
final class SkeletonPipeline {
  private final SkeletonSettings settings;
  private final List<Channel> followers;

  // Null if batches are not made durable.
  private final SkeletonDisk disk;
  private final CRC32C crc = new CRC32C();

  // Full but not proposed, in order; then the one that is being filled, null if there is none.
  private final ArrayDeque<SkeletonBatch> full = new ArrayDeque<>();
  private SkeletonBatch filling;

  // Proposed but not executed; the first has this slot.
  private final ArrayList<SkeletonBatch> window = new ArrayList<>();
  private long firstSlot;

  private final LongObjectHashMap<Session> sessions = new LongObjectHashMap<>();
  private final List<ClientConversation> answered = new ArrayList<>();

  private boolean closed;

  private static final class Session {
    long lastSequence;
  }

  SkeletonPipeline(SkeletonSettings settings, List<Channel> followers, SkeletonDisk disk) {
    this.settings = settings;
    this.followers = followers;
    this.disk = disk;
  }

  void add(ClientConversation from, ByteBuf entries) {
    if (closed) {
      return;
    }
    if (filling == null) {
      filling = new SkeletonBatch(from.allocator(), settings.batchBytesMax());
    }
    filling.add(from, entries);
    if (filling.entryBytes() >= settings.batchBytesMax()) {
      full.add(filling);
      filling = null;
    }
  }

  /** Fills the window with the waiting batches. */
  void propose() {
    while (window.size() < settings.window()) {
      SkeletonBatch next = full.poll();
      if (next == null) {
        next = filling;
        filling = null;
      }
      if (next == null) {
        return;
      }
      long slot = firstSlot + window.size();
      SkeletonFrame.seal(next.frame(), slot, crc);
      window.add(next);
      if (disk != null) {
        disk.write(next.frame().retainedDuplicate(), () -> onDurable(slot));
      }
      for (Channel follower : followers) {
        follower.writeAndFlush(next.frame().retainedDuplicate(), follower.voidPromise());
      }
    }
  }

  /** The leader's disk has the batch of {@code slot}, which may have been what was missing. */
  private void onDurable(long slot) {
    onAck(slot);
    if (!closed) {
      propose();
    }
  }

  /** A follower, or the leader's disk, has acknowledged the batch of {@code slot}. */
  void onAck(long slot) {
    int index = (int) (slot - firstSlot);
    if (index < 0 || closed) {
      return;
    }
    window.get(index).acknowledged();
    executeAcknowledged();
  }

  private void executeAcknowledged() {
    int executed = 0;
    while (executed < window.size() && window.get(executed).acks() >= acksWanted()) {
      SkeletonBatch batch = window.get(executed++);
      batch.forEach(this::execute);
      batch.release();
    }
    window.subList(0, executed).clear();
    firstSlot += executed;
    answered.forEach(ClientConversation::flushReplies);
    answered.clear();
  }

  /** A majority of all processes. Without disks the leader's own acknowledgement is implied. */
  private int acksWanted() {
    return (followers.size() + 1) / 2 + (disk == null ? 0 : 1);
  }

  /** Drops the batches that are not executed. */
  void close() {
    closed = true;
    window.forEach(SkeletonBatch::release);
    full.forEach(SkeletonBatch::release);
    if (filling != null) {
      filling.release();
      filling = null;
    }
    window.clear();
    full.clear();
  }

  private void execute(ClientConversation from, long session, long sequence) {
    Session known = sessions.get(session);
    if (known == null) {
      known = new Session();
      sessions.put(session, known);
    }
    if (sequence > known.lastSequence) {
      known.lastSequence = sequence;
    }
    if (from.isOpen() && from.reply(session, sequence)) {
      answered.add(from);
    }
  }
}
