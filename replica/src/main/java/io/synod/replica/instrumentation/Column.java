package io.synod.replica.instrumentation;

import io.synod.network.wire.FrameType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One number of a {@link Period}: a column of the CSV file and an attribute of the JMX bean. Units
 * stand last in the names.
 *
 * @param name lower case, words joined by hyphens
 */
record Column(String name, ToDoubleFunction<Period> value) {

  /** All columns for a cluster of these replicas, in their order. */
  static List<Column> all(List<Integer> replicas) {
    List<Column> columns = new ArrayList<>();
    instances(columns);
    cpu(columns);
    delays(columns);
    links(columns, replicas);
    for (Total total : Total.values()) {
      if (total.isEvent()) {
        columns.add(new Column(total.label(), period -> period.total(total)));
      }
    }
    return columns;
  }

  private static void instances(List<Column> columns) {
    columns.add(new Column("instances", period -> period.total(Total.INSTANCES)));
    columns.add(new Column("requests", period -> period.total(Total.REQUESTS)));
    columns.add(new Column("proposals", period -> period.total(Total.PROPOSALS)));
    // S13, section 5.1: k, S_req, S_ans, S_2a, S_2b.
    columns.add(new Column("batch-requests", p -> p.mean(Total.REQUESTS, Total.INSTANCES)));
    columns.add(new Column("request-bytes", p -> p.mean(Total.REQUEST_BYTES, Total.REQUESTS)));
    columns.add(new Column("answer-bytes", p -> p.mean(Total.ANSWER_BYTES, Total.REPLIES)));
    columns.add(new Column("batch-bytes", p -> p.mean(Total.PROPOSED_BYTES, Total.PROPOSALS)));
    columns.add(new Column("accept-bytes", p -> p.sentBytesEach(FrameType.ACCEPT)));
    columns.add(new Column("accepted-bytes", p -> p.receivedBytesEach(FrameType.ACCEPTED)));
    columns.add(new Column("phase2-sent", Period::phaseTwoSent));
    columns.add(new Column("phase2-received", Period::phaseTwoReceived));
  }

  private static void cpu(List<Column> columns) {
    columns.add(new Column("cpu-ms", Period::cpuMillis));
    columns.add(new Column("cpu-per-instance-ms", p -> p.cpuMillisPer(Total.INSTANCES)));
    columns.add(new Column("cpu-per-request-us", p -> 1e3 * p.cpuMillisPer(Total.REQUESTS)));
    for (Activity activity : Activity.values()) {
      columns.add(new Column("cpu-" + activity.label() + "-ms", p -> p.cpuMillis(activity)));
    }
    columns.add(new Column("cpu-process-ms", Period::processMillis));
  }

  private static void delays(List<Column> columns) {
    columns.add(new Column("window-mean", Period::windowMean));
    columns.add(new Column("queue-delay-us", Period::queueMicros));
    columns.add(
        new Column(
            "instance-latency-us", p -> p.mean(Total.DECISION_TIME, Total.PROPOSALS_DECIDED)));
    columns.add(
        new Column("journal-wait-us", p -> p.mean(Total.JOURNAL_WAIT_TIME, Total.JOURNAL_WAITS)));
    columns.add(new Column("journal-syncs", period -> period.total(Total.JOURNAL_SYNCS)));
    columns.add(new Column("journal-bytes", period -> period.total(Total.JOURNAL_BYTES)));
  }

  private static void links(List<Column> columns, List<Integer> replicas) {
    for (int link : replicas) {
      columns.add(new Column("link-" + link + "-sent-bytes", p -> p.linkSentBytes(link)));
      columns.add(new Column("link-" + link + "-received-bytes", p -> p.linkReceivedBytes(link)));
      columns.add(new Column("link-" + link + "-busy-ms", p -> p.linkBusyMillis(link)));
    }
  }
}
