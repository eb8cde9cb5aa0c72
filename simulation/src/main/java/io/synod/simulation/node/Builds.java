package io.synod.simulation.node;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.version.ClusterVersion;
import io.synod.core.version.KnownVersions;
import io.synod.core.version.UpgradeEntry;
import io.synod.service.Service;
import io.synod.simulation.check.Violation;
import io.synod.simulation.service.UserService;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The build that each replica starts next, as the versions of the service that it knows, and what
 * must be true of the version with which each request is executed. Learners always have the newest
 * build.
 */
public final class Builds {
  /** The newest version of any build. */
  public static final int NEWEST = 4;

  private static final KnownVersions ALL = KnownVersions.of(1, NEWEST);

  // Longer than a leader takes for an old connection of a replica that has started again.
  private static final long CONNECTED_NANOS = 300_000_000;

  private final boolean areMixed;

  // A standby is asked only while it is connected.
  private final boolean membersChange;
  private final KnownVersions usual;
  private final Map<Integer, KnownVersions> installed = new HashMap<>();
  private final Map<Integer, Long> startedNanos = new HashMap<>();

  // When a leader was asked for an upgrade, by the session of the request: it looks at the other
  // members then.
  private final Map<Long, Long> askedNanos = new HashMap<>();

  // When a leader was asked for the entry of each version that was proposed first.
  private final Map<Integer, Long> admittedNanos = new HashMap<>();

  // With which a leader may begin an empty log by itself.
  private final Set<Integer> foundingVersions = new HashSet<>();
  private int replaced;
  private int highest = 1;

  private Builds(boolean areMixed, boolean membersChange, KnownVersions usual) {
    this.areMixed = areMixed;
    this.membersChange = membersChange;
    this.usual = usual;
  }

  /** All of one build, with this service of a user; null for none. */
  public static Builds equal(UserService user) {
    if (user == null) {
      return new Builds(false, false, KnownVersions.FIRST);
    }
    Service service = user.instances().get();
    return new Builds(
        false, false, KnownVersions.of(service.oldestVersion(), service.newestVersion()));
  }

  /** They begin with the first version only. */
  public static Builds mixed(ReplicaSet replicas, boolean membersChange) {
    Builds builds = new Builds(true, membersChange, ALL);
    for (int replica : replicas.numbers()) {
      builds.install(replica, KnownVersions.FIRST);
    }
    return builds;
  }

  /** A process of {@code self} starts; what it knows. */
  KnownVersions start(int self, long nowNanos) {
    startedNanos.put(self, nowNanos);
    KnownVersions known = installed.getOrDefault(self, usual);
    if (!known.knows(ClusterVersion.FIRST)) {
      foundingVersions.add(known.newestService());
    }
    return known;
  }

  /** The process of {@code self} may see the cluster form. */
  void mayForm(int self) {
    foundingVersions.add(installed.getOrDefault(self, usual).newestService());
  }

  /** The next process of {@code replica} will know these. */
  public void install(int replica, KnownVersions known) {
    installed.put(replica, known);
  }

  /** A replica is asked to raise the version of the cluster, by a request of this session. */
  public void asked(long session, long nowNanos) {
    askedNanos.put(session, nowNanos);
  }

  /** A leader proposes a batch of requests. */
  void proposes(Batch batch) {
    byte[] bytes = batch.bytes();
    int at = Batch.HEADER_BYTES;
    for (int left = areMixed ? batch.count() : 0; left > 0; left--) {
      int payload = BatchEntry.payloadBytes(bytes, at);
      int body = at + BatchEntry.HEADER_BYTES;
      if (BatchEntry.sequence(bytes, at) == BatchEntry.UPGRADE) {
        ClusterVersion version = UpgradeEntry.read(ByteBuffer.wrap(bytes, body, payload));
        Long asked = askedNanos.get(BatchEntry.session(bytes, at));
        admittedNanos.putIfAbsent(version.service(), asked);
      }
      at = body + payload;
    }
  }

  /**
   * A replica stops at a version that its process does not know. Its next process will know all.
   */
  void replace(int replica, ClusterVersion version) {
    if (!areMixed) {
      throw new Violation("replica %d does not know %s of its own build", replica, version);
    }
    Long admitted = admittedNanos.get(version.service());
    if (!membersChange
        && admitted != null
        && admitted - startedNanos.get(replica) > CONNECTED_NANOS) {
      throw new Violation(
          "a leader proposed %s, which replica %d had not known since its start long before",
          version, replica);
    }
    replaced++;
    install(replica, ALL);
  }

  /** How often a replica did not know the version of the cluster. */
  public int replaced() {
    return replaced;
  }

  /** A replica that knows {@code known} executes a request of {@code slot} with this version. */
  void executes(KnownVersions known, long slot, int version) {
    if (!known.knows(new ClusterVersion(1, version))) {
      throw new Violation("a build that knows %s executes with version %d", known, version);
    }
    boolean isProposed = admittedNanos.containsKey(version) || foundingVersions.contains(version);
    if (areMixed && version > 1 && !isProposed) {
      throw new Violation("slot %d has version %d, which nobody has asked for", slot, version);
    }
    highest = Math.max(highest, version);
  }

  /** The highest version with which a request was executed. */
  public int highest() {
    return highest;
  }
}
