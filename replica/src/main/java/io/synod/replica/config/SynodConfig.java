package io.synod.replica.config;

import io.synod.core.settings.AdminFrom;
import io.synod.core.settings.BatchSettings;
import io.synod.core.settings.CatchUpSettings;
import io.synod.core.settings.Durability;
import io.synod.core.settings.ElectionSettings;
import io.synod.core.settings.PipelineSettings;
import io.synod.core.settings.RelaySettings;
import io.synod.core.settings.ServiceSettings;
import io.synod.core.settings.SessionSettings;
import java.nio.file.Path;
import java.util.List;

/**
 * The whole configuration of a cluster: immutable, and checked when it was made. Parts of a replica
 * take their slice of it. Safe to share between threads and between replicas of one JVM.
 */
public final class SynodConfig {
  private final ConfigDraft settings;
  private final ClusterConfig cluster;
  private final MembershipConfig membership;
  private final StorageConfig storage;
  private final SnapshotConfig snapshot;
  private final BatchSettings batch;
  private final PipelineSettings pipeline;
  private final AutopilotConfig autopilot;
  private final TimeoutsConfig timeouts;
  private final RelaySettings relay;
  private final ElectionSettings election;
  private final CatchUpSettings catchUp;
  private final LimitsConfig limits;
  private final SessionSettings session;
  private final ServiceSettings service;
  private final NetworkConfig network;
  private final InstrumentationConfig instrumentation;

  /**
   * @param settings checked, and not changed any more
   */
  SynodConfig(ConfigDraft settings) {
    this.settings = settings;
    this.cluster = ConfigMapper.cluster(settings);
    this.membership = ConfigMapper.membership(settings);
    this.storage = ConfigMapper.storage(settings);
    this.snapshot = ConfigMapper.snapshot(settings);
    this.batch = ConfigMapper.batch(settings);
    this.pipeline = ConfigMapper.pipeline(settings);
    this.autopilot = ConfigMapper.autopilot(settings);
    this.timeouts = ConfigMapper.timeouts(settings);
    this.relay = ConfigMapper.relay(settings);
    this.election = ConfigMapper.election(settings);
    this.catchUp = ConfigMapper.catchUp(settings);
    this.limits = ConfigMapper.limits(settings);
    this.session = ConfigMapper.session(settings);
    this.service = ConfigMapper.service(settings);
    this.network = ConfigMapper.network(settings);
    this.instrumentation = ConfigMapper.instrumentation(settings);
  }

  /**
   * Reads a properties file.
   *
   * @throws ConfigException if it cannot be read or used, with every reason
   */
  public static SynodConfig load(Path file) {
    return load(file, List.of());
  }

  /**
   * Reads a properties file and puts {@code overrides} over it.
   *
   * @param overrides {@code key=value}, as behind {@code --set}; of two with the same key the later
   *     one holds
   * @throws ConfigException if it cannot be read or used, with every reason
   */
  public static SynodConfig load(Path file, List<String> overrides) {
    ConfigDraft draft = new ConfigDraft();
    PropertiesFile.read(file, draft);
    Overrides.read(overrides, draft);
    return draft.build(file.toString());
  }

  /** The same settings without a file. */
  public static SynodConfigBuilder builder() {
    return new SynodConfigBuilder(new ConfigDraft());
  }

  /** A builder that starts from this configuration. */
  public SynodConfigBuilder toBuilder() {
    return new SynodConfigBuilder(settings.copy());
  }

  /**
   * The same for a replica in a JVM with {@code memory}: settings that were not given are smaller
   * if it has little memory.
   *
   * @throws ConfigException if the given settings let the replica use more memory than there is;
   *     names each such setting, the bytes that it takes, and the memory that would do
   */
  public SynodConfig fitted(JvmMemory memory) {
    ConfigDraft fitted = settings.copy();
    MemoryPlan.shrinkDefaults(fitted, memory);
    SynodConfig config = fitted.build(MemoryPlan.ORIGIN);
    List<ConfigProblem> problems = MemoryPlan.of(config, memory).problems(settings);
    if (!problems.isEmpty()) {
      throw new ConfigException(problems);
    }
    return config;
  }

  /**
   * Why a replica with this configuration, in a JVM with {@code memory}, is not made for other
   * limits of sessions: they are out of range, or other settings or the memory are too small.
   *
   * @return null if it is
   */
  public String whyNot(SessionSettings limits, JvmMemory memory) {
    ConfigDraft changed = settings.copy();
    SessionKeys.values(limits).forEach((setting, value) -> changed.put(setting, value, "limits"));
    try {
      changed.build("limits").fitted(memory);
      return null;
    } catch (ConfigException problems) {
      return problems.getMessage();
    }
  }

  public ClusterConfig cluster() {
    return cluster;
  }

  public MembershipConfig membership() {
    return membership;
  }

  public Durability durability() {
    return (Durability) settings.value(Setting.DURABILITY);
  }

  public StorageConfig storage() {
    return storage;
  }

  public SnapshotConfig snapshot() {
    return snapshot;
  }

  public BatchSettings batch() {
    return batch;
  }

  public PipelineSettings pipeline() {
    return pipeline;
  }

  /** What the leader may choose by itself of batch size and window. */
  public AutopilotConfig autopilot() {
    return autopilot;
  }

  /** What a replica may choose by itself of its timeouts. */
  public TimeoutsConfig timeouts() {
    return timeouts;
  }

  /** {@link RelaySettings#DIRECT} unless messages are relayed. */
  public RelaySettings relay() {
    return relay;
  }

  public ElectionSettings election() {
    return election;
  }

  public CatchUpSettings catchUp() {
    return catchUp;
  }

  public LimitsConfig limits() {
    return limits;
  }

  public SessionSettings session() {
    return session;
  }

  public AdminFrom adminFrom() {
    return (AdminFrom) settings.value(Setting.ADMIN_FROM);
  }

  public ServiceSettings service() {
    return service;
  }

  public NetworkConfig network() {
    return network;
  }

  public InstrumentationConfig instrumentation() {
    return instrumentation;
  }

  public ThreadsConfig threads() {
    return new ThreadsConfig((ThreadLayout) settings.value(Setting.THREADS_LAYOUT));
  }

  /** Every setting as a properties file that gives the same configuration. */
  public String toProperties() {
    StringBuilder text = new StringBuilder();
    for (Setting setting : Setting.values()) {
      text.append(setting.key()).append(" = ").append(settings.text(setting)).append('\n');
    }
    for (int id : cluster.ids()) {
      text.append(ConfigDraft.REPLICA_PREFIX).append(id).append(" = ");
      text.append(cluster.replica(id)).append('\n');
    }
    for (ReplicaDetail detail : ReplicaDetail.values()) {
      settings
          .details(detail)
          .forEach(
              (id, value) ->
                  text.append(detail.key(id))
                      .append(" = ")
                      .append(detail.type().format(value))
                      .append('\n'));
    }
    return text.toString();
  }

  /** Two configurations are equal if every setting is. */
  @Override
  public boolean equals(Object other) {
    return other instanceof SynodConfig that && toProperties().equals(that.toProperties());
  }

  @Override
  public int hashCode() {
    return toProperties().hashCode();
  }

  @Override
  public String toString() {
    return toProperties();
  }
}
