package io.synod.benchmarks.peers.jraft;

import com.alipay.sofa.jraft.Closure;
import com.alipay.sofa.jraft.Iterator;
import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.core.StateMachineAdapter;
import com.alipay.sofa.jraft.error.RaftException;
import com.alipay.sofa.jraft.storage.snapshot.SnapshotReader;
import com.alipay.sofa.jraft.storage.snapshot.SnapshotWriter;
import io.synod.benchmarks.process.ChildLines;
import io.synod.process.Child;

/** A service without state; its empty snapshots make JRaft truncate the log. */
final class JRaftService extends StateMachineAdapter {
  private static final int FAILED = 1;

  @Override
  public void onApply(Iterator entries) {
    while (entries.hasNext()) {
      // Only the leader has a request to answer.
      Closure done = entries.done();
      if (done != null) {
        done.run(Status.OK());
      }
      entries.next();
    }
  }

  @Override
  public void onLeaderStart(long term) {
    super.onLeaderStart(term);
    Child.say(ChildLines.LEADS + term);
  }

  @Override
  public void onSnapshotSave(SnapshotWriter writer, Closure done) {
    done.run(Status.OK());
  }

  @Override
  public boolean onSnapshotLoad(SnapshotReader reader) {
    return true;
  }

  /** Ends the process, since a failed replica would be measured as a healthy one. */
  @Override
  public void onError(RaftException failure) {
    failure.printStackTrace();
    Runtime.getRuntime().halt(FAILED);
  }
}
