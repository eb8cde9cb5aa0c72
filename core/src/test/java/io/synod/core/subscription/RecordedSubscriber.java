package io.synod.core.subscription;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.command.Batch;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.effect.SubscriberEffects;
import io.synod.core.message.Message;
import io.synod.core.message.SnapshotPart;
import io.synod.core.testing.Batches;
import java.util.ArrayList;
import java.util.List;

/** Keeps what a subscriber wants done, one short line each; events left out. */
final class RecordedSubscriber implements SubscriberEffects {
  private final List<String> lines = new ArrayList<>();

  /** What was wanted since this was last asked. */
  List<String> taken() {
    List<String> taken = List.copyOf(lines);
    lines.clear();
    return taken;
  }

  @Override
  public void send(ReplicaSet to, Message message) {
    lines.add("send " + to + " " + message);
  }

  @Override
  public void subscribe(long first, long creditBytes, long keepAliveNanos) {
    lines.add(
        "subscribe from #%d, %d bytes, keep-alive %d"
            .formatted(first, creditBytes, keepAliveNanos));
  }

  @Override
  public void credit(long bytes) {
    lines.add("credit " + bytes);
  }

  @Override
  public void begins(long slot) {
    lines.add("begin #" + slot);
  }

  @Override
  public void deliver(long slot, Batch batch) {
    lines.add("deliver #" + slot + " " + Batches.text(batch));
  }

  @Override
  public void restoreSnapshot(long end) {
    lines.add("restore #" + end);
  }

  @Override
  public void leaveSource(String reason) {
    lines.add("leave: " + reason);
  }

  @Override
  public void storeSnapshotPart(SnapshotPart part) {
    lines.add("store #" + part.end() + " from byte " + part.offset());
  }

  @Override
  public void dropSnapshotParts() {
    lines.add("drop parts");
  }

  @Override
  public void observe(ProtocolEvent event) {
    // What is observed is not what is done.
  }
}
