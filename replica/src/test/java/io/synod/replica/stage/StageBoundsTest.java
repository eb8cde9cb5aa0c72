package io.synod.replica.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoopGroup;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.effect.JournalRecord;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.event.Event;
import io.synod.core.execution.Execution;
import io.synod.core.message.Accept;
import io.synod.core.message.Accepted;
import io.synod.core.message.Decided;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.MemberStatus;
import io.synod.core.message.Message;
import io.synod.core.message.Prepare;
import io.synod.core.recovery.Recovered;
import io.synod.core.replica.Replica;
import io.synod.core.settings.Consistency;
import io.synod.core.settings.Durability;
import io.synod.network.peer.DatagramSettings;
import io.synod.network.peer.PeerNetwork;
import io.synod.network.peer.PeerSettings;
import io.synod.network.transport.Transport;
import io.synod.network.wire.Levels;
import io.synod.replica.LogLines;
import io.synod.replica.assembly.CoreSettings;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.executor.ManualExecutor;
import io.synod.replica.executor.StageExecutor;
import io.synod.replica.instrumentation.StageTally;
import io.synod.storage.disk.Disk;
import io.synod.storage.disk.FileDisk;
import io.synod.storage.disk.QuotaDisk;
import io.synod.storage.journal.JournalFindings;
import io.synod.storage.journal.JournalIdentity;
import io.synod.storage.journal.JournalRecovery;
import io.synod.storage.journal.JournalSettings;
import io.synod.storage.journal.WriteAheadLog;
import io.synod.storage.snapshot.SnapshotIdentity;
import io.synod.storage.snapshot.SnapshotStore;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What waits in front of stages whose thread does not get to it. */
final class StageBoundsTest {
  private static final View V1 = new View(1, 0);
  private static final int VOTES = 400;
  private static final int VOTE_BYTES = 100_000;
  private static final long QUOTA_BYTES = 100L << 20;
  private static final JournalIdentity IDENTITY = new JournalIdentity("test", 0, 7);

  private final SlowJournal disk = new SlowJournal();
  private final List<Class<?>> lost = new ArrayList<>();

  private final EventLoopGroup loops = Transport.chosen().eventLoops(1, "test");

  @TempDir Path folder;

  @AfterEach
  void close() {
    loops.shutdownGracefully(0, 0, TimeUnit.SECONDS).syncUninterruptibly();
  }

  private void observe(ProtocolEvent event) {
    if (event instanceof ProtocolEvent.Ignored ignored && ignored.reason().contains("disk")) {
      lost.add(ignored.message());
    }
  }

  @Test
  void messages_of_peers_that_wait_are_bounded_in_bytes() {
    ProtocolStage protocol = protocol(new ProtocolStage.Bounds(1_000_000, 1_000_000, 1));
    int taken = 0;
    while (taken < 1000 && protocol.receive(1, accept(taken, 100_000), 100_000)) {
      taken++;
    }
    assertThat(taken).isEqualTo(10);
    assertThat(protocol.receive(1, new Prepare(V1, 0), 32)).isFalse();
  }

  @Test
  void the_sessions_of_a_client_that_has_gone_keep_their_places_until_the_service_thread_runs() {
    ManualExecutor executor = new ManualExecutor();
    ServiceStage service = service(config(), executor);
    GoneClient client = new GoneClient(true);
    service.route(client, 7);
    service.closed(client);
    assertThat(client.forgotten).isZero();

    executor.run(service);
    assertThat(client.forgotten).isEqualTo(1);
  }

  @Test
  void nothing_is_kept_of_a_client_without_a_session_until_the_service_thread_runs() {
    ManualExecutor executor = new ManualExecutor();
    ServiceStage service = service(config(), executor);
    GoneClient client = new GoneClient(false);
    service.closed(client);
    executor.run(service);
    assertThat(client.forgotten).isZero();
  }

  /** A connection that has ended. */
  private static final class GoneClient extends QuietClient {
    private final boolean hadSessions;
    private int forgotten;

    GoneClient(boolean hadSessions) {
      this.hadSessions = hadSessions;
    }

    @Override
    public boolean hadSessions() {
      return hadSessions;
    }

    @Override
    public boolean isOpen() {
      return false;
    }

    @Override
    public boolean takesReplies() {
      return false;
    }

    @Override
    public void forgotten() {
      forgotten++;
    }
  }

  @Test
  void clients_leave_most_of_the_inbox_to_peers() {
    ProtocolStage protocol = protocol(new ProtocolStage.Bounds(1_000_000, 1_000_000, 1));
    int taken = 0;
    while (taken < 10_000 && protocol.serve(new Event.Credited("client", 1))) {
      taken++;
    }
    assertThat(taken).isEqualTo(2048);
    assertThat(protocol.receive(1, new Prepare(V1, 0), 32)).isTrue();
  }

  @Test
  void queries_leave_a_quarter_of_the_inbox_to_peers() {
    ProtocolStage protocol = protocol(new ProtocolStage.Bounds(1_000_000, 1_000_000, 1));
    int taken = 0;
    while (taken < 10_000
        && protocol.read(new Event.ReadRequested("queries", Consistency.LEADER))) {
      taken++;
    }
    assertThat(taken).isEqualTo(6144);
    assertThat(protocol.receive(1, new Prepare(V1, 0), 32)).isTrue();
  }

  @Test
  void votes_that_a_hanging_disk_does_not_take_are_counted_in_bytes_until_they_are_durable()
      throws Exception {
    try (WriteAheadLog log = log()) {
      JournalStage journal = journal(log);
      Batch batch = batch(100_000);
      JournalRecord vote = new JournalRecord.Voted(V1, 0, batch);
      JournalRecord learnt = new JournalRecord.Learnt(1, batch);
      journal.append(new JournalRecord.Promised(V1));
      journal.append(vote);
      journal.append(learnt);
      long pending = journal.pendingBytes();
      assertThat(pending).isBetween(2L * batch.heapBytes(), 2L * batch.heapBytes() + 500);

      journal.handle(new JournalRecord.Promised(V1), 0);
      journal.handle(vote, 0);
      journal.handle(learnt, 0);
      assertThat(journal.pendingBytes()).as("written only").isEqualTo(pending);
      journal.endCycle(0);
      assertThat(journal.pendingBytes()).isZero();
      assertThat(journal.durable()).isEqualTo(3);
    }
  }

  @Test
  void records_that_do_not_fit_the_journals_buffer_wait_outside_it() throws Exception {
    try (WriteAheadLog log = log()) {
      Path ballast = takeAllSpace();
      JournalStage journal = journal(log);
      long before = directBytes();
      handleVotes(journal, 0, VOTES);
      endCycles(journal, 3);
      assertThat(journal.durable()).isLessThan(VOTES / 2);
      assertThat(directBytes() - before).isLessThan(VOTES * VOTE_BYTES / 2);

      Files.delete(ballast);
      endCycles(journal, VOTES);
      assertThat(journal.durable()).isEqualTo(VOTES);
    }
    assertThat(slotsOnDisk()).hasSize(VOTES);
  }

  @Test
  void records_that_wait_outside_the_buffer_are_void_behind_a_new_incarnation() throws Exception {
    try (WriteAheadLog log = log()) {
      Path ballast = takeAllSpace();
      JournalStage journal = journal(log);
      handleVotes(journal, 0, VOTES);
      Incarnations unknown = Incarnations.unknown(ReplicaSet.of(0));
      journal.handle(new JournalRecord.Joined(unknown, MemberStatus.RECOVERING), 0);
      handleVotes(journal, VOTES, VOTES + 1);
      endCycles(journal, 3);
      Files.delete(ballast);
      endCycles(journal, VOTES);
      assertThat(journal.durable()).isEqualTo(VOTES + 2);
    }
    assertThat(slotsOnDisk()).containsExactly((long) VOTES);
  }

  @Test
  void the_bytes_on_disk_follow_what_an_idle_journal_cuts_and_gives_back() throws Exception {
    try (WriteAheadLog log = log()) {
      JournalStage journal = journal(log);
      handleVotes(journal, 0, 40);
      endCycles(journal, 100);
      long before = journal.counters().diskBytes();
      journal.cut(40);
      journal.giveBack();
      new ManualExecutor().run(journal);

      assertThat(journal.counters().diskBytes())
          .isEqualTo(log.counters().diskBytes())
          .isLessThan(before);
    }
  }

  @Test
  void a_disk_that_is_slow_for_long_does_not_fill_the_log_of_the_replica() throws Exception {
    List<String> lines;
    try (WriteAheadLog log = log()) {
      JournalStage journal = journal(log, new SlowExecutor());
      lines =
          LogLines.of(
              () -> {
                for (int vote = 0; vote < 100; vote++) {
                  handleVotes(journal, vote, vote + 1);
                  endCycles(journal, 1);
                }
              });
    }
    assertThat(lines)
        .filteredOn(line -> line.contains("its disk took 150 ms"))
        .hasSize(3)
        .element(2)
        .asString()
        .endsWith("what else uses the disk (33 such lines were left out before this one)");
  }

  private static void handleVotes(JournalStage journal, long slot, long end) {
    Batch batch = batch(VOTE_BYTES);
    for (long voted = slot; voted < end; voted++) {
      journal.handle(new JournalRecord.Voted(V1, voted, batch), 0);
    }
  }

  private static void endCycles(JournalStage journal, int cycles) {
    for (int cycle = 0; cycle < cycles; cycle++) {
      journal.endCycle(0);
    }
  }

  /** Returns the file that must go for there to be space again. */
  private Path takeAllSpace() throws IOException {
    Path ballast = folder.resolve("ballast");
    try (RandomAccessFile file = new RandomAccessFile(ballast.toFile(), "rw")) {
      file.setLength(QUOTA_BYTES);
    }
    return ballast;
  }

  private List<Long> slotsOnDisk() throws IOException {
    Recovered recovered = Recovered.nothing(1);
    JournalRecovery.read(files(), IDENTITY, recovered, damage -> {});
    List<Long> slots = new ArrayList<>();
    recovered.visitKept(vote -> slots.add(vote.slot()));
    return slots;
  }

  private static long directBytes() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }

  @Test
  void messages_that_bring_records_are_lost_while_the_disk_hangs() {
    ProtocolStage protocol = protocol(new ProtocolStage.Bounds(1 << 30, 1_000_000, 5_000));
    disk.durable = Long.MAX_VALUE;
    disk.pendingBytes = 999_999;
    handle(protocol, accept(0, 100));
    assertThat(lost).isEmpty();

    disk.pendingBytes = 1_000_000;
    handle(protocol, accept(1, 100));
    assertThat(lost).containsExactly(Accept.class);
    handle(protocol, new Decided(0, 1, List.of(batch(10))));
    assertThat(lost).containsExactly(Accept.class, Decided.class);
    handle(protocol, new Prepare(V1, 0));
    assertThat(lost).as("promises have bytes of their own").hasSize(2);

    disk.pendingBytes += 5_000;
    handle(protocol, new Prepare(V1, 0));
    assertThat(lost).containsExactly(Accept.class, Decided.class, Prepare.class);

    disk.pendingBytes = 0;
    handle(protocol, accept(1, 100));
    assertThat(lost).as("the disk works again").hasSize(3);
  }

  private static void handle(ProtocolStage protocol, Message message) {
    protocol.handle(new ProtocolStage.Inbound(new Event.Received(1, message), 100), 0);
  }

  @Test
  void only_messages_that_bring_batches_wait_for_a_disk_that_is_behind() {
    assertThat(accept(0, 10).bringsValues()).isTrue();
    assertThat(new Decided(0, 1, List.of(batch(10))).bringsValues()).isTrue();
    for (Message small :
        List.of(
            new Prepare(V1, 0),
            new Accepted(V1, 0, ReplicaSet.of(1)),
            new Heartbeat(V1, 0, 0, 0, 0))) {
      assertThat(small.bringsValues()).isFalse();
    }
  }

  private JournalStage journal(WriteAheadLog log) throws IOException {
    return journal(log, new ManualExecutor());
  }

  private JournalStage journal(WriteAheadLog log, StageExecutor executor) throws IOException {
    SnapshotStore snapshots =
        SnapshotStore.open(
            FileDisk.of(Files.createDirectory(folder.resolve("snapshots"))),
            new SnapshotIdentity("test", 0),
            System::currentTimeMillis);
    JournalStage journal =
        new JournalStage(
            executor,
            new JournalStage.Kept("replica 0", Durability.SYNC, log, snapshots),
            List.of(),
            failure -> {
              throw new AssertionError(failure);
            });
    journal.reportTo(protocol(new ProtocolStage.Bounds(1, 1, 1)));
    return journal;
  }

  private Disk files() throws IOException {
    Path directory = Files.createDirectories(folder.resolve("journal"));
    return new QuotaDisk(FileDisk.of(directory), folder, QUOTA_BYTES);
  }

  private WriteAheadLog log() throws IOException {
    JournalFindings found =
        JournalRecovery.read(files(), IDENTITY, Recovered.nothing(1), damage -> {});
    return WriteAheadLog.open(files(), new JournalSettings(1 << 20, 0), IDENTITY, found);
  }

  private static SynodConfig config() {
    return SynodConfig.builder()
        .set("cluster.name", "test")
        .replica(0, "127.0.0.1", 7100, 7200)
        .replica(1, "127.0.0.1", 7101, 7201)
        .build();
  }

  private ProtocolStage protocol(ProtocolStage.Bounds bounds) {
    SynodConfig config = config();
    ProtocolStage protocol =
        new ProtocolStage(
            new ManualExecutor(),
            new Replica(CoreSettings.replica(config, 0), Recovered.nothing(1), 1),
            CoreSettings.replica(config, 0),
            disk,
            new ProtocolStage.Hooks(
                this::observe,
                new SharedStatus(id -> "127.0.0.1:7200", 0, leadership -> {}, membership -> {}),
                new StageTally(false),
                TestStages::fail,
                new MembershipListener() {},
                bounds,
                ReplicaWatch.NONE));
    protocol.connect(peers(config), null, service(config), null);
    return protocol;
  }

  /** Not started: connected with nobody. */
  private PeerNetwork peers(SynodConfig config) {
    Map<Integer, InetSocketAddress> addresses = new TreeMap<>();
    config.cluster().ids().forEach(id -> addresses.put(id, config.cluster().replica(id).peer()));
    return new PeerNetwork(
        new PeerSettings(
            "test",
            "",
            "",
            0,
            false,
            addresses,
            1 << 20,
            1 << 20,
            PeerSettings.HANDSHAKE_NANOS,
            1,
            DatagramSettings.NONE,
            Levels.OWN),
        loops.next(),
        (from, message, bytes) -> {});
  }

  private static ServiceStage service(SynodConfig config) {
    return service(config, new ManualExecutor());
  }

  private static ServiceStage service(SynodConfig config, ManualExecutor executor) {
    Execution execution = new Execution(new FixedAnswers(0), config.session());
    return TestStages.service(executor, execution, TestStages::fail);
  }

  private static Accept accept(long slot, int bytes) {
    return new Accept(V1, slot, 0, batch(bytes));
  }

  private static Batch batch(int payloadBytes) {
    byte[] bytes = new byte[Batch.HEADER_BYTES + BatchEntry.HEADER_BYTES + payloadBytes];
    BatchEntry.putHeader(bytes, Batch.HEADER_BYTES, payloadBytes, 7, 1, 0);
    return Batch.close(bytes, 0, 1);
  }

  /** Everything takes 150 ms. */
  private static final class SlowExecutor extends ManualExecutor {
    @Override
    public long nanoTime() {
      pass(150_000_000);
      return super.nanoTime();
    }
  }
}
