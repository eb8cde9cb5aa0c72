package io.synod.storage.journal;

import io.synod.core.cluster.View;
import io.synod.core.effect.JournalRecord;
import io.synod.core.message.MemberStatus;
import java.util.ArrayList;
import java.util.List;

/**
 * The records with which every new segment begins, so that they are not lost with older segments:
 * the incarnations, the promise and the decided end as they hold at that moment.
 */
final class CarriedRecords implements JournalRecord.Visitor {
  private JournalRecord.Joined joined;
  private JournalRecord.Promised promised;
  private JournalRecord.DecidedUpTo decided;

  /** The promise so far. */
  View promised() {
    return promised == null ? View.NONE : promised.view();
  }

  /** In the order in which they are to be read again. */
  List<JournalRecord> all() {
    List<JournalRecord> records = new ArrayList<>(3);
    if (joined != null) {
      records.add(joined);
    }
    if (promised != null) {
      records.add(promised);
    }
    if (decided != null) {
      records.add(decided);
    }
    return records;
  }

  boolean holds(JournalRecord record) {
    return record.equals(joined) || record.equals(promised) || record.equals(decided);
  }

  /** The decisions themselves are about to go. */
  void forgetDecided() {
    decided = null;
  }

  @Override
  public void onPromised(JournalRecord.Promised record) {
    promised = record;
  }

  @Override
  public void onVoted(JournalRecord.Voted record) {
    // Kept only in its own segment.
  }

  @Override
  public void onLearnt(JournalRecord.Learnt record) {
    // Kept only in its own segment.
  }

  @Override
  public void onDecidedUpTo(JournalRecord.DecidedUpTo record) {
    decided = record;
  }

  @Override
  public void onJoined(JournalRecord.Joined record) {
    joined = record;
    if (record.status() == MemberStatus.RECOVERING) {
      // Behind the list of incarnations it would count again, although it is void. A promise never
      // harms.
      decided = null;
    }
  }
}
