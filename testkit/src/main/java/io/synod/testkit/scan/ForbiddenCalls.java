package io.synod.testkit.scan;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Methods of the JDK that a deterministic service must not call, and why. */
final class ForbiddenCalls {
  private static final String TIME =
      "reads this replica's clock; take the time from context.leaderTimeMillis()";
  private static final String RANDOM =
      "is random; draw in the client, or from a seed that a request contains";
  private static final String THREADS = "uses other threads, whose order differs in each process";
  private static final String BLOCKS = "blocks the service thread";
  private static final String WAITS = "waits by this replica's clock";
  private static final String FILES = "reads or writes what other replicas do not have";
  private static final String ENVIRONMENT = "depends on the machine or on its settings";
  private static final String LOCALE = "depends on the machine's locale; give it Locale.ROOT";
  private static final String CHARSET =
      "depends on the machine's charset; give it StandardCharsets.UTF_8";
  private static final String ZONE = "depends on the machine's time zone; use ZoneOffset.UTC";
  private static final String COLLECTED = "depends on when this process collects its garbage";
  private static final String IDENTITY = "differs in each process";
  private static final String PROCESSOR =
      "may have another last bit on another processor or JDK; use StrictMath";

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
          Map.entry("java/time/OffsetTime.now", TIME),
          Map.entry("java/time/Year.now", TIME),
          Map.entry("java/time/YearMonth.now", TIME),
          Map.entry("java/time/MonthDay.now", TIME),
          Map.entry("java/util/GregorianCalendar.<init>()", TIME),
          Map.entry("java/util/Properties.store", TIME),
          Map.entry("java/time/Clock.systemUTC", TIME),
          Map.entry("java/time/Clock.systemDefaultZone", TIME),
          Map.entry("java/time/Clock.system", TIME),
          Map.entry("java/time/Clock.tickMillis", TIME),
          Map.entry("java/time/Clock.tickSeconds", TIME),
          Map.entry("java/time/Clock.tickMinutes", TIME),
          Map.entry("java/time/InstantSource.system", TIME),
          Map.entry("java/lang/Math.random", RANDOM),
          Map.entry("java/lang/StrictMath.random", RANDOM),
          Map.entry("java/util/Random.<init>()", RANDOM),
          Map.entry("java/util/SplittableRandom.<init>()", RANDOM),
          Map.entry("java/util/concurrent/ThreadLocalRandom", RANDOM),
          Map.entry("java/security/SecureRandom", RANDOM),
          Map.entry("java/util/UUID.randomUUID", RANDOM),
          Map.entry("java/util/Collections.shuffle(Ljava/util/List;)", RANDOM),
          Map.entry("java/util/random/RandomGenerator.getDefault", RANDOM),
          Map.entry("java/util/random/RandomGenerator.of", RANDOM),
          Map.entry("java/lang/System.identityHashCode", IDENTITY),
          Map.entry("java/lang/Thread.getName", IDENTITY),
          Map.entry("java/lang/Thread.getId", IDENTITY),
          Map.entry("java/lang/Thread.threadId", IDENTITY),
          Map.entry("java/lang/ProcessHandle", IDENTITY),
          Map.entry("java/util/WeakHashMap", COLLECTED),
          Map.entry("java/lang/ref/Reference.get", COLLECTED),
          Map.entry("java/lang/Thread.<init>", THREADS),
          Map.entry("java/lang/Thread.start", THREADS),
          Map.entry("java/lang/Thread.ofVirtual", THREADS),
          Map.entry("java/lang/Thread.ofPlatform", THREADS),
          Map.entry("java/lang/Thread.startVirtualThread", THREADS),
          Map.entry("java/util/Collection.parallelStream", THREADS),
          Map.entry("java/util/stream/BaseStream.parallel", THREADS),
          Map.entry("java/util/Arrays.parallelPrefix", THREADS),
          Map.entry("java/util/Timer.<init>", THREADS),
          Map.entry("java/util/concurrent/Executors", THREADS),
          Map.entry("java/util/concurrent/Executor", THREADS),
          Map.entry("java/util/concurrent/ForkJoinTask", THREADS),
          Map.entry("java/util/concurrent/CompletableFuture.delayedExecutor", THREADS),
          Map.entry("java/lang/Thread.sleep", BLOCKS),
          Map.entry("java/util/concurrent/TimeUnit.sleep", BLOCKS),
          Map.entry("java/lang/Thread.join", BLOCKS),
          Map.entry("java/lang/Object.wait", BLOCKS),
          Map.entry("java/util/concurrent/locks/LockSupport.park", BLOCKS),
          Map.entry("java/util/concurrent/locks/LockSupport.parkNanos", BLOCKS),
          Map.entry("java/util/concurrent/locks/LockSupport.parkUntil", BLOCKS),
          Map.entry("java/util/concurrent/CountDownLatch.await", BLOCKS),
          Map.entry("java/util/concurrent/BlockingQueue.take", BLOCKS),
          Map.entry("java/util/concurrent/BlockingQueue.put", BLOCKS),
          Map.entry("java/util/concurrent/CyclicBarrier.await", BLOCKS),
          Map.entry("java/util/concurrent/locks/Condition.await", BLOCKS),
          Map.entry("java/util/concurrent/locks/Condition.awaitNanos", BLOCKS),
          Map.entry("java/util/concurrent/locks/Condition.awaitUntil", BLOCKS),
          Map.entry("java/util/concurrent/locks/Condition.awaitUninterruptibly", BLOCKS),
          Map.entry("java/util/concurrent/Future.get", BLOCKS),
          Map.entry("java/util/concurrent/CompletableFuture.join", BLOCKS),
          Map.entry("java/util/concurrent/Semaphore.acquire", BLOCKS),
          Map.entry("java/io/File", FILES),
          Map.entry("java/io/FileInputStream", FILES),
          Map.entry("java/io/FileOutputStream", FILES),
          Map.entry("java/io/FileReader", FILES),
          Map.entry("java/io/FileWriter", FILES),
          Map.entry("java/io/RandomAccessFile", FILES),
          Map.entry("java/nio/file/Files", FILES),
          Map.entry("java/nio/channels/FileChannel", FILES),
          Map.entry("java/nio/channels/SeekableByteChannel", FILES),
          Map.entry("java/nio/channels/SelectableChannel", FILES),
          Map.entry("java/nio/channels/AsynchronousChannel", FILES),
          Map.entry("java/nio/channels/Selector", FILES),
          Map.entry("java/util/zip/ZipFile", FILES),
          Map.entry("java/net/http/", FILES),
          Map.entry("java/net/Socket", FILES),
          Map.entry("java/net/ServerSocket", FILES),
          Map.entry("java/net/DatagramSocket", FILES),
          Map.entry("java/net/URL.openStream", FILES),
          Map.entry("java/net/URL.openConnection", FILES),
          Map.entry("java/net/InetAddress", ENVIRONMENT),
          Map.entry("java/lang/System.getenv", ENVIRONMENT),
          Map.entry("java/lang/System.getProperty", ENVIRONMENT),
          Map.entry("java/lang/System.getProperties", ENVIRONMENT),
          Map.entry("java/lang/System.lineSeparator", ENVIRONMENT),
          Map.entry("java/lang/Integer.getInteger", ENVIRONMENT),
          Map.entry("java/lang/Long.getLong", ENVIRONMENT),
          Map.entry("java/lang/Boolean.getBoolean", ENVIRONMENT),
          Map.entry("java/lang/Runtime", ENVIRONMENT),
          Map.entry("java/lang/ProcessBuilder", ENVIRONMENT),
          Map.entry("java/nio/ByteOrder.nativeOrder", ENVIRONMENT),
          Map.entry("java/util/Locale.getDefault", LOCALE),
          Map.entry("java/lang/String.toLowerCase()", LOCALE),
          Map.entry("java/lang/String.toUpperCase()", LOCALE),
          Map.entry("java/lang/String.format(Ljava/lang/String;[Ljava/lang/Object;)", LOCALE),
          Map.entry("java/lang/String.formatted", LOCALE),
          Map.entry("java/io/PrintWriter.printf(Ljava/lang/String;[Ljava/lang/Object;)", LOCALE),
          Map.entry("java/io/PrintWriter.format(Ljava/lang/String;[Ljava/lang/Object;)", LOCALE),
          Map.entry("java/util/Formatter.<init>()", LOCALE),
          Map.entry("java/util/Formatter.<init>(Ljava/lang/Appendable;)", LOCALE),
          Map.entry("java/text/NumberFormat.getInstance()", LOCALE),
          Map.entry("java/text/NumberFormat.getNumberInstance()", LOCALE),
          Map.entry("java/text/NumberFormat.getIntegerInstance()", LOCALE),
          Map.entry("java/text/NumberFormat.getPercentInstance()", LOCALE),
          Map.entry("java/text/NumberFormat.getCurrencyInstance()", LOCALE),
          Map.entry("java/text/DecimalFormat.<init>()", LOCALE),
          Map.entry("java/text/DecimalFormat.<init>(Ljava/lang/String;)", LOCALE),
          Map.entry(
              "java/text/MessageFormat.format(Ljava/lang/String;[Ljava/lang/Object;)", LOCALE),
          Map.entry("java/text/MessageFormat.<init>(Ljava/lang/String;)", LOCALE),
          Map.entry("java/text/Collator.getInstance()", LOCALE),
          Map.entry("java/text/SimpleDateFormat.<init>()", LOCALE),
          Map.entry("java/text/SimpleDateFormat.<init>(Ljava/lang/String;)", LOCALE),
          Map.entry("java/time/format/DateTimeFormatter.ofPattern(Ljava/lang/String;)", LOCALE),
          Map.entry("java/time/format/DateTimeFormatter.ofLocalizedDate", LOCALE),
          Map.entry("java/time/format/DateTimeFormatter.ofLocalizedTime", LOCALE),
          Map.entry("java/time/format/DateTimeFormatter.ofLocalizedDateTime", LOCALE),
          Map.entry("java/util/TimeZone.getDefault", ZONE),
          Map.entry("java/util/GregorianCalendar.<init>(III)", ZONE),
          Map.entry("java/util/GregorianCalendar.<init>(IIIII)", ZONE),
          Map.entry("java/util/GregorianCalendar.<init>(IIIIII)", ZONE),
          Map.entry("java/time/ZoneId.systemDefault", ZONE),
          Map.entry("java/util/Date.toString", ZONE),
          Map.entry("java/text/DateFormat.getInstance", ZONE),
          Map.entry("java/text/DateFormat.getDateInstance", ZONE),
          Map.entry("java/text/DateFormat.getTimeInstance", ZONE),
          Map.entry("java/text/DateFormat.getDateTimeInstance", ZONE),
          Map.entry("java/nio/charset/Charset.defaultCharset", CHARSET),
          Map.entry("java/lang/String.getBytes()", CHARSET),
          Map.entry("java/lang/String.<init>([B)", CHARSET),
          Map.entry("java/lang/String.<init>([BII)", CHARSET),
          Map.entry("java/io/ByteArrayOutputStream.toString()", CHARSET),
          Map.entry("java/io/InputStreamReader.<init>(Ljava/io/InputStream;)", CHARSET),
          Map.entry("java/io/OutputStreamWriter.<init>(Ljava/io/OutputStream;)", CHARSET),
          Map.entry("java/io/PrintStream.<init>(Ljava/io/OutputStream;)", CHARSET),
          Map.entry("java/io/PrintStream.<init>(Ljava/io/OutputStream;Z)", CHARSET),
          Map.entry("java/io/PrintWriter.<init>(Ljava/io/OutputStream;)", CHARSET),
          Map.entry("java/io/PrintWriter.<init>(Ljava/io/OutputStream;Z)", CHARSET),
          Map.entry("java/util/Scanner.<init>(Ljava/io/InputStream;)", CHARSET),
          Map.entry("java/lang/Math.sin", PROCESSOR),
          Map.entry("java/lang/Math.cos", PROCESSOR),
          Map.entry("java/lang/Math.tan", PROCESSOR),
          Map.entry("java/lang/Math.asin", PROCESSOR),
          Map.entry("java/lang/Math.acos", PROCESSOR),
          Map.entry("java/lang/Math.atan", PROCESSOR),
          Map.entry("java/lang/Math.atan2", PROCESSOR),
          Map.entry("java/lang/Math.sinh", PROCESSOR),
          Map.entry("java/lang/Math.cosh", PROCESSOR),
          Map.entry("java/lang/Math.tanh", PROCESSOR),
          Map.entry("java/lang/Math.exp", PROCESSOR),
          Map.entry("java/lang/Math.expm1", PROCESSOR),
          Map.entry("java/lang/Math.log", PROCESSOR),
          Map.entry("java/lang/Math.log10", PROCESSOR),
          Map.entry("java/lang/Math.log1p", PROCESSOR),
          Map.entry("java/lang/Math.pow", PROCESSOR),
          Map.entry("java/lang/Math.cbrt", PROCESSOR),
          Map.entry("java/lang/Math.hypot", PROCESSOR),
          Map.entry("java/lang/management/", ENVIRONMENT));

  private final List<String> allowed;

  /**
   * @param allowed classes, or class and method, as in {@code java.nio.file.Files.readString}
   */
  ForbiddenCalls(List<String> allowed) {
    this.allowed = allowed;
  }

  /**
   * Why the service must not make this call; null if it may.
   *
   * @param types the owner of the method, and all from which it inherits
   */
  String reason(Collection<String> types, OwnClass.Call call) {
    if (isFormat(call.owner(), call.name()) && !call.isLocalized()) {
      return null;
    }
    boolean isAllowed =
        types.stream()
            .map(type -> type.replace('/', '.'))
            .anyMatch(type -> allowed.contains(type) || allowed.contains(type + "." + call.name()));
    // Nobody inherits a constructor.
    return isAllowed
        ? null
        : types.stream()
            .limit(call.name().equals("<init>") ? 1 : Long.MAX_VALUE)
            .map(type -> reason(type, call))
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
  }

  private static String reason(String owner, OwnClass.Call call) {
    String method = owner + "." + call.name();
    String reason = REASONS.get(method);
    reason = reason == null ? ofFamily(owner, call) : reason;
    reason = reason == null ? REASONS.get(owner) : reason;
    reason = reason == null ? REASONS.get(method + arguments(call.descriptor())) : reason;
    for (int at = owner.indexOf('/'); reason == null && at >= 0; at = owner.indexOf('/', at + 1)) {
      reason = REASONS.get(owner.substring(0, at + 1));
    }
    return reason;
  }

  /** Of families of methods; null for any other. */
  private static String ofFamily(String owner, OwnClass.Call call) {
    String arguments = arguments(call.descriptor());
    // A future is one of these stages. Bulk operations of the map begin with a parallelism.
    boolean isParallel =
        owner.equals("java/util/concurrent/CompletionStage") && call.name().endsWith("Async")
            || owner.equals("java/util/concurrent/ConcurrentHashMap") && arguments.startsWith("(J");
    boolean isTimed =
        owner.startsWith("java/util/concurrent/")
            && !owner.equals("java/util/concurrent/TimeUnit")
            && arguments.endsWith("JLjava/util/concurrent/TimeUnit;)");
    if (isParallel) {
      return THREADS;
    }
    return isTimed ? WAITS : null;
  }

  /** Whether it is the format that says if the result depends on the machine. */
  static boolean isFormat(String owner, String name) {
    return owner.equals("java/lang/String") && (name.equals("format") || name.equals("formatted"))
        || owner.equals("java/io/PrintWriter") && (name.equals("format") || name.equals("printf"));
  }

  /** Whether a clock is read. Only a clock of the machine must not be. */
  static boolean readsClock(String owner, String name) {
    return (owner.equals("java/time/Clock") || owner.equals("java/time/InstantSource"))
        && (name.equals("millis") || name.equals("instant"));
  }

  /** Whether this call makes a clock of the machine. */
  static boolean makesClock(String owner, String name) {
    return (owner.equals("java/time/Clock") || owner.equals("java/time/InstantSource"))
        && (name.startsWith("system")
            || name.equals("tickMillis")
            || name.equals("tickSeconds")
            || name.equals("tickMinutes"));
  }

  private static String arguments(String descriptor) {
    return descriptor.substring(0, descriptor.indexOf(')') + 1);
  }
}
