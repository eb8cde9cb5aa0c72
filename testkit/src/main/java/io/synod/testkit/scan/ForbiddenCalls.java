package io.synod.testkit.scan;

import java.util.List;
import java.util.Map;

/** Methods of the JDK that a deterministic service must not call, and why. */
final class ForbiddenCalls {
  private static final String TIME =
      "reads this replica's clock; take the time from context.leaderTimeMillis()";
  private static final String RANDOM =
      "is random; draw in the client, or from a seed that a request contains";
  private static final String THREADS = "uses other threads, whose order differs in each process";
  private static final String BLOCKS = "blocks the service thread";
  private static final String FILES = "reads or writes what other replicas do not have";
  private static final String ENVIRONMENT = "depends on the machine or on its settings";
  private static final String IDENTITY = "differs in each process";

  /** Owner, or owner and method; an owner that ends with a slash is a package. */
  private static final Map<String, String> REASONS =
      Map.ofEntries(
          Map.entry("java/lang/System.currentTimeMillis", TIME),
          Map.entry("java/lang/System.nanoTime", TIME),
          Map.entry("java/util/Date.<init>()", TIME),
          Map.entry("java/util/Calendar.getInstance", TIME),
          Map.entry("java/time/Instant.now", TIME),
          Map.entry("java/time/LocalDate.now", TIME),
          Map.entry("java/time/LocalTime.now", TIME),
          Map.entry("java/time/LocalDateTime.now", TIME),
          Map.entry("java/time/ZonedDateTime.now", TIME),
          Map.entry("java/time/OffsetDateTime.now", TIME),
          Map.entry("java/time/Clock.systemUTC", TIME),
          Map.entry("java/time/Clock.systemDefaultZone", TIME),
          Map.entry("java/time/Clock.system", TIME),
          Map.entry("java/time/InstantSource.system", TIME),
          Map.entry("java/lang/Math.random", RANDOM),
          Map.entry("java/lang/StrictMath.random", RANDOM),
          Map.entry("java/util/Random.<init>()", RANDOM),
          Map.entry("java/util/SplittableRandom.<init>()", RANDOM),
          Map.entry("java/util/concurrent/ThreadLocalRandom", RANDOM),
          Map.entry("java/security/SecureRandom", RANDOM),
          Map.entry("java/util/UUID.randomUUID", RANDOM),
          Map.entry("java/util/Collections.shuffle(Ljava/util/List;)", RANDOM),
          Map.entry("java/lang/System.identityHashCode", IDENTITY),
          Map.entry("java/lang/Thread.<init>", THREADS),
          Map.entry("java/lang/Thread.start", THREADS),
          Map.entry("java/lang/Thread.ofVirtual", THREADS),
          Map.entry("java/lang/Thread.startVirtualThread", THREADS),
          Map.entry("java/util/Collection.parallelStream", THREADS),
          Map.entry("java/util/List.parallelStream", THREADS),
          Map.entry("java/util/Set.parallelStream", THREADS),
          Map.entry("java/util/ArrayList.parallelStream", THREADS),
          Map.entry("java/util/stream/Stream.parallel", THREADS),
          Map.entry("java/util/stream/IntStream.parallel", THREADS),
          Map.entry("java/util/stream/LongStream.parallel", THREADS),
          Map.entry("java/util/stream/DoubleStream.parallel", THREADS),
          Map.entry("java/util/Timer.<init>", THREADS),
          Map.entry("java/util/concurrent/Executors", THREADS),
          Map.entry("java/util/concurrent/ExecutorService", THREADS),
          Map.entry("java/util/concurrent/Executor", THREADS),
          Map.entry("java/util/concurrent/ForkJoinPool", THREADS),
          Map.entry("java/util/concurrent/CompletableFuture.runAsync", THREADS),
          Map.entry("java/util/concurrent/CompletableFuture.supplyAsync", THREADS),
          Map.entry("java/lang/Thread.sleep", BLOCKS),
          Map.entry("java/lang/Thread.join", BLOCKS),
          Map.entry("java/lang/Object.wait", BLOCKS),
          Map.entry("java/util/concurrent/locks/LockSupport.park", BLOCKS),
          Map.entry("java/util/concurrent/locks/LockSupport.parkNanos", BLOCKS),
          Map.entry("java/util/concurrent/CountDownLatch.await", BLOCKS),
          Map.entry("java/util/concurrent/BlockingQueue.take", BLOCKS),
          Map.entry("java/util/concurrent/BlockingQueue.put", BLOCKS),
          Map.entry("java/util/concurrent/Future.get", BLOCKS),
          Map.entry("java/util/concurrent/CompletableFuture.get", BLOCKS),
          Map.entry("java/util/concurrent/CompletableFuture.join", BLOCKS),
          Map.entry("java/util/concurrent/Semaphore.acquire", BLOCKS),
          Map.entry("java/io/File", FILES),
          Map.entry("java/io/FileInputStream", FILES),
          Map.entry("java/io/FileOutputStream", FILES),
          Map.entry("java/io/FileReader", FILES),
          Map.entry("java/io/FileWriter", FILES),
          Map.entry("java/io/RandomAccessFile", FILES),
          Map.entry("java/nio/file/Files", FILES),
          Map.entry("java/nio/channels/", FILES),
          Map.entry("java/net/http/", FILES),
          Map.entry("java/net/Socket", FILES),
          Map.entry("java/net/URL.openStream", FILES),
          Map.entry("java/net/URL.openConnection", FILES),
          Map.entry("java/net/InetAddress", ENVIRONMENT),
          Map.entry("java/lang/System.getenv", ENVIRONMENT),
          Map.entry("java/lang/System.getProperty", ENVIRONMENT),
          Map.entry("java/lang/Runtime", ENVIRONMENT),
          Map.entry("java/util/Locale.getDefault", ENVIRONMENT),
          Map.entry("java/util/TimeZone.getDefault", ENVIRONMENT),
          Map.entry("java/time/ZoneId.systemDefault", ENVIRONMENT),
          Map.entry("java/nio/charset/Charset.defaultCharset", ENVIRONMENT),
          Map.entry("java/lang/String.getBytes()", ENVIRONMENT),
          Map.entry("java/lang/String.<init>([B)", ENVIRONMENT),
          Map.entry("java/lang/management/", ENVIRONMENT));

  private final List<String> allowed;

  /**
   * @param allowed classes, or class and method, as in {@code java.nio.file.Files.readString}
   */
  ForbiddenCalls(List<String> allowed) {
    this.allowed = allowed;
  }

  /** Why the service must not call this method; null if it may. */
  String reason(String owner, String name, String descriptor) {
    String method = owner + "." + name;
    String reason = REASONS.get(method);
    reason = reason == null ? REASONS.get(owner) : reason;
    reason = reason == null ? REASONS.get(method + arguments(descriptor)) : reason;
    for (int at = owner.indexOf('/'); reason == null && at >= 0; at = owner.indexOf('/', at + 1)) {
      reason = REASONS.get(owner.substring(0, at + 1));
    }
    String dotted = owner.replace('/', '.');
    boolean isAllowed = allowed.contains(dotted) || allowed.contains(dotted + "." + name);
    return isAllowed ? null : reason;
  }

  /** Whether a clock is read. Only a clock of the machine must not be. */
  static boolean readsClock(String owner, String name) {
    return (owner.equals("java/time/Clock") || owner.equals("java/time/InstantSource"))
        && (name.equals("millis") || name.equals("instant"));
  }

  /** Whether this call makes a clock of the machine. */
  static boolean makesClock(String owner, String name) {
    return (owner.equals("java/time/Clock") || owner.equals("java/time/InstantSource"))
        && name.startsWith("system");
  }

  private static String arguments(String descriptor) {
    return descriptor.substring(0, descriptor.indexOf(')') + 1);
  }
}
