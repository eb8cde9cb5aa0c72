package io.synod.replica.instrumentation;

import io.synod.network.wire.FrameType;
import java.util.Locale;

/** A sample in Prometheus' text exposition format, version 0.0.4. */
final class PrometheusText {
  static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MICROS_PER_SECOND = 1e6;
  private static final double MILLIS_PER_SECOND = 1e3;
  private static final double PERCENT = 100;

  private final String labels;
  private final StringBuilder text = new StringBuilder(1 << 13);

  private PrometheusText(String cluster, int replica) {
    // A cluster's name has no character that labels escape: it is checked at start.
    labels = String.format(Locale.ROOT, "cluster=\"%s\",replica=\"%d\"", cluster, replica);
  }

  static String of(String cluster, int replica, Gauges gauges, Sample sample) {
    PrometheusText out = new PrometheusText(cluster, replica);
    out.gauges(gauges);
    out.cpu(sample);
    for (Total total : Total.values()) {
      out.total(total, sample.total(total));
    }
    out.links(replica, sample);
    out.messages(sample);
    return out.text.toString();
  }

  private void gauges(Gauges gauges) {
    gauge("leads", "whether this replica leads", gauges.leads());
    gauge("member", "whether this replica is a member of the cluster", gauges.member());
    gauge(
        "storage_full",
        "whether this replica has stopped voting for lack of space",
        gauges.storageFull());
    gauge("service_halted", "whether this replica's service waits for synod skip", gauges.halted());
    gauge("connected_peers", "other members with a connection", gauges.connectedPeers());
    gauge("decided_slot", "every slot before this one is decided", gauges.decided());
    gauge("executed_slot", "every slot before this one is executed", gauges.executed());
    gauge("open_slots", "slots proposed and not decided", gauges.openSlots());
    gauge("window_slots", "slots that may be undecided at a time", gauges.window());
    gauge("queued_bytes", "bytes of requests that wait for a batch", gauges.queuedBytes());
    gauge(
        "collector_ratio",
        "share of the last five seconds that the garbage collector took",
        Double.toString(gauges.collectorPercent() / PERCENT));
  }

  private void gauge(String name, String help, boolean holds) {
    gauge(name, help, holds ? 1 : 0);
  }

  private void gauge(String name, String help, long value) {
    gauge(name, help, Long.toString(value));
  }

  private void gauge(String name, String help, String value) {
    head("synod_" + name, "gauge", help);
    line("synod_" + name, "", value);
  }

  private void cpu(Sample sample) {
    head("synod_cpu_seconds_total", "counter", "CPU time of this replica's threads by activity");
    for (Activity activity : Activity.values()) {
      String label = ",activity=\"" + activity.label() + "\"";
      line("synod_cpu_seconds_total", label, seconds(sample.cpu(activity)));
    }
    head("synod_process_cpu_seconds_total", "counter", "CPU time of the whole JVM");
    line("synod_process_cpu_seconds_total", "", seconds(sample.processNanos()));
  }

  private void total(Total total, long value) {
    String shown =
        switch (total.kind()) {
          case COUNT, BYTES -> Long.toString(value);
          case NANOS -> seconds(value);
          case MICROS -> Double.toString(value / MICROS_PER_SECOND);
          case MILLIS -> Double.toString(value / MILLIS_PER_SECOND);
        };
    String suffix = total.kind().isTime() ? "_seconds_total" : "_total";
    String name = "synod_" + total.label().replace('-', '_') + suffix;
    head(name, "counter", total.meaning());
    line(name, "", shown);
  }

  private void links(int self, Sample sample) {
    String sent = "synod_link_sent_bytes_total";
    head(sent, "counter", "bytes of messages to another replica");
    for (int other = 0; other < sample.links().length; other++) {
      if (other != self && sample.links()[other] != null) {
        line(sent, peer(other), Long.toString(sample.links()[other].sentBytes()));
      }
    }
    String received = "synod_link_received_bytes_total";
    head(received, "counter", "bytes of messages from another replica");
    for (int other = 0; other < sample.links().length; other++) {
      if (other != self && sample.links()[other] != null) {
        line(received, peer(other), Long.toString(sample.links()[other].receivedBytes()));
      }
    }
  }

  private static String peer(int other) {
    return ",peer=\"" + other + "\"";
  }

  private void messages(Sample sample) {
    head("synod_messages_sent_total", "counter", "messages to other replicas, by type");
    for (FrameType type : FrameType.values()) {
      if (type.isMessage()) {
        line("synod_messages_sent_total", type(type), "" + sample.messages(type).sent());
      }
    }
    head("synod_messages_received_total", "counter", "messages from other replicas, by type");
    for (FrameType type : FrameType.values()) {
      if (type.isMessage()) {
        line("synod_messages_received_total", type(type), "" + sample.messages(type).received());
      }
    }
  }

  private static String type(FrameType type) {
    String name = type.name().toLowerCase(Locale.ROOT).replace('_', '-');
    return ",type=\"" + name + "\"";
  }

  private void head(String name, String type, String help) {
    text.append("# HELP ").append(name).append(' ').append(help).append('\n');
    text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
  }

  private void line(String name, String more, String value) {
    text.append(name).append('{').append(labels).append(more).append("} ").append(value);
    text.append('\n');
  }

  private static String seconds(long nanos) {
    return Double.toString(nanos / NANOS_PER_SECOND);
  }
}
