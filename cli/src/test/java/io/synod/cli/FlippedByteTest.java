package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.client.SynodClient;
import io.synod.replica.config.SynodConfig;
import io.synod.storage.directory.DirectoryInspection;
import io.synod.storage.directory.ReplicaDirectory;
import io.synod.storage.disk.FileDisk;
import io.synod.storage.journal.JournalIdentity;
import io.synod.storage.journal.JournalScan;
import io.synod.storage.journal.ScannedRecord;
import io.synod.storage.snapshot.SnapshotDamaged;
import io.synod.storage.snapshot.SnapshotIdentity;
import io.synod.storage.snapshot.SnapshotInfo;
import io.synod.storage.snapshot.SnapshotStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * One bit of one replica's real files changes while it is stopped. For every byte: what the replica
 * then remembers is the same, or says what it has lost. For a sample of them, or for all with
 * {@code -Dsynod.flip.all=true} (hours), the whole cluster starts on them and has lost nothing.
 */
@Timeout(value = 6, unit = TimeUnit.HOURS)
final class FlippedByteTest {
  private static final int REQUESTS = 24;
  private static final int HEADER_BYTES = 88;
  private static final int SEGMENT_HEADER_BYTES = 512;
  private static final int CLUSTERS_AT_A_TIME = 4;
  private static final long SEED = 20_260_102;
  private static final boolean ALL = Boolean.getBoolean("synod.flip.all");

  @TempDir static Path folder;
  private static KeptDirectories kept;
  private static KeptDirectories withSnapshots;

  /** A byte of a file of replica 0, by the file's path in its directory. */
  private record Place(String file, long offset) {}

  @BeforeAll
  static void runClusters() throws Exception {
    kept = KeptDirectories.made(folder.resolve("kept"), REQUESTS, settings -> settings);
    kept.cutSmall(0);
    withSnapshots =
        KeptDirectories.made(
            folder.resolve("snapshots"), REQUESTS, 2, settings -> settings.snapshotLogSlots(8));
  }

  @Test
  void a_memory_is_the_same_or_says_what_it_has_lost_whichever_byte_of_it_changes()
      throws Exception {
    Path journal = kept.replica(0).resolve("journal");
    JournalIdentity identity = KeptDirectories.identity(kept.replica(0));
    KeptMemory truth = KeptMemory.read(journal, identity);
    assertThat(truth.found().segments()).isGreaterThan(2);
    assertThat(truth.log().end()).isGreaterThanOrEqualTo(REQUESTS);
    Map<KeptMemory.Outcome, Integer> outcomes = new EnumMap<>(KeptMemory.Outcome.class);
    for (Path file : KeptDirectories.files(journal)) {
      long bytes = Files.size(file);
      for (long offset = 0; offset < bytes; offset++) {
        KeptDirectories.flip(file, offset);
        KeptMemory memory = KeptMemory.read(journal, identity);
        KeptDirectories.flip(file, offset);
        KeptMemory.Outcome outcome = compare(memory, truth, file, offset);
        outcomes.merge(outcome, 1, Integer::sum);
      }
    }
    assertThat(outcomes).containsOnlyKeys(KeptMemory.Outcome.values());
    assertThat(compare(KeptMemory.read(journal, identity), truth, journal, 0))
        .isEqualTo(KeptMemory.Outcome.SAME);
  }

  private static KeptMemory.Outcome compare(
      KeptMemory memory, KeptMemory truth, Path file, long offset) {
    try {
      return memory.comparedWith(truth, file, offset);
    } catch (AssertionError wrong) {
      throw new AssertionError("after byte %d of %s".formatted(offset, file), wrong);
    }
  }

  @Test
  void a_directory_names_its_replica_whichever_byte_of_its_identity_changes() throws Exception {
    Path replica = kept.replica(0);
    DirectoryInspection truth = ReplicaDirectory.inspect(replica);
    assertThat(truth.notes()).isEmpty();
    for (String name : List.of("identity", "identity.copy")) {
      Path file = replica.resolve(name);
      for (long offset = 0; offset < Files.size(file); offset++) {
        KeptDirectories.flip(file, offset);
        DirectoryInspection found = ReplicaDirectory.inspect(replica);
        KeptDirectories.flip(file, offset);
        assertThat(found.identity()).isEqualTo(truth.identity());
        assertThat(found.nonce()).isEqualTo(truth.nonce());
        assertThat(found.notes()).hasSize(1).allMatch(note -> note.contains(file.toString()));
      }
    }
  }

  @Test
  void a_snapshot_is_refused_with_the_place_whichever_byte_of_it_changes() throws Exception {
    Path snapshots = withSnapshots.replica(0).resolve("snapshots");
    assertThat(KeptDirectories.files(snapshots)).hasSize(2);
    for (Path file : KeptDirectories.files(snapshots)) {
      for (long offset = 0; offset < Files.size(file); offset++) {
        long at = offset;
        KeptDirectories.flip(file, at);
        assertThatThrownBy(() -> verifyAll(snapshots))
            .isInstanceOfSatisfying(
                SnapshotDamaged.class,
                damaged -> {
                  assertThat(damaged.path()).isEqualTo(file.toString());
                  assertThat(damaged.offset()).isLessThanOrEqualTo(at);
                });
        KeptDirectories.flip(file, at);
      }
    }
    verifyAll(snapshots);
  }

  private static void verifyAll(Path snapshots) throws IOException {
    SnapshotIdentity identity = new SnapshotIdentity(KeptDirectories.NAME, 0);
    try (SnapshotStore store = SnapshotStore.inspect(FileDisk.readOnly(snapshots), identity)) {
      for (SnapshotInfo snapshot : store.list()) {
        store.verify(snapshot);
      }
    }
  }

  @Test
  void a_cluster_has_lost_nothing_whichever_byte_of_a_replica_changes() throws Exception {
    Map<String, List<Place>> kinds = new LinkedHashMap<>();
    addJournal(kinds);
    addFile(kinds, kept, "identity", Path.of("identity"));
    addFile(kinds, kept, "copy of the identity", Path.of("identity.copy"));
    onAll(kept, chosen(kinds, 3));
  }

  @Test
  void a_cluster_has_lost_nothing_whichever_byte_of_a_snapshot_changes() throws Exception {
    Map<String, List<Place>> kinds = new LinkedHashMap<>();
    for (Path file : KeptDirectories.files(withSnapshots.replica(0).resolve("snapshots"))) {
      addFile(kinds, withSnapshots, file.getFileName().toString(), relative(withSnapshots, file));
    }
    onAll(withSnapshots, chosen(kinds, 4));
  }

  @Test
  void a_replica_whose_peers_are_gone_refuses_with_slot_segment_and_offset() throws Exception {
    ScannedRecord vote = votes().get(REQUESTS / 2);
    Path root = folder.resolve("alone");
    kept.copyTo(root);
    Path file = root.resolve("replica-0").resolve("journal").resolve(name(vote));
    KeptDirectories.flip(file, vote.offset() + HEADER_BYTES);
    SynodConfig config =
        KeptDirectories.settings(root, KeptDirectories.freePorts())
            .storageRepairTimeout(Duration.ofMillis(300))
            .build();
    try (FileCluster cluster = new FileCluster(config).startFirst(1)) {
      assertThatThrownBy(() -> cluster.replica(0).closed().get(30, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasMessageContaining("slot " + vote.slot())
          .hasMessageContaining(file.toString())
          .hasMessageContaining("offset " + vote.offset());
    }
  }

  private static String name(ScannedRecord record) {
    return Path.of(record.file()).getFileName().toString();
  }

  private static List<ScannedRecord> votes() {
    List<ScannedRecord> votes = new ArrayList<>();
    for (ScannedRecord record : records()) {
      if (record.type().hasSlot()) {
        votes.add(record);
      }
    }
    return votes;
  }

  private static List<ScannedRecord> records() {
    List<ScannedRecord> records = new ArrayList<>();
    JournalScan.read(FileDisk.readOnly(kept.replica(0).resolve("journal")), records::add);
    return records;
  }

  /** Every byte of the journal and its mark, by what it holds. */
  private static void addJournal(Map<String, List<Place>> kinds) throws IOException {
    Map<Place, String> known = new LinkedHashMap<>();
    for (ScannedRecord record : records()) {
      String file = Path.of("journal", name(record)).toString();
      for (long at = 0; at < record.bytes(); at++) {
        String part = at < HEADER_BYTES ? "header of a " : "body of a ";
        known.put(new Place(file, record.offset() + at), part + record.type().label());
      }
    }
    for (Path file : KeptDirectories.files(kept.replica(0).resolve("journal"))) {
      String name = Path.of("journal", file.getFileName().toString()).toString();
      boolean isMark = !name.endsWith(".journal");
      for (long offset = 0; offset < Files.size(file); offset++) {
        Place place = new Place(name, offset);
        String rest = offset < SEGMENT_HEADER_BYTES ? "header of a segment" : "unused";
        String kind = isMark ? markPart(offset) : known.getOrDefault(place, rest);
        kinds.computeIfAbsent(kind, none -> new ArrayList<>()).add(place);
      }
    }
  }

  private static String markPart(long offset) {
    return offset % 512 < 32 ? "mark " + offset / 512 : "unused of the mark";
  }

  private static void addFile(
      Map<String, List<Place>> kinds, KeptDirectories directories, String kind, Path file)
      throws IOException {
    List<Place> places = kinds.computeIfAbsent(kind, none -> new ArrayList<>());
    long bytes = Files.size(directories.replica(0).resolve(file));
    for (long offset = 0; offset < bytes; offset++) {
      places.add(new Place(file.toString(), offset));
    }
  }

  private static Path relative(KeptDirectories directories, Path file) {
    return directories.replica(0).relativize(file);
  }

  private static List<Place> chosen(Map<String, List<Place>> kinds, int ofEach) {
    Random random = new Random(SEED);
    List<Place> chosen = new ArrayList<>();
    for (List<Place> places : kinds.values()) {
      List<Place> shuffled = new ArrayList<>(places);
      Collections.shuffle(shuffled, random);
      chosen.addAll(ALL ? places : shuffled.subList(0, Math.min(ofEach, shuffled.size())));
    }
    return chosen;
  }

  /** Starts a cluster for each of the places, a few clusters at a time. */
  private static void onAll(KeptDirectories directories, List<Place> places) throws Exception {
    AtomicInteger next = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(CLUSTERS_AT_A_TIME);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int thread = 0; thread < CLUSTERS_AT_A_TIME; thread++) {
        List<Integer> ports = KeptDirectories.freePorts();
        running.add(
            threads.submit(
                () -> {
                  for (int at = next.getAndIncrement(); at < places.size(); ) {
                    on(directories, places.get(at), ports);
                    at = next.getAndIncrement();
                  }
                  return null;
                }));
      }
      for (Future<?> one : running) {
        one.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static void on(KeptDirectories directories, Place place, List<Integer> ports)
      throws Exception {
    Path root = Files.createTempDirectory(folder, "flipped-");
    directories.copyTo(root);
    Path replica = root.resolve("replica-0");
    KeptDirectories.flip(replica.resolve(place.file()), place.offset());
    try {
      SynodConfig config = KeptDirectories.settings(root, ports).build();
      try (FileCluster cluster = new FileCluster(config).start()) {
        cluster.await(directories.state());
        try (SynodClient client = cluster.client()) {
          client.execute("one more".getBytes());
        }
        cluster.await(directories.stateAfter("one more".getBytes()));
      }
      assertMended(replica, place);
    } catch (Exception | AssertionError wrong) {
      throw new AssertionError(
          "after byte %d of %s".formatted(place.offset(), place.file()), wrong);
    }
  }

  // The older snapshot is not read as long as the newer one is whole.
  private static void assertMended(Path replica, Place place) {
    CommandRun log = CommandRun.of("log", "verify", replica.toString());
    assertThat(log.exitCode()).as(log.out() + log.err()).isZero();
    CommandRun snapshots = CommandRun.of("snapshot", "verify", replica.toString());
    if (snapshots.exitCode() != 0) {
      assertThat(snapshots.out()).containsOnlyOnce("DAMAGED").contains(place.file());
    }
  }
}
