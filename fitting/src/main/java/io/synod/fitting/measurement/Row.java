package io.synod.fitting.measurement;

import java.util.EnumMap;
import java.util.Map;
import java.util.regex.Pattern;

/** One line of a file, its fields checked as they are read. */
final class Row {
  static final String INTERVAL = "interval";
  static final String RUN = "run";
  static final String LEADER = "leader";
  private static final Pattern NUMBER =
      Pattern.compile("[0-9]{1,18}(\\.[0-9]{1,18})?([eE][+-]?[0-9]{1,2})?");
  private static final int SHOWN_CHARACTERS = 40;

  private final Columns columns;
  private final String place;
  private final String[] fields;

  /**
   * @throws MeasurementException if the number of fields differs from the header's
   */
  Row(Columns columns, String place, String line) {
    this.columns = columns;
    this.place = place;
    this.fields = line.split(",", -1);
    if (fields.length != columns.count()) {
      throw new MeasurementException(
          "%s: %d fields under a header of %d; a last line that was not written to its end may be"
                  .formatted(place, fields.length, columns.count())
              + " deleted");
    }
  }

  /** Whether the row covers an interval; the alternative is the whole run. */
  boolean isInterval() {
    String kind = text(Columns.KIND);
    if (!kind.equals(INTERVAL) && !kind.equals(RUN)) {
      throw refused(Columns.KIND, kind, "interval or run");
    }
    return kind.equals(INTERVAL);
  }

  boolean isOfLeader() {
    return text(Columns.ROLE).equals(LEADER);
  }

  int replica() {
    return (int) number(Columns.REPLICA, 0, "a replica's number");
  }

  double endMillis() {
    return number(Columns.TIME, 0, "milliseconds since the epoch");
  }

  double lengthMillis() {
    return number(Columns.LENGTH, Double.MIN_VALUE, "a length in milliseconds");
  }

  Traffic traffic() {
    return new Traffic(
        amount(Columns.INSTANCES),
        amount(Columns.REQUESTS),
        amount(Columns.REQUEST_BYTES),
        amount(Columns.ANSWER_BYTES),
        amount(Columns.ACCEPT_BYTES),
        amount(Columns.ACCEPTED_BYTES));
  }

  Interval interval() {
    Map<Activity, Double> millisOf = new EnumMap<>(Activity.class);
    for (Activity activity : Activity.values()) {
      millisOf.put(activity, amount(activity.column()));
    }
    int replicas = (int) number(Columns.REPLICAS, 1, "a number of replicas");
    return new Interval(place, replicas, traffic(), new CpuTime(amount(Columns.CPU), millisOf));
  }

  private double amount(String column) {
    return number(column, 0, "a number from 0 on");
  }

  private double number(String column, double min, String wanted) {
    String text = text(column);
    if (!NUMBER.matcher(text).matches() || Double.parseDouble(text) < min) {
      throw refused(column, text, wanted);
    }
    return Double.parseDouble(text);
  }

  private MeasurementException refused(String column, String text, String wanted) {
    String shown =
        text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS) + "...";
    return new MeasurementException(
        "%s: %s: '%s' is not %s".formatted(place, column, shown, wanted));
  }

  private String text(String column) {
    return fields[columns.index(column)].strip();
  }
}
