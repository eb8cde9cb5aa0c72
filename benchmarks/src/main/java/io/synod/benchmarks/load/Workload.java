package io.synod.benchmarks.load;

/** What is asked, beside how much of it and how long it is. */
public sealed interface Workload {
  /** One request of zeros, again and again. */
  Workload ZEROS = new Zeros();

  /**
   * The requests of one event loop.
   *
   * @param seed another one for each loop
   */
  Requests requests(int requestBytes, long seed);

  /** As one word, which {@link #parse} reads. */
  String text();

  /**
   * @throws IllegalArgumentException if {@code text} is none of {@link #text}
   */
  static Workload parse(String text) {
    if (text.equals(ZEROS.text())) {
      return ZEROS;
    }
    String[] fields = text.split(":");
    if (fields.length != 3 || !fields[0].equals(KeyValues.WORD)) {
      throw new IllegalArgumentException("'" + text + "' is no workload");
    }
    return new KeyValues(Integer.parseInt(fields[1]), Integer.parseInt(fields[2]));
  }

  /** One request of zeros, again and again. */
  record Zeros() implements Workload {

    @Override
    public Requests requests(int requestBytes, long seed) {
      byte[] request = new byte[requestBytes];
      return client -> client.send(request);
    }

    @Override
    public String text() {
      return "zeros";
    }
  }

  /**
   * Reads and writes of keys drawn at random, all of them by the log (PigPaxos, section 5.1); the
   * bytes of a request are those of a value.
   *
   * @param readPercent of the requests, 0 to 100
   */
  record KeyValues(int keys, int readPercent) implements Workload {
    private static final String WORD = "key-values";

    public KeyValues {
      if (keys < 1 || readPercent < 0 || readPercent > 100) {
        throw new IllegalArgumentException("%d keys, %d %% reads".formatted(keys, readPercent));
      }
    }

    @Override
    public Requests requests(int requestBytes, long seed) {
      return new KeyValueRequests(keys, readPercent, requestBytes, seed);
    }

    @Override
    public String text() {
      return WORD + ":" + keys + ":" + readPercent;
    }
  }
}
