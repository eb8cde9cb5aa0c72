package io.synod.benchmarks.experiment;

import io.synod.benchmarks.load.Load;
import io.synod.core.recovery.Durability;
import io.synod.link.LinkShape;
import io.synod.replica.config.ThreadLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What can be redone of the papers: which points, and what their pictures show. */
public enum Experiment {
  /** S13, figures 4, 7, 8 and 10 to 18, and table III; S11, figures 8 to 13. */
  LAN(
      "batch size and window in a LAN: S13, figures 4, 7, 8, 10-18, table III; S11, figures 8-13",
      List.of(Axis.REQUEST, Axis.BATCH, Axis.WINDOW)) {
    @Override
    List<Point> points(Effort effort) {
      List<Point> points = new ArrayList<>();
      int[] windows = effort.quick() ? new int[] {1, 2, 5} : new int[] {1, 2, 5, 10, 20};
      for (int request : effort.quick() ? new int[] {128, 1024} : new int[] {128, 1024, 8192}) {
        for (int batch : batches(request, effort.quick())) {
          for (int window : windows) {
            points.add(grid(effort, request, batch, window));
          }
        }
      }
      return points;
    }
  },
  /**
   * S13, figures 4, 7 and 8 and table IV: 50 ms one way and 10 Mbit/s between each two replicas.
   * Without windows that hold more than a link carries in an election timeout.
   */
  WAN(
      "batch size and window in a WAN: S13, figures 4, 7, 8, table IV; S11, figures 8-13",
      List.of(Axis.REQUEST, Axis.BATCH, Axis.WINDOW)) {
    @Override
    List<Point> points(Effort effort) {
      List<Point> points = new ArrayList<>();
      int[] windows =
          effort.quick() ? new int[] {1, 5, 20, 50} : new int[] {1, 2, 5, 10, 20, 35, 50, 100};
      for (int request : effort.quick() ? new int[] {128, 1024} : new int[] {128, 1024, 8192}) {
        for (int batch : batches(request, effort.quick())) {
          for (int window : windows) {
            if ((long) window * batch <= UNDER_WAY_BYTES_MAX) {
              points.add(grid(effort, request, batch, window));
            }
          }
        }
      }
      return points;
    }

    @Override
    LinkShape link() {
      return LinkShape.named("wan-50ms");
    }

    /** Each waits for all before it: for minutes, if 900 did where ten are decided a second. */
    @Override
    int outstandingLeast() {
      return 16;
    }

    @Override
    List<String> settings() {
      return List.of(
          "pipeline.retransmit=2s",
          "election.heartbeat=150ms",
          "election.timeout=3s",
          "catch-up.timeout=400ms");
    }
  },
  /** S11, figure 14. */
  CLIENTS(
      "clients with one outstanding request each: S11, figure 14",
      List.of(Axis.REQUEST, Axis.CLIENTS)) {
    @Override
    List<Point> points(Effort effort) {
      List<Point> points = new ArrayList<>();
      int[] counts =
          effort.quick() ? new int[] {1, 10, 100, 900} : new int[] {1, 5, 10, 50, 100, 300, 900};
      for (int request : effort.quick() ? new int[] {128} : new int[] {128, 1024, 8192}) {
        for (int clients : counts) {
          points.add(
              effort.point(
                  this,
                  at(Axis.REQUEST, request, Axis.CLIENTS, clients),
                  List.of(),
                  new Load(clients, clients, request, 1)));
        }
      }
      return points;
    }
  },
  /** S11, figure 15. */
  SIZE("large requests, a batch each: S11, figure 15", List.of(Axis.REQUEST, Axis.WINDOW)) {
    @Override
    List<Point> points(Effort effort) {
      List<Point> points = new ArrayList<>();
      int[] kib = effort.quick() ? new int[] {8, 64, 256} : new int[] {8, 32, 64, 128, 256, 512};
      for (int size : kib) {
        for (int window : effort.quick() ? new int[] {1, 5} : new int[] {1, 2, 5, 10}) {
          int request = size << 10;
          points.add(
              effort.point(
                  this,
                  at(Axis.REQUEST, request, Axis.WINDOW, window),
                  List.of("pipeline.window=" + window, "batch.max-bytes=1KiB"),
                  new Load(4, Math.max(4, 2 * window), request, 1)));
        }
      }
      return points;
    }
  },
  /** S11, figure 16: TB and TBN, and the policy that is the default here. */
  POLICY(
      "batching policies over the delay of a batch: S11, figure 16",
      List.of(Axis.POLICY, Axis.DELAY, Axis.CLIENTS)) {
    @Override
    List<Point> points(Effort effort) {
      List<Point> points = new ArrayList<>();
      int[] delays = effort.quick() ? new int[] {1, 10, 50} : new int[] {1, 5, 10, 20, 50, 100};
      String[] policies = {"timed", "nagle", "adaptive"};
      for (int policy = 0; policy < policies.length; policy++) {
        for (int delay : delays) {
          for (int clients : new int[] {10, 300}) {
            points.add(
                effort.point(
                    this,
                    at(Axis.POLICY, policy, Axis.DELAY, delay, Axis.CLIENTS, clients),
                    List.of(
                        "batch.policy=" + policies[policy],
                        "batch.max-delay=" + delay + "ms",
                        "batch.max-bytes=64KiB"),
                    new Load(4, clients, 128, 1)));
          }
        }
      }
      return points;
    }
  },
  /** PigPaxos, tables 1 and 2: what relays spare the leader. */
  RELAY(
      "messages and CPU of the leader with relay groups: PigPaxos, tables 1 and 2",
      List.of(Axis.REPLICAS, Axis.GROUPS, Axis.BATCH_REQUESTS)) {
    @Override
    List<Point> points(Effort effort) {
      List<Point> points = new ArrayList<>();
      for (int replicas : effort.quick() ? new int[] {5, 9, 25} : new int[] {5, 9, 15, 25}) {
        for (int groups : effort.quick() ? new int[] {0, 2} : new int[] {0, 1, 2, 3, 4, 5, 6}) {
          for (int requests : new int[] {1, 64}) {
            if (groups < replicas - 1) {
              points.add(relayed(effort, replicas, groups, requests));
            }
          }
        }
      }
      return points;
    }

    private Point relayed(Effort effort, int replicas, int groups, int requests) {
      int bytes = BATCH_HEADER_BYTES + requests * (RELAYED_REQUEST_BYTES + ENTRY_HEADER_BYTES);
      List<String> settings = new ArrayList<>();
      settings.add("batch.max-bytes=" + Math.max(BATCH_BYTES_MIN, bytes) + "B");
      settings.add("batch.policy=" + (requests == 1 ? "adaptive" : "timed"));
      // The paper counts messages of single instances; those of a window share them.
      settings.add("pipeline.window=" + (requests == 1 ? 1 : WINDOW_RELAYED));
      settings.add("dissemination=" + (groups == 0 ? "direct" : "relay"));
      if (groups > 0) {
        settings.add("relay.groups=" + groups);
      }
      return effort.point(
          this,
          at(
              Axis.REPLICAS,
              replicas,
              Axis.GROUPS,
              groups == 0 ? replicas - 1 : groups,
              Axis.BATCH_REQUESTS,
              requests),
          settings,
          new Load(4, 16 * requests, RELAYED_REQUEST_BYTES, 1),
          replicas);
    }

    /** Twenty-five processes share one machine's memory. */
    @Override
    List<String> jvmOptions(List<String> chosen) {
      return List.of("-Xms128m", "-Xmx256m", "-XX:+UseSerialGC");
    }
  },
  /** S11, figure 17: BSZ of 4 KiB and WND 1. */
  TRANSPORT(
      "TCP and UDP between replicas over the clients: S11, figure 17",
      List.of(Axis.CLIENTS, Axis.TRANSPORT)) {
    @Override
    List<Point> points(Effort effort) {
      List<Point> points = new ArrayList<>();
      int[] counts =
          effort.quick() ? new int[] {1, 30, 300} : new int[] {1, 5, 10, 30, 100, 300, 900};
      String[] datagrams = {"0B", "60KiB"};
      for (int clients : counts) {
        for (int transport = 0; transport < datagrams.length; transport++) {
          points.add(
              effort.point(
                  this,
                  at(Axis.CLIENTS, clients, Axis.TRANSPORT, transport),
                  List.of("network.datagram-max-bytes=" + datagrams[transport]),
                  new Load(clients, clients, 128, 1)));
        }
      }
      return points;
    }

    @Override
    List<String> settings() {
      return List.of("batch.max-bytes=4KiB", "pipeline.window=1");
    }
  };

  static final int ANSWER_BYTES = 8;
  // What a link of 10 Mbit/s takes 2.8 s for: behind more than that heartbeats come too late.
  private static final long UNDER_WAY_BYTES_MAX = 3_500_000;

  private static final int OUTSTANDING_MOST = 20_000;
  private static final int ENTRY_HEADER_BYTES = 24;
  private static final int BATCH_HEADER_BYTES = 12;
  private static final int BATCH_BYTES_MIN = 64;
  private static final int RELAYED_REQUEST_BYTES = 32;
  private static final int WINDOW_RELAYED = 8;

  private final String title;
  private final List<String> axes;

  Experiment(String title, List<String> axes) {
    this.title = title;
    this.axes = axes;
  }

  /** What is varied, by the names of columns. */
  static final class Axis {
    static final String REQUEST = "request-bytes-set";
    static final String BATCH = "batch-bytes-set";
    static final String WINDOW = "window-set";
    static final String CLIENTS = "clients";
    static final String DELAY = "delay-ms";
    static final String REPLICAS = "replicas-set";

    /** Of relays; n-1 without, as PigPaxos has it (section 3.3). */
    static final String GROUPS = "relay-groups";

    static final String BATCH_REQUESTS = "batch-requests-set";

    /** 0 timed, 1 nagle, 2 adaptive. */
    static final String POLICY = "policy";

    /** 0 TCP alone, 1 UDP for messages that fit. */
    static final String TRANSPORT = "transport";

    private Axis() {}
  }

  /**
   * How much is measured, and of what.
   *
   * @param quick fewer points
   */
  public record Effort(boolean quick, int replicas, ThreadLayout layout, Durability level) {

    Point point(Experiment experiment, Map<String, Double> axes, List<String> varied, Load load) {
      return point(experiment, axes, varied, load, replicas);
    }

    Point point(
        Experiment experiment,
        Map<String, Double> axes,
        List<String> varied,
        Load load,
        int clusterSize) {
      StringBuilder id = new StringBuilder();
      axes.forEach(
          (axis, value) ->
              id.append(axis.replace("-set", "")).append(value.longValue()).append('-'));
      id.append(layout.name().toLowerCase(Locale.ROOT)).append('-');
      id.append(level.name().toLowerCase(Locale.ROOT)).append("-n").append(clusterSize);
      List<String> settings = new ArrayList<>(experiment.settings());
      settings.addAll(varied);
      Point.Cluster cluster =
          new Point.Cluster(clusterSize, layout, level, settings, experiment.link());
      return new Point(id.toString(), cluster, load, ANSWER_BYTES, axes);
    }
  }

  abstract List<Point> points(Effort effort);

  /** On their way at least, however small batches and window are. */
  int outstandingLeast() {
    return 900;
  }

  /** Between each two replicas. */
  LinkShape link() {
    return LinkShape.STRAIGHT;
  }

  /** Of all points. */
  List<String> settings() {
    return List.of();
  }

  /**
   * Of every process.
   *
   * @param chosen by whoever runs it
   */
  List<String> jvmOptions(List<String> chosen) {
    return chosen;
  }

  /** Whether the model is fitted to it: batch size and window are what it varies. */
  boolean hasModel() {
    return axes.contains(Axis.BATCH) && axes.contains(Axis.WINDOW);
  }

  /** What it is the counterpart of. */
  public String title() {
    return title;
  }

  List<String> axes() {
    return axes;
  }

  /** As it stands on the command line. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Columns of {@code points.csv}. */
  List<String> columns() {
    List<String> columns = new ArrayList<>(axes);
    columns.addAll(Result.MEASURES);
    return columns;
  }

  /** From one request a batch on. */
  static List<Integer> batches(int request, boolean quick) {
    List<Integer> batches = new ArrayList<>();
    int[] requests = quick ? new int[] {1, 8, 64} : new int[] {1, 4, 16, 64, 256};
    for (int count : requests) {
      batches.add(BATCH_HEADER_BYTES + count * (request + ENTRY_HEADER_BYTES));
    }
    return batches;
  }

  /** Enough on their way that all batches are full and the window is. */
  Point grid(Effort effort, int request, int batch, int window) {
    int each = (batch - BATCH_HEADER_BYTES) / (request + ENTRY_HEADER_BYTES);
    int outstanding =
        Math.min(OUTSTANDING_MOST, Math.max(outstandingLeast(), 2 * each * (window + 1)));
    return effort.point(
        this,
        at(Axis.REQUEST, request, Axis.BATCH, batch, Axis.WINDOW, window),
        List.of(
            "batch.max-bytes=" + batch + "B",
            "pipeline.window=" + window,
            "batch.policy=timed",
            "queue.max-bytes=1GiB"),
        new Load(4, outstanding, request, 1));
  }

  static Map<String, Double> at(Object... namesAndValues) {
    Map<String, Double> axes = new LinkedHashMap<>();
    for (int index = 0; index < namesAndValues.length; index += 2) {
      axes.put((String) namesAndValues[index], ((Number) namesAndValues[index + 1]).doubleValue());
    }
    return axes;
  }
}
