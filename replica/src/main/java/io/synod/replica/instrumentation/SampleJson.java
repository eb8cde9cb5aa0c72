package io.synod.replica.instrumentation;

import io.synod.network.wire.FrameType;
import java.util.Locale;

/**
 * A sample as a JSON object: every sum since the start, under its name in the metrics. The
 * difference of two samples covers the time between them.
 */
final class SampleJson {
  private SampleJson() {}

  static JsonFields of(Sample sample) {
    JsonFields totals = new JsonFields();
    for (Total total : Total.values()) {
      totals.put(total.label(), sample.total(total));
    }
    JsonFields cpu = new JsonFields();
    for (Activity activity : Activity.values()) {
      cpu.put(activity.label(), sample.cpu(activity));
    }
    return new JsonFields()
        .put("nanos", sample.nanos())
        .put("totals", totals)
        .put("cpuNanos", cpu)
        .put("processCpuNanos", sample.processNanos())
        .put("messages", messages(sample));
  }

  private static JsonFields messages(Sample sample) {
    JsonFields all = new JsonFields();
    for (FrameType type : FrameType.values()) {
      if (type.isMessage()) {
        Sample.Messages messages = sample.messages(type);
        all.put(
            type.name().toLowerCase(Locale.ROOT).replace('_', '-'),
            new JsonFields()
                .put("sent", messages.sent())
                .put("sentBytes", messages.sentBytes())
                .put("received", messages.received())
                .put("receivedBytes", messages.receivedBytes()));
      }
    }
    return all;
  }
}
