package io.synod.replica.assembly;

import io.synod.core.message.Message;
import io.synod.network.peer.PeerListener;
import io.synod.replica.instrumentation.Activity;
import io.synod.replica.instrumentation.WorkMeter;
import io.synod.replica.stage.ProtocolStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Hands the messages of peers to the protocol. */
final class PeerHandler implements PeerListener {
  private final ProtocolStage protocol;
  private final WorkMeter meter;
  private final Consumer<Throwable> onBug;
  private final AtomicLong lost = new AtomicLong();

  PeerHandler(ProtocolStage protocol, WorkMeter meter, Consumer<Throwable> onBug) {
    this.protocol = protocol;
    this.meter = meter;
    this.onBug = onBug;
  }

  /** Messages that found the protocol's inbox full. */
  long lost() {
    return lost.get();
  }

  @Override
  public void onMessage(int from, Message message, int bytes) {
    if (!protocol.receive(from, message, bytes)) {
      // As lost as in the network: its sender sends it again.
      lost.incrementAndGet();
    }
  }

  @Override
  public void onDisconnected(int replica) {
    protocol.disconnected(replica);
  }

  @Override
  public void onWorked() {
    meter.ended(Activity.REPLICA_IO);
  }

  @Override
  public void onBug(Throwable bug) {
    onBug.accept(bug);
  }
}
