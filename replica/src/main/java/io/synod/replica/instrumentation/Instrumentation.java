package io.synod.replica.instrumentation;

import io.synod.core.cluster.Quorums;
import io.synod.core.settings.BatchLimits;
import io.synod.network.transport.RepeatedTask;
import io.synod.network.transport.SlowEnd;
import io.synod.replica.config.InstrumentationConfig;
import io.synod.tuning.explain.Evidence;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a sample of its replica each interval, writes it as a row of the CSV file, and offers it as
 * JMX beans. Serves the metrics over HTTP. Owns the threads {@code instrumentation} and {@code
 * metrics}. {@link #start} and {@link #close} are called once each.
 */
public final class Instrumentation implements AutoCloseable {
  // The more often samples are taken, the less is known of each event loop between two of them.
  private static final long REPORTED_NANOS_MIN = 100_000_000;

  private static final Logger LOG = LoggerFactory.getLogger("io.synod.replica");

  private final InstrumentationConfig config;
  private final Identity identity;
  private final WorkMeter meter;
  private final Source source;
  private final List<Column> columns;
  private final ScheduledExecutorService ticks;

  // Runs them; null before the first.
  private volatile Thread ticker;

  private Sample first;
  private volatile Recent recent;
  private PeriodBean intervalBean;
  private PeriodBean runBean;
  private MetricsServer metrics;

  // Of the instrumentation thread, once started; null if no rows are wanted, or none can be
  // written.
  private CsvFile csv;

  private volatile Period interval;

  // Guarded by this; null before the first.
  private Sample reported;

  /**
   * The replica that is measured.
   *
   * @param prefix of the names of threads
   * @param host on which the metrics are served
   */
  public record Identity(
      String cluster, int replica, List<Integer> replicas, String prefix, String host) {}

  /** The source of samples. Any thread. */
  public interface Source {
    Sample sample();

    Gauges gauges();

    /** What limits the replica, and why its settings are as they are. */
    String explanation();
  }

  /**
   * @param meter of the replica's threads, to which these are added
   */
  public Instrumentation(
      InstrumentationConfig config, Identity identity, WorkMeter meter, Source source) {
    this.config = config;
    this.identity = identity;
    this.meter = meter;
    this.source = source;
    columns = Column.all(identity.replicas());
    ticks = Executors.newSingleThreadScheduledExecutor(this::ticker);
  }

  /**
   * Opens the file and the port and begins to sample.
   *
   * @throws UncheckedIOException if the file or the port cannot be had; names it and its key
   */
  public void start() {
    if (!meter.isSupported()) {
      LOG.warn(
          "replica {}: this JVM does not measure the CPU time of threads; all CPU columns will be 0",
          replica());
    }
    first = source.sample();
    interval = new Period(replica(), first, first, config.bitsPerSecond());
    recent = new Recent(interval);
    csv = openCsv();
    String cluster = identity.cluster();
    intervalBean =
        new PeriodBean(
            "Interval", cluster, replica(), columns, () -> interval, source::explanation);
    runBean = new PeriodBean("Run", cluster, replica(), columns, this::run, source::explanation);
    if (config.metricsPort() != 0) {
      metrics =
          new MetricsServer(
              new InetSocketAddress(identity.host(), config.metricsPortOf(replica())),
              work -> thread(work, "metrics"),
              Map.of(
                  "/metrics",
                  new MetricsServer.Page(
                      PrometheusText.CONTENT_TYPE,
                      () ->
                          PrometheusText.of(cluster, replica(), source.gauges(), source.sample())),
                  "/explain",
                  new MetricsServer.Page(MetricsServer.PLAIN, source::explanation)));
    }
    long nanos = config.intervalNanos();
    RepeatedTask task =
        new RepeatedTask(
            "replica %d: taking a sample (instrumentation.interval)".formatted(replica()),
            System::nanoTime,
            bug -> {},
            this::tick);
    // A process that stood still for a day does not make up for a day of samples.
    ticks.scheduleWithFixedDelay(task, nanos, nanos, TimeUnit.NANOSECONDS);
  }

  /** Everything since the start. Any thread. */
  private Period run() {
    return new Period(replica(), first, source.sample(), config.bitsPerSecond());
  }

  /**
   * All sums since the start as a JSON object (docs/instrumentation.md), at most a tenth of a
   * second old. Any thread.
   */
  public synchronized JsonFields json() {
    if (reported == null || System.nanoTime() - reported.nanos() >= REPORTED_NANOS_MIN) {
      reported = source.sample();
    }
    return SampleJson.of(reported);
  }

  /**
   * What the last ten seconds have brought, for an explanation. Any thread.
   *
   * @param limits that are chosen
   * @param quorums of the present members
   */
  public Evidence evidence(BatchLimits limits, Quorums quorums) {
    return recent.evidence(limits, quorums, identity.prefix());
  }

  private void tick() {
    Period next = new Period(replica(), interval.to(), source.sample(), config.bitsPerSecond());
    interval = next;
    recent.add(next);
    write("interval", next);
  }

  private void write(String kind, Period period) {
    if (csv == null) {
      return;
    }
    try {
      csv.write(kind, period);
    } catch (IOException full) {
      // Measures are no reason to stop a replica; the rows end here.
      LOG.warn(
          "replica {}: could not write its CSV file: {}; it writes no more rows until it is started"
              + " again (instrumentation.csv)",
          replica(),
          full.getMessage());
      closeCsv();
      csv = null;
    }
  }

  private CsvFile openCsv() {
    Optional<Path> path = config.csvOf(replica());
    if (path.isEmpty()) {
      return null;
    }
    try {
      return new CsvFile(path.get(), columns);
    } catch (IOException unusable) {
      throw new UncheckedIOException(
          "cannot write %s (key instrumentation.csv): %s; name another file"
              .formatted(path.get(), reason(unusable)),
          unusable);
    }
  }

  /** The JDK often names only the path. */
  private static String reason(IOException unusable) {
    return unusable instanceof FileSystemException refused && refused.getReason() == null
        ? refused.getFile() + " cannot be made or written"
        : unusable.getMessage();
  }

  private int replica() {
    return identity.replica();
  }

  private Thread ticker(Runnable work) {
    ticker = thread(work, "instrumentation");
    return ticker;
  }

  private Thread thread(Runnable work, String name) {
    Thread thread = new Thread(work, identity.prefix() + name);
    thread.setDaemon(true);
    meter.dedicate(thread, Activity.OTHER);
    return thread;
  }

  /** Writes the last rows and ends. The replica's threads still run. */
  @Override
  public void close() {
    ticks.execute(this::finish);
    ticks.shutdown();
    SlowEnd.join(ticker);
    if (metrics != null) {
      metrics.close();
    }
    if (intervalBean != null) {
      intervalBean.close();
    }
    if (runBean != null) {
      runBean.close();
    }
  }

  private void finish() {
    if (first != null) {
      tick();
      // What the rows before it sum up to.
      write("run", new Period(replica(), first, interval.to(), config.bitsPerSecond()));
    }
    closeCsv();
  }

  private void closeCsv() {
    if (csv == null) {
      return;
    }
    try {
      csv.close();
    } catch (IOException full) {
      LOG.warn(
          "replica {}: could not close its CSV file: {}; the last rows may be missing"
              + " (instrumentation.csv)",
          replica(),
          full.getMessage());
    }
  }
}
