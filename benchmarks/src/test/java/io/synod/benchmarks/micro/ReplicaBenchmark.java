package io.synod.benchmarks.micro;

import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.event.Event;
import io.synod.core.message.Accept;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What the protocol itself costs for each batch: all of its steps, none of its input and output.
 */
@State(Scope.Thread)
public class ReplicaBenchmark extends NanosBenchmark {
  private final Batch batch = Entries.batch(100);

  private LoneReplica leader;
  private View view;
  private long proposed;

  private LoneReplica follower;
  private View foreign;
  private long slot;

  @Setup
  public void elect() {
    leader = new LoneReplica();
    view = leader.lead();
    follower = new LoneReplica();
    foreign = new View(1, 2);
  }

  /** A figure of steps that are ignored would look good. */
  @TearDown
  public void checkAllWasDelivered() {
    if (leader.delivered() != proposed || follower.delivered() < slot - 1) {
      throw new IllegalStateException(
          "%d of %d batches delivered by the leader, %d of %d by the follower"
              .formatted(leader.delivered(), proposed, follower.delivered(), slot));
    }
  }

  /** Propose, the leader's own vote and a peer's, decide, deliver, executed. */
  @Benchmark
  public long leaderDecidesBatch() {
    leader.step(new Event.Proposed(view, batch));
    proposed++;
    return leader.delivered();
  }

  /** Accept, vote, learn that the slot before is decided, deliver, executed. */
  @Benchmark
  public long followerAcceptsBatch() {
    follower.step(new Event.Received(2, new Accept(foreign, slot, slot, batch)));
    slot++;
    return follower.delivered();
  }
}
