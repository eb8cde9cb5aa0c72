package io.synod.replica.instrumentation;

import io.synod.network.wire.FrameType;
import java.util.Locale;

/**
 * A sample as a JSON object: every sum since the start, under its name in the metrics. The
 * difference of two samples covers the time between them.
 */
final class SampleJson {
  private final StringBuilder json = new StringBuilder(1 << 12);

  private SampleJson() {}

  static String of(Sample sample) {
    SampleJson out = new SampleJson();
    out.begin();
    out.number("nanos", sample.nanos());
    out.totals(sample);
    out.cpu(sample);
    out.number("processCpuNanos", sample.processNanos());
    out.messages(sample);
    out.end();
    return out.json.substring(0, out.json.length() - 1);
  }

  private void totals(Sample sample) {
    begin("totals");
    for (Total total : Total.values()) {
      number(total.label(), sample.total(total));
    }
    end();
  }

  private void cpu(Sample sample) {
    begin("cpuNanos");
    for (Activity activity : Activity.values()) {
      number(activity.label(), sample.cpu(activity));
    }
    end();
  }

  private void messages(Sample sample) {
    begin("messages");
    for (FrameType type : FrameType.values()) {
      if (type.isMessage()) {
        Sample.Messages messages = sample.messages(type);
        begin(type.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        number("sent", messages.sent());
        number("sentBytes", messages.sentBytes());
        number("received", messages.received());
        number("receivedBytes", messages.receivedBytes());
        end();
      }
    }
    end();
  }

  private void begin() {
    json.append('{');
  }

  private void begin(String name) {
    json.append('"').append(name).append("\":{");
  }

  /** Closes an object that has at least one field. */
  private void end() {
    json.setCharAt(json.length() - 1, '}');
    json.append(',');
  }

  private void number(String name, long value) {
    json.append('"').append(name).append("\":").append(value).append(',');
  }
}
