package io.synod.storage.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.storage.disk.Disk;
import io.synod.storage.disk.DiskFile;
import io.synod.storage.disk.DiskFull;
import io.synod.storage.disk.WriteMode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A disk in memory that forgets at a power cut what was not forced, fails where the test wants, and
 * counts. Its contract is that of {@link Disk}: names are for one thread at a time, but for forcing
 * them, which it checks.
 */
final class TwinDisk implements Disk {
  /** The power is gone: nothing of the code under test runs on. */
  static final class PowerCut extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  enum Fault {
    /** The power is cut before the call has an effect. */
    CUT,
    /** The call fails without an effect; a write after half of it. */
    FAILS,
    /** The call has its effect and fails. */
    FAILS_LATE,
    /** There is no space. */
    FULL
  }

  private interface Call<T> {
    T run() throws IOException;
  }

  private final int pageBytes;
  private final SortedMap<String, TwinContent> names = new TreeMap<>();
  private final SortedMap<String, TwinContent> lastingNames = new TreeMap<>();
  private final List<Consumer<SortedMap<String, TwinContent>>> unforcedNames = new ArrayList<>();
  private final AtomicBoolean namesInUse = new AtomicBoolean();

  private final AtomicInteger opened = new AtomicInteger();

  private int calls;
  private int faultAt;
  private Fault fault;
  private boolean cut;

  long usableBytes = 1L << 40;
  int bytesAtOnceMax;
  String lastCall = "none";
  String failedCall = "none";
  Runnable beforeRead = () -> {};
  Runnable whileNamesAreUsed = () -> {};
  Runnable whileNamesAreForced = () -> {};

  TwinDisk() {
    this(32);
  }

  /**
   * @param pageBytes what a power cut keeps or loses as a whole
   */
  TwinDisk(int pageBytes) {
    this.pageBytes = pageBytes;
  }

  /** The call after {@code call - 1} others from now on goes wrong. */
  void failAt(int call, Fault fault) {
    faultAt = calls + call;
    this.fault = fault;
  }

  boolean hasFailed() {
    return faultAt > 0 && calls >= faultAt;
  }

  /** Nothing goes wrong any more. */
  void heal() {
    faultAt = 0;
  }

  int openFiles() {
    return opened.get();
  }

  /** How many changes of names are not forced. */
  int unforcedNames() {
    return unforcedNames.size();
  }

  /**
   * What is left after a power cut.
   *
   * @param lastingNames which of the unforced changes of names have lasted, as bits
   */
  TwinDisk afterCut(int lastingNames, TwinContent.Fate fate) {
    SortedMap<String, TwinContent> left = new TreeMap<>(this.lastingNames);
    for (int change = 0; change < unforcedNames.size(); change++) {
      if ((lastingNames >> change & 1) != 0) {
        unforcedNames.get(change).accept(left);
      }
    }
    TwinDisk disk = new TwinDisk(pageBytes);
    left.forEach((name, content) -> disk.names.put(name, content.afterCut(fate)));
    disk.lastingNames.putAll(disk.names);
    return disk;
  }

  byte[] bytesOf(String name) {
    TwinContent content = names.get(name);
    ByteBuffer bytes = ByteBuffer.allocate((int) content.bytes());
    content.read(0, bytes);
    return bytes.array();
  }

  /** A file as if it had been there for ever. */
  void put(String name, byte[] bytes) {
    TwinContent content = new TwinContent(pageBytes);
    content.write(0, ByteBuffer.wrap(bytes), bytes.length);
    content.force();
    names.put(name, content);
    lastingNames.put(name, content);
  }

  @Override
  public List<String> list() throws IOException {
    return onNames("list", () -> List.copyOf(names.keySet()));
  }

  @Override
  public DiskFile create(String name, long bytes) throws IOException {
    return new TwinFile(
        onNames(
            "create",
            () -> {
              assertThat(names).doesNotContainKey(name);
              TwinContent content = new TwinContent(pageBytes);
              ByteBuffer zeros = ByteBuffer.allocate((int) bytes);
              content.write(0, zeros, zeros.limit());
              change(map -> map.put(name, content));
              return content;
            }));
  }

  @Override
  public DiskFile open(String name, WriteMode mode) throws IOException {
    return new TwinFile(onNames("open", () -> existing(name)));
  }

  @Override
  public int directBlockBytes() {
    return 0;
  }

  @Override
  public void rename(String from, String to) throws IOException {
    onNames(
        "rename",
        () -> {
          TwinContent content = existing(from);
          assertThat(content.failed).as("%s has failed and is published", from).isFalse();
          change(
              map -> {
                map.remove(from);
                map.put(to, content);
              });
          return null;
        });
  }

  @Override
  public void delete(String name) throws IOException {
    onNames(
        "delete",
        () -> {
          existing(name);
          change(map -> map.remove(name));
          return null;
        });
  }

  @Override
  public void force() throws IOException {
    whileNamesAreForced.run();
    call(
        "force names",
        () -> {
          lastingNames.clear();
          lastingNames.putAll(names);
          unforcedNames.clear();
          return null;
        },
        () -> {});
  }

  @Override
  public long usableBytes() throws IOException {
    return onNames("usableBytes", () -> usableBytes);
  }

  @Override
  public String path(String name) {
    return "/replica/snapshots/" + name;
  }

  private TwinContent existing(String name) throws IOException {
    TwinContent content = names.get(name);
    if (content == null) {
      throw new NoSuchFileException(path(name));
    }
    return content;
  }

  private void change(Consumer<SortedMap<String, TwinContent>> change) {
    change.accept(names);
    unforcedNames.add(change);
  }

  private <T> T onNames(String what, Call<T> call) throws IOException {
    assertThat(namesInUse.compareAndSet(false, true)).as("one thread at a time").isTrue();
    try {
      whileNamesAreUsed.run();
      return call(what, call, () -> {});
    } finally {
      namesInUse.set(false);
    }
  }

  private synchronized <T> T call(String what, Call<T> call, Runnable halfOfIt) throws IOException {
    calls++;
    lastCall = what;
    if (cut) {
      throw new PowerCut();
    }
    if (calls != faultAt) {
      return call.run();
    }
    failedCall = what;
    switch (fault) {
      case CUT -> {
        cut = true;
        throw new PowerCut();
      }
      case FULL -> throw new DiskFull("No space left on device", null);
      case FAILS -> halfOfIt.run();
      case FAILS_LATE -> call.run();
    }
    throw new IOException("Input/output error at " + what);
  }

  private final class TwinFile implements DiskFile {
    private final TwinContent content;
    private boolean closed;

    TwinFile(TwinContent content) {
      this.content = content;
      opened.incrementAndGet();
    }

    @Override
    public long bytes() throws IOException {
      requireOpen();
      return call("bytes", content::bytes, () -> {});
    }

    @Override
    public int read(long position, ByteBuffer into) throws IOException {
      requireOpen();
      beforeRead.run();
      return call(
          "read",
          () -> {
            bytesAtOnceMax = Math.max(bytesAtOnceMax, into.remaining());
            return content.read(position, into);
          },
          () -> {});
    }

    @Override
    public void write(long position, ByteBuffer from) throws IOException {
      requireOpen();
      int length = from.remaining();
      tried(
          "write",
          () -> {
            bytesAtOnceMax = Math.max(bytesAtOnceMax, length);
            long more = Math.max(0, position + length - content.bytes());
            if (more > usableBytes) {
              throw new DiskFull("No space left on device", null);
            }
            usableBytes -= more;
            content.write(position, from, length);
            return null;
          },
          () -> content.write(position, from, length / 2));
    }

    @Override
    public void force() throws IOException {
      requireOpen();
      tried(
          "force",
          () -> {
            content.force();
            return null;
          },
          () -> {});
    }

    @Override
    public void close() throws IOException {
      if (!closed) {
        closed = true;
        opened.decrementAndGet();
        call("close", () -> null, () -> {});
      }
    }

    /** A change of the content, after a failed one of which there must be no other. */
    private void tried(String what, Call<Void> change, Runnable halfOfIt) throws IOException {
      assertThat(content.failed).as("%s after a failure", what).isFalse();
      try {
        call(what, change, halfOfIt);
      } catch (IOException failure) {
        content.failed = true;
        throw failure;
      }
    }

    private void requireOpen() {
      assertThat(closed).as("the file is closed").isFalse();
    }
  }
}
