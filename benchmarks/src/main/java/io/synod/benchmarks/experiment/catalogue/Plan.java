package io.synod.benchmarks.experiment.catalogue;

import io.synod.benchmarks.experiment.report.Axis;
import io.synod.benchmarks.experiment.report.Measure;
import io.synod.benchmarks.experiment.report.ModelComparison;
import io.synod.benchmarks.experiment.report.Pictures;
import io.synod.benchmarks.experiment.report.Result;
import io.synod.benchmarks.experiment.report.Results;
import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.process.HostedService;
import io.synod.benchmarks.process.Placement;
import io.synod.core.settings.Durability;
import io.synod.link.LinkShape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One experiment: its axes, its constant settings, and the parts of its report. The {@link
 * Experiment} describes it once, and it does not change afterwards.
 */
public final class Plan {
  private final String title;
  private final List<Function<Effort, List<Map<String, Integer>>>> loops = new ArrayList<>();
  private List<String> axes = List.of();
  private final List<Pictures.Drawing> pictures = new ArrayList<>();
  private String picturesBy;
  private Predicate<At> wanted = at -> true;
  private Function<At, Load> load;
  private List<String> settings = List.of();
  private Function<At, List<String>> varied = at -> List.of();
  private UnaryOperator<List<String>> jvmOptions = chosen -> chosen;
  private HostedService service = HostedService.idle(ModelComparison.ANSWER_BYTES, 0);
  private LinkShape link = LinkShape.STRAIGHT;
  private Function<Integer, Placement> regions;
  private String network = "nothing";
  private int replicas;
  private double cpuShare;
  private boolean keepsClusters;
  private boolean isDetailed;
  private Function<Results, String> section = results -> "";

  /**
   * @param title the paper's figures and tables that it corresponds to
   */
  Plan(String title) {
    this.title = title;
  }

  /** The axes, in the order of the report's columns. */
  Plan axes(String... names) {
    axes = List.of(names);
    return this;
  }

  /** Adds an axis as an inner loop of those before it, with fewer values in the quick form. */
  Plan vary(String axis, int[] quick, int[] all) {
    loops.add(effort -> choices(axis, effort.quick() ? quick : all));
    return this;
  }

  Plan vary(String axis, int... values) {
    return vary(axis, values, values);
  }

  private static List<Map<String, Integer>> choices(String axis, int[] values) {
    return IntStream.of(values).mapToObj(value -> Map.of(axis, value)).toList();
  }

  /** Varies two axes together, in these pairs only. */
  Plan vary(String one, String other, int[]... pairs) {
    loops.add(
        effort -> Stream.of(pairs).map(pair -> Map.of(one, pair[0], other, pair[1])).toList());
    return this;
  }

  /** Keeps only these combinations. */
  Plan only(Predicate<At> combination) {
    wanted = combination;
    return this;
  }

  Plan load(Function<At, Load> asked) {
    load = asked;
    return this;
  }

  /** Settings of all points, {@code key=value}. */
  Plan settings(String... ofAll) {
    settings = List.of(ofAll);
    return this;
  }

  /** Settings of each point, beside those of all points. */
  Plan settings(Function<At, List<String>> ofEach) {
    varied = ofEach;
    return this;
  }

  /** Options of every process, which replace the user's choice. */
  Plan jvm(List<String> options) {
    jvmOptions = chosen -> options;
    return this;
  }

  /** Replicas of a key-value store instead of an idle service. */
  Plan keyValues() {
    service = HostedService.KEY_VALUES;
    return this;
  }

  /** The link between each two replicas. */
  Plan link(LinkShape shape) {
    link = shape;
    network = "emulated links of " + shape;
    return this;
  }

  /**
   * @param placement by the number of replicas
   * @param between describes the links between replicas, for people
   */
  Plan regions(Function<Integer, Placement> placement, String between) {
    regions = placement;
    network = between;
    return this;
  }

  /** The number of replicas of each cluster, which overrides the requested one. */
  Plan replicas(int count) {
    replicas = count;
    return this;
  }

  /** Limits each replica to this share of a processor. */
  Plan share(double ofProcessor) {
    cpuShare = ofProcessor;
    return keepClusters();
  }

  Plan keepClusters() {
    keepsClusters = true;
    return this;
  }

  Plan detailed() {
    isDetailed = true;
    return this;
  }

  /** Adds a section to the report beside the points, the pictures and the model. */
  Plan section(Function<Results, String> text) {
    section = text;
    return this;
  }

  /** Draws the pictures separately for each value of this axis. */
  Plan picturesBy(String axis) {
    picturesBy = axis;
    return this;
  }

  /** Adds a picture with a line for each value of {@code lines}, over {@code x}. */
  Plan picture(String name, String x, String lines) {
    return picture(name, x, lines, result -> true);
  }

  Plan picture(String name, String x, String lines, Predicate<Result> of) {
    pictures.add(new Pictures.Drawing(name, x, lines, of));
    return this;
  }

  public String title() {
    return title;
  }

  /** The names of the columns that it varies; each point has a value of each. */
  public List<String> axes() {
    return axes;
  }

  /** Columns of {@code points.csv}, behind the id. */
  public List<String> columns() {
    List<String> columns = new ArrayList<>(axes);
    for (Measure.Of of : Measure.Of.values()) {
      boolean isReported =
          switch (of) {
            case ALWAYS -> true;
            case SHARED -> isShared();
            case DETAILED -> isDetailed;
            case REGIONAL -> isRegional();
            case FOLLOWED -> axes.contains(Axis.LEARNERS);
            case COUNTED -> axes.contains(Axis.INSTRUMENTED);
          };
      columns.addAll(isReported ? Measure.columns(of) : List.of());
    }
    return columns;
  }

  /** Whether each replica is limited to a share of a processor, and the report shows its use. */
  public boolean isShared() {
    return cpuShare > 0;
  }

  /** Whether consecutive points with the same cluster share one. */
  public boolean keepsClusters() {
    return keepsClusters;
  }

  private boolean isRegional() {
    return regions != null;
  }

  /** The description of the links between replicas, for people. */
  public String network() {
    return network;
  }

  /** The link between each two replicas outside of regions. */
  public LinkShape link() {
    return link;
  }

  /**
   * Options of every process.
   *
   * @param chosen by the user
   */
  public List<String> jvmOptions(List<String> chosen) {
    return jvmOptions.apply(chosen);
  }

  /** Whether the model is fitted to it: it varies batch size and window. */
  public boolean hasModel() {
    return axes.contains(Axis.BATCH) && axes.contains(Axis.WINDOW);
  }

  public String section(List<Result> results) {
    return section.apply(new Results(results));
  }

  public Pictures pictures() {
    List<Measure> shown = isDetailed ? Pictures.OF_REQUESTS : Pictures.OF_INSTANCES;
    return new Pictures(picturesBy, pictures, isRegional() ? Pictures.OF_REGIONS : shown);
  }

  /** The points in the order of their measurement; each has a unique id. */
  public List<Point> points(Effort effort) {
    List<At> combinations = List.of(new At(effort, Map.of()));
    for (Function<Effort, List<Map<String, Integer>>> loop : loops) {
      combinations =
          combinations.stream().flatMap(at -> loop.apply(effort).stream().map(at::with)).toList();
    }
    return combinations.stream().filter(wanted).map(this::point).toList();
  }

  private Point point(At at) {
    Effort effort = at.effort();
    int count = at.of(Axis.REPLICAS, replicas > 0 ? replicas : effort.replicas());
    // What an experiment does not vary must not vary by itself.
    List<String> all = new ArrayList<>(Settings.FIXED_LIMITS);
    all.addAll(settings);
    all.addAll(varied.apply(at));
    Point.Cluster cluster =
        new Point.Cluster(
            count,
            effort.layout(),
            Durability.values()[at.of(Axis.LEVEL, effort.level().ordinal())],
            all,
            isRegional() ? regions.apply(count) : new Placement.Even(link),
            service,
            isShared() ? new Point.Limits(cpuShare, at.of(Axis.DEAD, 0)) : Point.Limits.NONE,
            at.of(Axis.LEARNERS, 0));
    Map<String, Double> values = new LinkedHashMap<>();
    axes.forEach(axis -> values.put(axis, (double) at.reported(axis, count)));
    return Point.of(cluster, load.apply(at), values);
  }
}
