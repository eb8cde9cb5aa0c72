package io.synod.benchmarks.experiment.catalogue;

import io.synod.link.LinkShape;
import java.util.List;
import java.util.Locale;

/** What can be redone of the papers. */
public enum Experiment {
  LAN(new Lan()),
  WAN(new Wan()),
  CLIENTS(new ClientCounts()),
  SIZE(new LargeRequests()),
  POLICY(new Policies()),
  RELAY(new RelayMessages()),
  RELAY_PEAK(new RelayPeak()),
  RELAY_PAYLOAD(new RelayPayload()),
  REGIONS(new RegionGroups()),
  TRANSPORT(new Transports()),
  QUORUM(new ReadConsistencies()),
  RATE(new DeliveryRates()),
  STORAGE(new StorageLevels()),
  ACCEPTORS(new AcceptorCounts()),
  LEARNERS(new LearnerCounts()),
  VALUES(new ValueLengths()),
  PARAMETERS(new Parameters());

  /** Of a processor, that each replica has in those experiments in which it has a share. */
  public static final double CPU_SHARE = LeaderBound.SHARE;

  private final Plan plan;

  Experiment(Plan plan) {
    this.plan = plan;
  }

  /** What it is the counterpart of. */
  public String title() {
    return plan.title();
  }

  /** As it stands on the command line. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What it varies, by the names of columns; each point has a value of each. */
  public List<String> axes() {
    return plan.axes();
  }

  /** In the order in which they are measured; each has an id of its own. */
  public List<Point> points(Effort effort) {
    return plan.points(effort);
  }

  /** Whether each replica has but a share of a processor, and what it uses of it is told. */
  public boolean isShared() {
    return plan.isShared();
  }

  /** Whether points that follow each other are measured with one cluster if that is the same. */
  public boolean keepsClusters() {
    return plan.keepsClusters();
  }

  /**
   * Whether the least, mean and greatest latency, the CPU time of all replicas and what was not
   * answered are told beside the rest.
   */
  public boolean isDetailed() {
    return plan.isDetailed();
  }

  /** Whether the replicas are in regions, and what passes between these is counted. */
  public boolean isRegional() {
    return plan.isRegional();
  }

  /** Whether learners follow, and what they cost and how far they are behind is told. */
  public boolean isFollowed() {
    return plan.isFollowed();
  }

  /** What lies between replicas, for people. */
  public String network() {
    return plan.network();
  }

  /** Between each two replicas that are in no regions. */
  public LinkShape link() {
    return plan.link();
  }

  /**
   * Of every process.
   *
   * @param chosen by whoever runs it
   */
  public List<String> jvmOptions(List<String> chosen) {
    return plan.jvmOptions(chosen);
  }

  /** Whether the model is fitted to it: batch size and window are what it varies. */
  public boolean hasModel() {
    return axes().contains(Axis.BATCH) && axes().contains(Axis.WINDOW);
  }
}
