package io.synod.laboratory.tuning;

import io.synod.tuning.model.LinearCost;
import io.synod.tuning.model.PhaseTwoModel;
import io.synod.tuning.model.Prediction;
import io.synod.tuning.model.Sharing;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** All values of the model for one batch size. */
public record PredictionReport(PhaseTwoModel model, Prediction prediction) {

  /** A line for each quantity, under the inputs. */
  public String text() {
    StringBuilder text = new StringBuilder(ModelText.inputs(model)).append("\n\n");
    line(text, "k", prediction.requests(), "requests in a batch");
    line(text, "S_2a", prediction.batchBytes(), "bytes of an Accept");
    line(text, "phi_inst_CPU", prediction.cpuMillis(), "ms of the leader's processor, an instance");
    line(text, "phi_inst_NET", prediction.networkMillis(), "ms of the leader's link, an instance");
    if (!model.sharing().equals(Sharing.NONE)) {
      line(
          text,
          "busy",
          prediction.busyMillis(),
          "ms processors and disk are busy with an instance");
      line(text, "wait", prediction.waitMillis(), "ms it waits, which instances under way share");
    }
    line(text, "T_CPU", prediction.cpuTimeMillis(), "ms an instance takes by its processor");
    line(text, "T_band", prediction.bandwidthTimeMillis(), "ms by its link");
    line(text, "T_lat", prediction.latencyTimeMillis(), "ms by the way to a majority and back");
    line(text, "T_inst", prediction.instanceMillis(), longest());
    line(text, "w_CPU", prediction.cpuWindow(), "parallel instances saturate the processor");
    line(text, "w_NET", prediction.networkWindow(), "saturate the link");
    line(text, "w", prediction.window(), window());
    line(
        text,
        "throughput",
        prediction.throughput(),
        prediction.waitMillis() == 0
            ? "requests/s with that window or a larger one"
            : "requests/s with any large window");
    line(text, "bottleneck", name(prediction.bottleneck()), "is then saturated");
    return text.toString().stripTrailing();
  }

  /** The values for programs, named like the model's functions; times in ms, sizes in bytes. */
  public Map<String, Object> json() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("replicas", model.replicas());
    fields.put("linkBytesPerMilli", finite(model.link().bytesPerMilli()));
    fields.put("sharedBytesPerMilli", finite(model.link().sharedBytesPerMilli()));
    fields.put("oneWayMillis", model.link().oneWayMillis());
    fields.put("requestBytes", model.sizes().requestBytes());
    fields.put("requestHeaderBytes", model.sizes().requestHeaderBytes());
    fields.put("answerBytesWithHeader", model.sizes().answerBytes());
    fields.put("clientCost", cost(model.costs().client()));
    fields.put("replicaCost", cost(model.costs().replica()));
    fields.put("executionMillis", model.costs().executionMillis());
    fields.putAll(quantities(prediction));
    fields.put("throughput", prediction.throughput());
    fields.put("bottleneck", name(prediction.bottleneck()));
    return fields;
  }

  /** The times of an instance, and how many parallel instances saturate each resource. */
  static Map<String, Object> quantities(Prediction prediction) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("requests", prediction.requests());
    fields.put("batchBytes", prediction.batchBytes());
    fields.put("cpuMillis", prediction.cpuMillis());
    fields.put("networkMillis", prediction.networkMillis());
    fields.put("busyMillis", prediction.busyMillis());
    fields.put("waitMillis", prediction.waitMillis());
    fields.put("cpuTimeMillis", prediction.cpuTimeMillis());
    fields.put("bandwidthTimeMillis", prediction.bandwidthTimeMillis());
    fields.put("latencyTimeMillis", prediction.latencyTimeMillis());
    fields.put("instanceMillis", prediction.instanceMillis());
    fields.put("longestTime", name(prediction.singleBottleneck()));
    fields.put("cpuWindow", finite(prediction.cpuWindow()));
    fields.put("networkWindow", finite(prediction.networkWindow()));
    fields.put("window", prediction.window());
    return fields;
  }

  private String longest() {
    double papers =
        Math.max(
            prediction.cpuTimeMillis(),
            Math.max(prediction.bandwidthTimeMillis(), prediction.latencyTimeMillis()));
    return prediction.instanceMillis() > papers
        ? "ms: busy and wait, longer than these three"
        : "ms: the longest of the three, " + name(prediction.singleBottleneck());
  }

  private String window() {
    return prediction.waitMillis() == 0
        ? "the smaller of both, rounded up: the window to set"
        : "with 95 % of the throughput, at least the smaller of both: the window to set";
  }

  private static void line(StringBuilder text, String name, double value, String meaning) {
    line(text, name, ModelText.number(value), meaning);
  }

  private static void line(StringBuilder text, String name, String value, String meaning) {
    text.append("%-12s  %10s  %s\n".formatted(name, value, meaning));
  }

  private static List<Double> cost(LinearCost cost) {
    return List.of(cost.millisPerKib(), cost.millis());
  }

  /** JSON has no infinity. */
  private static Double finite(double value) {
    return Double.isInfinite(value) ? null : value;
  }

  private static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
