package io.synod.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.client.SynodClient;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.membership.MembershipRequest;
import io.synod.core.settings.Durability;
import io.synod.replica.config.ClusterBegin;
import io.synod.replica.config.FreePorts;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.SynodConfigBuilder;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Replicas of a {@link SumService} in this JVM that are added and removed. */
final class ChangingCluster implements AutoCloseable {
  private static final int NUMBERS = 8;

  private final Path directory;
  private final Durability level;
  private final boolean leases;
  private final List<Integer> ports = FreePorts.find(2 * NUMBERS);
  private final Map<Integer, SynodConfig> files = new TreeMap<>();
  private final Map<Integer, SynodReplica> replicas = new TreeMap<>();
  private final Map<Integer, SumService> services = new TreeMap<>();

  ChangingCluster(Path directory, Durability level) {
    this(directory, level, false);
  }

  /**
   * @param leases whether replicas read by lease
   */
  ChangingCluster(Path directory, Durability level, boolean leases) {
    this.directory = directory;
    this.level = level;
    this.leases = leases;
  }

  /** Starts replicas that form a cluster. */
  void form(int... numbers) {
    for (int number : numbers) {
      files.put(number, file(ClusterBegin.FORM, numbers));
      start(number);
    }
  }

  /** Starts a replica that waits to be added, with a file that has {@code contacts} and itself. */
  void join(int number, int... contacts) {
    int[] replicasOfFile = new int[contacts.length + 1];
    System.arraycopy(contacts, 0, replicasOfFile, 0, contacts.length);
    replicasOfFile[contacts.length] = number;
    files.put(number, file(ClusterBegin.JOIN, replicasOfFile));
    start(number);
  }

  private SynodConfig file(ClusterBegin begin, int... numbers) {
    SynodConfigBuilder builder =
        SynodConfig.builder()
            .clusterName("test")
            .durability(level)
            .storageDirectory(directory)
            .journalSegmentBytes(1 << 16)
            .snapshotLogSlots(200)
            .clusterBegin(begin)
            .set("reads.lease", leases ? "on" : "off")
            .membershipAlpha(16)
            // None is taken: a standby with a higher number than all members stops at one.
            .serviceDigestSlots(1_000_000_000)
            .memberLinger(Duration.ofMillis(500));
    for (int number : numbers) {
      builder.replica(number, "127.0.0.1", ports.get(2 * number), ports.get(2 * number + 1));
    }
    return builder.build();
  }

  /** Starts a replica with the file with which it was started last. */
  void start(int number) {
    SumService service = new SumService();
    services.put(number, service);
    replicas.put(
        number,
        SynodReplica.builder().config(files.get(number)).id(number).service(service).start());
  }

  /** Starts a replica of the cluster with another file, which has {@code numbers}. */
  void startListing(int number, int... numbers) {
    files.put(number, file(ClusterBegin.FORM, numbers));
    start(number);
  }

  SynodReplica replica(int number) {
    return replicas.get(number);
  }

  /** The replica's sum is {@code sum} soon. */
  void awaitSum(int number, long sum) {
    await(
        () -> services.get(number).sum() == sum,
        () ->
            "sum %d of replica %d, to become %d: %s"
                .formatted(
                    services.get(number).sum(), number, sum, replicas.get(number).statusJson()));
  }

  /** The replica votes soon. */
  void awaitMember(int number) {
    SynodReplica replica = replicas.get(number);
    await(
        () -> replica.statusJson().matches("(?s).*\"incarnation\":[1-9].*"),
        () -> "replica %d, to become a member: %s".formatted(number, replica.statusJson()));
  }

  /** Has the leader change the members, and waits until it does. */
  void change(long membership, ReplicaSet add, ReplicaSet remove) throws Exception {
    MembershipRequest request =
        MembershipRequest.NONE.numbered(membership).adding(add).removing(remove);
    List<String> refusals = new ArrayList<>();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (true) {
      String refusal = leader().changeMembers(request).get(10, TimeUnit.SECONDS);
      if (refusal == null) {
        return;
      }
      if (refusals.isEmpty() || !refusals.get(refusals.size() - 1).equals(refusal)) {
        refusals.add(refusal);
      }
      assertThat(System.nanoTime()).as(refusals.toString()).isLessThan(deadline);
      LockSupport.parkNanos(10_000_000);
    }
  }

  private SynodReplica leader() {
    SynodReplica[] leading = new SynodReplica[1];
    await(
        () -> {
          leading[0] = null;
          for (SynodReplica replica : replicas.values()) {
            boolean leads = replica.statusJson().contains("\"role\":\"leader\"");
            leading[0] = leads && !replica.closed().isDone() ? replica : leading[0];
          }
          return leading[0] != null;
        },
        () -> "a leader");
    return leading[0];
  }

  private static void await(BooleanSupplier reached, Supplier<String> what) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!reached.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError(what.get());
      }
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** A client that knows the addresses of all replicas that there may be. */
  SynodClient client() {
    List<InetSocketAddress> addresses = new ArrayList<>();
    for (int number = 0; number < NUMBERS; number++) {
      addresses.add(new InetSocketAddress("127.0.0.1", ports.get(2 * number + 1)));
    }
    return SynodClient.builder()
        .cluster("test")
        .replicas(addresses)
        .requestTimeout(Duration.ofSeconds(30))
        .build();
  }

  @Override
  public void close() {
    replicas.values().forEach(SynodReplica::close);
  }
}
