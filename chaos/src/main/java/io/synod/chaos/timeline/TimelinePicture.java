package io.synod.chaos.timeline;

import io.synod.chaos.fault.Direction;
import io.synod.chaos.fault.FaultKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Draws a timeline: answers per second with the silent times shaded, the roles and faults of each
 * replica, and the faults of each link. Confined to one thread.
 */
public final class TimelinePicture {
  private static final double LEFT = 96;
  private static final double RIGHT = 24;
  private static final double TOP = 76;
  private static final double CHART = 220;
  private static final double ROW = 30;
  private static final double LINK_ROW = 20;
  private static final double PIXELS_PER_SECOND = 12;
  private static final double PLOT_MIN = 1100;
  private static final double PLOT_MAX = 5000;
  private static final double TICK_MIN = 64;
  private static final double CHARACTER = 6.2;
  private static final int SILENCE_MILLIS_MIN = 300;
  private static final long[] TICK_SECONDS = {1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800};
  private static final String INK = "#333333";
  private static final String SMALL = "font-size=\"11\" fill=\"#333333\"";
  private static final String ON_BAR = "font-size=\"11\" fill=\"#ffffff\"";

  private static final Map<FaultKind, String> FAULTS =
      Map.of(
          FaultKind.KILL, "#c62828",
          FaultKind.PAUSE, "#ef6c00",
          FaultKind.CUT, "#6a1b9a",
          FaultKind.SEVER, "#ad1457",
          FaultKind.ONE_WAY, "#4527a0",
          FaultKind.DELAY, "#00838f",
          FaultKind.DISK_FULL, "#5d4037",
          FaultKind.ALL_DOWN, "#212121");
  private static final Map<String, String> ROLES = roles();

  private final Timeline timeline;
  private final int replicas;
  private final double plot;
  private final double bottom;
  private final Svg svg;

  private TimelinePicture(Timeline timeline, int replicas) {
    this.timeline = timeline;
    this.replicas = replicas;
    double seconds = timeline.nowMillis() / 1000.0;
    plot = Math.min(PLOT_MAX, Math.max(PLOT_MIN, seconds * PIXELS_PER_SECOND));
    bottom = rowsTop() + replicas * ROW + replicas * (replicas - 1) / 2.0 * LINK_ROW;
    svg = new Svg(LEFT + plot + RIGHT, bottom + 76);
  }

  private static Map<String, String> roles() {
    Map<String, String> roles = new LinkedHashMap<>();
    roles.put("leader", "#1565c0");
    roles.put("follower", "#90caf9");
    roles.put("pre_candidate", "#ffe082");
    roles.put("candidate", "#ffb300");
    roles.put("recovering", "#bdbdbd");
    roles.put("standby", "#e0e0e0");
    roles.put("full", "#8d6e63");
    return roles;
  }

  /**
   * The picture as SVG.
   *
   * @param title describes the run in one line
   * @param verdict its result in one line
   */
  public static String draw(Timeline timeline, int replicas, String title, String verdict) {
    TimelinePicture picture = new TimelinePicture(timeline, replicas);
    picture.svg.text(12, 26, "start", "font-size=\"17\" font-weight=\"bold\"", title);
    picture.svg.text(12, 46, "start", "font-size=\"13\" fill=\"#333333\"", verdict);
    picture.grid();
    picture.silences();
    picture.answers();
    picture.replicas();
    picture.links();
    picture.legend();
    return picture.svg.end();
  }

  private double rowsTop() {
    return TOP + CHART + 14;
  }

  private double x(long millis) {
    return LEFT + plot * millis / Math.max(1, timeline.nowMillis());
  }

  private void grid() {
    long step = TICK_SECONDS[TICK_SECONDS.length - 1];
    for (int next = TICK_SECONDS.length - 1; next >= 0; next--) {
      step = x(TICK_SECONDS[next] * 1000) - LEFT >= TICK_MIN ? TICK_SECONDS[next] : step;
    }
    for (long second = 0; second * 1000 <= timeline.nowMillis(); second += step) {
      double x = x(second * 1000);
      svg.line(x, TOP, x, bottom, "#e0e0e0");
      String clock = String.format(Locale.ROOT, "%d:%02d", second / 60, second % 60);
      svg.text(x, bottom + 16, "middle", SMALL, clock);
    }
  }

  private void silences() {
    for (Span silence : timeline.silences()) {
      if (silence.lengthMillis() >= SILENCE_MILLIS_MIN) {
        double x = x(silence.beginMillis());
        double width = x(silence.endMillis()) - x;
        String length = String.format(Locale.ROOT, "%.1f s", silence.lengthMillis() / 1000.0);
        svg.rect(x, TOP, width, CHART, "#ffcdd2", "no answer for " + length);
        if (width > length.length() * CHARACTER) {
          svg.text(x + width / 2, TOP + 14, "middle", SMALL, length);
        }
      }
    }
  }

  /** At most one point for each pixel. */
  private void answers() {
    int[] counts = timeline.answers();
    int together = (int) Math.max(1, Math.ceil(counts.length / plot));
    double seconds = together * Timeline.BUCKET_MILLIS / 1000.0;
    double[] rates = new double[(counts.length + together - 1) / together];
    double highest = 1;
    for (int index = 0; index < counts.length; index++) {
      rates[index / together] += counts[index] / seconds;
      highest = Math.max(highest, rates[index / together]);
    }
    double top = ceiling(highest);
    StringBuilder points = new StringBuilder();
    point(points, LEFT, 0);
    for (int index = 0; index < rates.length; index++) {
      long millis = (long) index * together * Timeline.BUCKET_MILLIS;
      long end = Math.min(timeline.nowMillis(), millis + together * Timeline.BUCKET_MILLIS);
      point(points, x(millis), rates[index] / top);
      point(points, x(end), rates[index] / top);
    }
    point(points, LEFT + plot, 0);
    svg.area(points.toString(), "#43a047");
    for (int quarter = 0; quarter <= 4; quarter++) {
      double y = TOP + CHART - CHART * quarter / 4;
      svg.line(LEFT - 4, y, LEFT, y, INK);
      String rate = String.format(Locale.ROOT, "%,.0f", top * quarter / 4);
      svg.text(LEFT - 8, y + 4, "end", SMALL, rate);
    }
    svg.line(LEFT, TOP, LEFT, TOP + CHART, INK);
    svg.line(LEFT, TOP + CHART, LEFT + plot, TOP + CHART, INK);
    svg.text(LEFT + 4, TOP - 4, "start", SMALL, "answers per second");
  }

  private static void point(StringBuilder points, double x, double share) {
    points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, TOP + CHART - CHART * share));
  }

  /** The next of 1, 2, 4, 8, 10, 20, … */
  private static double ceiling(double value) {
    double power = Math.pow(10, Math.floor(Math.log10(value)));
    for (int digit : new int[] {1, 2, 4, 8}) {
      if (value <= digit * power) {
        return digit * power;
      }
    }
    return 10 * power;
  }

  private void replicas() {
    for (int id = 0; id < replicas; id++) {
      double y = rowsTop() + id * ROW;
      svg.text(LEFT - 8, y + 17, "end", SMALL, "replica " + id);
      svg.line(LEFT, y + ROW - 1, LEFT + plot, y + ROW - 1, "#eeeeee");
      for (RoleSpan role : timeline.roles()) {
        if (role.replica() == id) {
          String colour = ROLES.getOrDefault(role.role(), INK);
          double x = x(role.span().beginMillis());
          svg.rect(x, y + 2, x(role.span().endMillis()) - x, 7, colour, role.role());
        }
      }
      for (FaultSpan fault : timeline.faults()) {
        if (fault.fault().replicas().contains(id)) {
          bar(fault, y + 11, shortWord(fault.fault().kind()));
        }
      }
    }
  }

  private static String shortWord(FaultKind kind) {
    return switch (kind) {
      case DISK_FULL -> "disk";
      case ALL_DOWN -> "all";
      default -> kind.word();
    };
  }

  private void links() {
    double y = rowsTop() + replicas * ROW;
    for (int one = 0; one < replicas; one++) {
      for (int other = one + 1; other < replicas; other++) {
        svg.text(LEFT - 8, y + 13, "end", SMALL, "link %d – %d".formatted(one, other));
        svg.line(LEFT, y + LINK_ROW - 1, LEFT + plot, y + LINK_ROW - 1, "#eeeeee");
        for (FaultSpan fault : timeline.faults()) {
          link(fault, new Direction(one, other), y + 1);
        }
        y += LINK_ROW;
      }
    }
  }

  private void link(FaultSpan fault, Direction direction, double y) {
    List<Direction> hit = fault.fault().directions();
    boolean there = hit.contains(direction);
    boolean back = hit.contains(new Direction(direction.to(), direction.from()));
    if (there && back) {
      long delay = fault.fault().delayMillis();
      bar(fault, y, delay == 0 ? fault.fault().kind().word() : delay + " ms");
    } else if (there || back) {
      bar(fault, y, there ? direction.toString() : direction.to() + "→" + direction.from());
    }
  }

  private void bar(FaultSpan fault, double y, String label) {
    double x = x(fault.span().beginMillis());
    double width = Math.max(3, x(fault.span().endMillis()) - x);
    String length =
        String.format(
            Locale.ROOT,
            ", %.1f s from %.1f s on",
            fault.span().lengthMillis() / 1000.0,
            fault.span().beginMillis() / 1000.0);
    svg.rect(x, y, width, 16, FAULTS.get(fault.fault().kind()), fault.fault() + length);
    int fitting = (int) Math.min(label.length(), (width - 4) / CHARACTER);
    if (fitting > 0) {
      svg.text(x + width / 2, y + 12, "middle", ON_BAR, label.substring(0, fitting));
    }
  }

  private void legend() {
    double x = LEFT;
    for (FaultKind kind : FaultKind.values()) {
      x = entry(x, bottom + 34, FAULTS.get(kind), kind.word());
    }
    x = LEFT;
    for (Map.Entry<String, String> role : ROLES.entrySet()) {
      x = entry(x, bottom + 56, role.getValue(), role.getKey());
    }
    entry(x, bottom + 56, "#ffcdd2", "no answer for %d ms or more".formatted(SILENCE_MILLIS_MIN));
  }

  private double entry(double x, double y, String colour, String word) {
    svg.rect(x, y - 9, 22, 11, colour);
    svg.text(x + 28, y, "start", SMALL, word);
    return x + 28 + word.length() * CHARACTER + 18;
  }
}
