package io.synod.examples.demo;

import io.synod.examples.kv.cluster.Value;

/** Reads the state and compares it with the clients' ledgers. */
final class Audit {
  private static final int HEX = 16;

  private final Query query;
  private final Verdict verdict;

  /** Answers a query of the key-value service. */
  @FunctionalInterface
  interface Query {
    byte[] ask(byte[] request) throws Exception;
  }

  Audit(Query query, Verdict verdict) {
    this.query = query;
    this.verdict = verdict;
  }

  void check(Writes writes) throws Exception {
    long counter = Value.integer(query.ask(writes.readCounter()));
    writes.increments().judgeTotal(counter, verdict);
    int sent = writes.appends().sent();
    for (int first = 0; first < sent; first += Writes.NUMBERS_PER_LOG) {
      int end = Math.min(sent, first + Writes.NUMBERS_PER_LOG);
      byte[] answer = query.ask(writes.readLog(first / Writes.NUMBERS_PER_LOG));
      checkLog(writes.appends(), first, end, Value.text(answer));
    }
  }

  /** Checks a log of the numbers of {@code [first, end)} in the order of their execution. */
  private void checkLog(Ledger ledger, int first, int end, String log) {
    int[] executed = new int[end - first];
    int highest = -1;
    for (int at = 0; at < log.length(); at += Writes.DIGITS) {
      int number = Integer.parseUnsignedInt(log, at, at + Writes.DIGITS, HEX);
      boolean sentHere = number >= first && number < end;
      boolean repeated = sentHere && executed[number - first]++ > 0;
      if (!sentHere || (number < highest && !repeated)) {
        verdict.contradicted(1);
      }
      highest = Math.max(highest, number);
    }
    for (int number = first; number < end; number++) {
      ledger.judge(number, executed[number - first], verdict);
    }
  }
}
