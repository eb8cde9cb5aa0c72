package io.synod.replica.config;

import io.synod.storage.journal.WriteAheadLog;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Compares the most memory that the settings let one replica use, beside its service, with the
 * memory of its JVM. If there is little memory, settings that were not given get smaller defaults.
 * Given settings that do not fit are refused. The needs are the table of docs/architecture.md,
 * "Memory".
 */
public final class MemoryPlan {
  /** Of the heap, in quarters, what the replica may plan with; the service and Java need some. */
  private static final int HEAP_QUARTERS = 3;

  // A request keeps the buffer of its read if it is a quarter of it at least, and else is copied.
  private static final int BUFFER_FACTOR = 4;

  /** Heap of an open session without answers, and of one that is over and remembered. */
  public static final int SESSION_BYTES = 384;

  // With its place in the map of ids, the heap and a captured state.
  private static final int TIMER_BYTES = 112;

  /** Heap of the way from a session to its connection. */
  public static final int ROUTE_BYTES = 160;

  /** Heap of a client's connection. */
  public static final int CONNECTION_BYTES = 3 << 10;

  // Objects of a frame of queries that waits.
  private static final int READ_BYTES = 256;

  /** Heap that promises may take while the disk hangs, beyond the bound of other records. */
  public static final int UNDURABLE_PROMISES_BYTES = 1 << 20;

  private static final int WAITING_MESSAGES_BYTES = 1 << 20;

  // What one cycle of an event loop reads from strangers, and from a peer.
  private static final int STRANGERS_READ_BYTES = 1 << 20;
  private static final int PEER_READ_BYTES = 1 << 20;
  private static final int PENDING_REPLIES_BYTES = 1 << 20;

  // Buffers are parts of chunks, of which each event loop keeps one, and some of which lies free.
  private static final long CHUNK_BYTES = 8 << 20;
  private static final int FREE_SHARE = 8;
  private static final long READ_BYTES_MAX = 64 << 20;

  // The journal's index has places of eight bytes for four mebi slots, or a share of the heap.
  private static final long JOURNAL_INDEX_BYTES = 32 << 20;
  private static final int JOURNAL_INDEX_SHARE = 32;

  /** Where a setting comes from that was made smaller. */
  static final String ORIGIN = "the memory of this JVM";

  // An eighth more at a time.
  private static final int GROWTH = 8;

  /** A default that is a share of the heap, or of what there is least of, where that is less. */
  private record Share(boolean ofHeap, int parts, int of) {
    long bytes(JvmMemory memory) {
      long bytes = ofHeap ? memory.heapBytes() : Math.min(memory.heapBytes(), memory.directBytes());
      return bytes / of * parts;
    }
  }

  private static final Map<Setting, Share> SHARES =
      Map.of(
          Setting.LOG_MAX_BYTES, new Share(true, 5, 32),
          Setting.SNAPSHOT_LOG_BYTES, new Share(true, 5, 32),
          Setting.NETWORK_MAX_CONNECTIONS, new Share(true, 1, 16),
          Setting.QUEUE_MAX_BYTES, new Share(false, 1, 64),
          Setting.NETWORK_PEER_BUFFER, new Share(false, 1, 32),
          Setting.NETWORK_REPLIES_MAX, new Share(false, 5, 32),
          Setting.NETWORK_UNFINISHED_MAX, new Share(false, 1, 8),
          Setting.NETWORK_CLIENT_BUFFER, new Share(false, 1, 64));

  private final List<MemoryNeed> needs;
  private final JvmMemory memory;

  private MemoryPlan(List<MemoryNeed> needs, JvmMemory memory) {
    this.needs = needs;
    this.memory = memory;
  }

  /** Of {@code config}, which was fitted to {@code memory} or not. */
  public static MemoryPlan of(SynodConfig config, JvmMemory memory) {
    List<MemoryNeed> needs = new ArrayList<>(heap(config, memory));
    List<MemoryNeed> buffers = direct(config);
    needs.addAll(buffers);
    needs.add(
        MemoryNeed.direct(
            "free parts of chunks",
            Setting.NETWORK_CLIENT_THREADS,
            buffers.stream().mapToLong(MemoryNeed::directBytes).sum() / FREE_SHARE
                + CHUNK_BYTES * (1 + config.network().clientThreads())));
    needs.add(
        MemoryNeed.direct(
            "records that the journal writes", Setting.DURABILITY, journalBytes(config)));
    return new MemoryPlan(List.copyOf(needs), memory);
  }

  private static long indexBytes(JvmMemory memory) {
    return Math.min(JOURNAL_INDEX_BYTES, memory.heapBytes() / JOURNAL_INDEX_SHARE);
  }

  private static List<MemoryNeed> heap(SynodConfig config, JvmMemory memory) {
    LimitsConfig limits = config.limits();
    long frame = config.network().frameBytes();
    int sessions = config.session().sessionsMax();
    return List.of(
        batches(config),
        MemoryNeed.heap(
            "records that are not durable",
            Setting.LOG_MAX_BYTES,
            limits.undurableBytes() + frame + UNDURABLE_PROMISES_BYTES),
        MemoryNeed.heap(
            "messages that wait for the disk", Setting.DURABILITY, WAITING_MESSAGES_BYTES),
        MemoryNeed.heap(
            "the index of the journal",
            Setting.DURABILITY,
            config.durability().keepsVotes() ? indexBytes(memory) : 0),
        MemoryNeed.heap("the open batch", Setting.NETWORK_MAX_FRAME, frame),
        MemoryNeed.heap(
            "messages of peers", Setting.NETWORK_PEER_BUFFER, config.network().peerBufferBytes()),
        MemoryNeed.heap(
            "kept answers",
            Setting.SESSION_MAX_ALL_KEPT_BYTES,
            config.session().answers().allBytes() + config.session().answers().largestBytes()),
        MemoryNeed.heap("sessions", Setting.SESSION_MAX_COUNT, (long) SESSION_BYTES * sessions),
        MemoryNeed.heap(
            "routes of sessions", Setting.SESSION_MAX_COUNT, (long) ROUTE_BYTES * sessions),
        MemoryNeed.heap(
            "timers",
            Setting.SERVICE_MAX_TIMERS,
            (long) TIMER_BYTES * config.service().timersMax()),
        MemoryNeed.heap(
            "queries", Setting.READS_MAX_WAITING, (long) READ_BYTES * limits.readsMax() + frame),
        MemoryNeed.heap(
            "connections of clients",
            Setting.NETWORK_MAX_CONNECTIONS,
            (long) CONNECTION_BYTES * config.network().connectionsMax()),
        MemoryNeed.heap(
            "parts of snapshots", Setting.SNAPSHOT_PART_BYTES, 2L * config.snapshot().partBytes()));
  }

  /** A start reads those that the newest snapshot does not hold, before others join them. */
  private static MemoryNeed batches(SynodConfig config) {
    long read = config.durability().keepsVotes() ? config.snapshot().logBytes() : 0;
    long kept = config.limits().logBytes();
    Setting larger = read > kept ? Setting.SNAPSHOT_LOG_BYTES : Setting.LOG_MAX_BYTES;
    return MemoryNeed.heap(
        "batches in the log", larger, Math.max(read, kept) + config.network().frameBytes());
  }

  /** A buffer that has no space for the last record grows by a quarter, and then there are two. */
  private static long journalBytes(SynodConfig config) {
    long buffer = WriteAheadLog.QUEUED_BYTES_MAX + config.network().frameBytes();
    return config.durability().keepsVotes() ? buffer / 4 * 9 : 0;
  }

  private static List<MemoryNeed> direct(SynodConfig config) {
    NetworkConfig network = config.network();
    long frame = network.frameBytes();
    long peers = config.cluster().size() - 1L;
    return List.of(
        MemoryNeed.direct(
            "requests", Setting.QUEUE_MAX_BYTES, BUFFER_FACTOR * config.batch().queueBytes()),
        MemoryNeed.direct("queries", Setting.QUEUE_MAX_BYTES, BUFFER_FACTOR * readBytesMax(config)),
        MemoryNeed.direct(
            "replies",
            Setting.NETWORK_REPLIES_MAX,
            network.repliesBytes() + frame + PENDING_REPLIES_BYTES),
        MemoryNeed.direct(
            "unfinished frames",
            Setting.NETWORK_UNFINISHED_MAX,
            network.unfinishedBytes() + (long) STRANGERS_READ_BYTES * network.clientThreads()),
        MemoryNeed.direct(
            "messages to peers",
            Setting.NETWORK_PEER_BUFFER,
            (1 + peers) * network.peerBufferBytes()),
        MemoryNeed.direct(
            "frames of peers", Setting.NETWORK_MAX_FRAME, peers * (frame + PEER_READ_BYTES)));
  }

  /** Bytes of the queries that wait for their answers, of all clients. */
  public static long readBytesMax(SynodConfig config) {
    return Math.min(config.batch().queueBytes(), READ_BYTES_MAX);
  }

  /** Bytes of the heap that all of them may take. */
  public long heapBytes() {
    return needs.stream().mapToLong(MemoryNeed::heapBytes).sum();
  }

  /** The same, and the quarter of the heap that is left to the service and to Java. */
  public long heapBytesWithService() {
    return heapBytes() + memory.heapBytes() - heapAllowed();
  }

  /** Bytes outside the heap that all of them may take. */
  public long directBytes() {
    return needs.stream().mapToLong(MemoryNeed::directBytes).sum();
  }

  /** The memory of the JVM. */
  public JvmMemory memory() {
    return memory;
  }

  /** What of the heap the replica may plan with. */
  long heapAllowed() {
    return memory.heapBytes() / 4 * HEAP_QUARTERS;
  }

  /** Whether all of it fits at the same time. */
  public boolean fits() {
    return heapBytes() <= heapAllowed() && directBytes() <= memory.directBytes();
  }

  /** Makes the defaults of {@code draft} smaller if {@code memory} is too small for them. */
  static void shrinkDefaults(ConfigDraft draft, JvmMemory memory) {
    SHARES.forEach(
        (setting, share) -> {
          if (!isChosen(draft, setting)) {
            draft.put(setting, shrunk(draft, setting, share.bytes(memory)), ORIGIN);
          }
        });
  }

  /** A file that lists every setting with its default asks for nothing. */
  private static boolean isChosen(ConfigDraft draft, Setting setting) {
    return draft.isGiven(setting)
        && !draft.value(setting).equals(setting.type().parse(setting.defaultText()));
  }

  private static Long shrunk(ConfigDraft draft, Setting setting, long share) {
    long frame = draft.number(Setting.NETWORK_MAX_FRAME);
    long least =
        switch (setting) {
          case NETWORK_MAX_CONNECTIONS -> 1;
          case NETWORK_CLIENT_BUFFER -> 4 << 10;
          case NETWORK_REPLIES_MAX, NETWORK_UNFINISHED_MAX -> ConfigDraft.FRAMES_MIN * frame;
          default -> frame;
        };
    long wanted = setting == Setting.NETWORK_MAX_CONNECTIONS ? share / CONNECTION_BYTES : share;
    return Math.min(draft.number(setting), Math.max(least, wanted));
  }

  /**
   * What is wrong with the settings that were given, if all does not fit: those first that take
   * most.
   */
  List<ConfigProblem> problems(ConfigDraft given) {
    if (fits()) {
      return List.of();
    }
    boolean ofHeap = heapBytes() > heapAllowed();
    Map<Setting, Long> bytes = new EnumMap<>(Setting.class);
    needs.forEach(need -> bytes.merge(need.setting(), bytes(need, ofHeap), Long::sum));
    List<Setting> large =
        bytes.keySet().stream()
            .filter(setting -> bytes.get(setting) > 0 && isLarge(given, setting))
            .sorted(Comparator.comparing(bytes::get).reversed())
            .toList();
    if (large.isEmpty() || !defaultsFit(given) && bytes.get(large.get(0)) < allowed(ofHeap) / 4) {
      return List.of();
    }
    String advice = advice(given, ofHeap);
    return large.stream()
        .map(setting -> problem(given, setting, bytes.get(setting), ofHeap, advice))
        .toList();
  }

  private static long bytes(MemoryNeed need, boolean ofHeap) {
    return ofHeap ? need.heapBytes() : need.directBytes();
  }

  /** Whether it was given, and is more than the default would be here: to lower it would help. */
  private boolean isLarge(ConfigDraft given, Setting setting) {
    if (!isChosen(given, setting) || !(given.value(setting) instanceof Long)) {
      return false;
    }
    ConfigDraft without = given.without(setting);
    shrinkDefaults(without, memory);
    return given.number(setting) > without.number(setting);
  }

  private long allowed(boolean ofHeap) {
    return ofHeap ? heapAllowed() : memory.directBytes();
  }

  /**
   * Whether the defaults alone would fit; otherwise the memory is too small, whatever was given.
   */
  private boolean defaultsFit(ConfigDraft given) {
    ConfigDraft without = given.copy();
    needs.forEach(need -> without.forget(need.setting()));
    shrinkDefaults(without, memory);
    return of(without.build(ORIGIN), memory).fits();
  }

  /** The memory with which all settings would fit; defaults grow with it. */
  private String advice(ConfigDraft given, boolean ofHeap) {
    JvmMemory more = memory;
    boolean fits = false;
    while (!fits) {
      more =
          ofHeap
              ? more(grown(more.heapBytes()), more.directBytes())
              : new JvmMemory(more.heapBytes(), grown(more.directBytes()));
      ConfigDraft draft = given.copy();
      shrinkDefaults(draft, more);
      MemoryPlan plan = of(draft.build(ORIGIN), more);
      fits =
          ofHeap
              ? plan.heapBytes() <= plan.heapAllowed()
              : plan.directBytes() <= more.directBytes();
    }
    return ofHeap
        ? String.format(Locale.ROOT, "-Xmx%dm", more.heapBytes() >> 20)
        : String.format(Locale.ROOT, "-XX:MaxDirectMemorySize=%dm", more.directBytes() >> 20);
  }

  /** A larger heap allows as much direct memory, unless more is allowed already. */
  private static JvmMemory more(long heapBytes, long directBytes) {
    return new JvmMemory(heapBytes, Math.max(heapBytes, directBytes));
  }

  private static long grown(long bytes) {
    return (bytes + bytes / GROWTH >> 20) + 1 << 20;
  }

  private ConfigProblem problem(
      ConfigDraft given, Setting setting, long bytes, boolean ofHeap, String advice) {
    String reason =
        "%s does not fit the memory: the settings let this replica hold %s %s, and it may use %s of"
            + " the %s of this JVM; lower it (it stands for %s), or give the JVM more memory (%s"
            + " would do)";
    return new ConfigProblem(
        given.origin(setting),
        setting.key(),
        reason.formatted(
            given.text(setting),
            mebibytes(ofHeap ? heapBytes() : directBytes()),
            ofHeap ? "of heap" : "outside the heap",
            ofHeap ? "three quarters" : "all",
            mebibytes(ofHeap ? memory.heapBytes() : memory.directBytes()),
            mebibytes(bytes),
            advice));
  }

  /** In words, for a log line. */
  public String text() {
    return "at most %s of heap (of %s) and %s outside it (of %s)"
        .formatted(
            mebibytes(heapBytes()),
            mebibytes(memory.heapBytes()),
            mebibytes(directBytes()),
            mebibytes(memory.directBytes()));
  }

  private static String mebibytes(long bytes) {
    return (bytes + (1 << 20) - 1 >> 20) + " MiB";
  }
}
