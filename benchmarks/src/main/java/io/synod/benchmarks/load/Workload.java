package io.synod.benchmarks.load;

import io.synod.core.settings.Consistency;

/** The kind of requests, apart from their number and length. */
public sealed interface Workload {
  /** The same request of zeros, repeated. */
  Workload ZEROS = new Zeros();

  /** The requests of one load, the same ones each time. */
  Requests requests(int requestBytes);

  /** Whether any request is ordered by the log; otherwise no instance is decided. */
  default boolean isOrdered() {
    return true;
  }

  /** In one word, which {@link #parse} reads. */
  String text();

  /**
   * @throws IllegalArgumentException if no workload has this {@link #text}
   */
  static Workload parse(String text) {
    if (text.equals(ZEROS.text())) {
      return ZEROS;
    }
    String[] fields = text.split(":");
    if (fields.length == 2 && fields[0].equals(MixedLengths.WORD)) {
      return new MixedLengths(Integer.parseInt(fields[1]));
    }
    if (fields.length == 4 && fields[0].equals(KeyValues.WORD)) {
      return KeyValues.of(fields);
    }
    throw new IllegalArgumentException("'" + text + "' is no workload");
  }

  /** The same request of zeros, repeated. */
  record Zeros() implements Workload {

    @Override
    public Requests requests(int requestBytes) {
      byte[] request = new byte[requestBytes];
      return client -> client.send(request);
    }

    @Override
    public String text() {
      return "zeros";
    }
  }

  /**
   * Requests of zeros of random lengths, the same sequence in each run (Primi 2008, table 1): all
   * lengths up to the load's bytes of a request are equally probable.
   *
   * @param bytesLeast of a request
   */
  record MixedLengths(int bytesLeast) implements Workload {
    private static final String WORD = "mixed-lengths";

    public MixedLengths {
      if (bytesLeast < 0) {
        throw new IllegalArgumentException("requests of %d bytes".formatted(bytesLeast));
      }
    }

    @Override
    public Requests requests(int requestBytes) {
      return new MixedLengthRequests(bytesLeast, requestBytes);
    }

    @Override
    public String text() {
      return WORD + ":" + bytesLeast;
    }
  }

  /**
   * Reads and writes of random keys; the bytes of a request are those of a value. Without writes,
   * every key is written once before it reads.
   *
   * @param readPercent of the requests, 0 to 100
   * @param reads the consistency of reads
   */
  record KeyValues(int keys, int readPercent, Consistency reads) implements Workload {
    private static final String WORD = "key-values";
    private static final String LOG = "log";
    private static final int ALL_PERCENT = 100;

    public KeyValues {
      if (keys < 1 || readPercent < 0 || readPercent > ALL_PERCENT) {
        throw new IllegalArgumentException("%d keys, %d %% reads".formatted(keys, readPercent));
      }
    }

    private static KeyValues of(String[] fields) {
      return new KeyValues(
          Integer.parseInt(fields[1]), Integer.parseInt(fields[2]), consistency(fields[3]));
    }

    private static Consistency consistency(String text) {
      return text.equals(LOG) ? Consistency.LOG : Consistency.ofCode(Long.parseLong(text));
    }

    @Override
    public Requests requests(int requestBytes) {
      return new KeyValueRequests(this, requestBytes);
    }

    /** Whether there are reads only. */
    boolean writesNothing() {
      return readPercent == ALL_PERCENT;
    }

    @Override
    public boolean isOrdered() {
      return !writesNothing() || reads.equals(Consistency.LOG);
    }

    @Override
    public String text() {
      boolean isLog = reads.equals(Consistency.LOG);
      return String.join(
          ":",
          WORD,
          String.valueOf(keys),
          String.valueOf(readPercent),
          isLog ? LOG : String.valueOf(reads.code()));
    }
  }
}
