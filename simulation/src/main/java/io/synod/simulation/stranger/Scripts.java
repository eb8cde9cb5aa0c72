package io.synod.simulation.stranger;

import io.synod.core.cluster.ReplicaSet;
import io.synod.replica.config.SharedSettings;
import io.synod.replica.config.SynodConfig;
import io.synod.simulation.service.Command;
import io.synod.strangers.Frames;
import io.synod.strangers.PeerHellos;
import io.synod.strangers.RandomClientFrames;
import java.util.List;
import java.util.Random;

/**
 * The messages of strangers. No stranger impersonates a replica with messages that only that
 * replica may send, since a replica believes its peers.
 */
final class Scripts implements ScriptSource {
  private static final int UNKNOWN_CONSISTENCY = -4;
  private static final int ANSWER_BYTES_MAX = 3_000;
  private static final int PADDING_BYTES_MAX = 100;
  private static final int ILL_FORMED = 30;
  private static final int QUERIES = 40;
  private static final long KEEP_ALIVE_NANOS = 1_000_000_000;
  private static final int MAX_BYTES_BITS = 20;
  private static final long TRIAL_NANOS = 10_000_000;
  private static final byte[] NOTHING = {};

  private final SynodConfig config;
  private final Random random;
  private final RandomClientFrames frames;
  private int operations;

  Scripts(SynodConfig config, Random random) {
    this.config = config;
    this.random = random;
    frames = new RandomClientFrames(random, this::payload);
  }

  private byte[] payload() {
    int answerBytes = random.nextInt(5) == 0 ? -1 : random.nextInt(ANSWER_BYTES_MAX);
    return Command.strange(answerBytes, random.nextInt(PADDING_BYTES_MAX));
  }

  @Override
  public Script client() {
    byte[] hello = Frames.clientHello(config.cluster().name());
    return switch (random.nextInt(12)) {
      case 0 -> silent();
      case 1 -> Script.once(frames.beforeHello());
      case 2 -> Script.once(Frames.clientHello("another"));
      case 3 -> Script.once(Frames.joined(hello, hello));
      case 4 -> new Script(hello, this::operator, true);
      case 5 -> new Script(NOTHING, Frames::statusRequest, random.nextBoolean());
      case 6 -> Script.once(Frames.joined(hello, Frames.unfinished(Frames.open(1))));
      case 7 -> new Script(hello, frames::inOrder, false);
      case 8 -> new Script(hello, this::queries, random.nextInt(3) == 0);
      case 9 -> new Script(subscribed(hello), () -> Frames.credit(1), random.nextBoolean());
      case 10 -> new Script(hello, this::any, true);
      default -> new Script(subscribed(hello), this::any, random.nextInt(3) > 0);
    };
  }

  private byte[] any() {
    return switch (random.nextInt(ILL_FORMED)) {
      case 0 -> frames.illFormed();
      case 1 -> Frames.statusRequest();
      case 2 -> Frames.measureLinks();
      case 3, 4, 5 -> frames.inOrder();
      default -> frames.wellFormed();
    };
  }

  /** What is allowed to an operator, in turns. */
  private byte[] operator() {
    operations++;
    int maxBytes = 1 << operations % MAX_BYTES_BITS;
    return operations % 2 == 0
        ? Frames.measureLinks()
        : Frames.tryLimits(maxBytes, operations, operations % 100 * TRIAL_NANOS);
  }

  private byte[] queries() {
    byte[][] payloads = new byte[QUERIES][];
    for (int index = 0; index < QUERIES; index++) {
      payloads[index] = payload();
    }
    int kind = random.nextInt(4);
    return Frames.queries(kind == 3 ? UNKNOWN_CONSISTENCY : -kind, 1, payloads);
  }

  private byte[] subscribed(byte[] hello) {
    long credit = random.nextBoolean() ? 0 : random.nextInt(PADDING_BYTES_MAX);
    return Frames.joined(hello, Frames.subscribe(random.nextInt(3) - 1, credit, KEEP_ALIVE_NANOS));
  }

  @Override
  public Script peer(int receiver) {
    return switch (random.nextInt(6)) {
      case 0 -> silent();
      case 1 -> Script.once(frames.beforeHello());
      case 2 -> Script.once(Frames.clientHello(config.cluster().name()));
      case 3 -> Script.once(ownTerms(receiver, receiver));
      case 4 -> Script.once(passingForAnother(receiver));
      default -> {
        List<byte[]> hellos = PeerHellos.refused(config.cluster().name(), config.cluster().size());
        yield Script.once(hellos.get(random.nextInt(hellos.size())));
      }
    };
  }

  /** Seemingly from another replica, up to the first malformed frame. */
  private byte[] passingForAnother(int receiver) {
    List<Integer> replicas = config.cluster().ids();
    int place = replicas.indexOf(receiver) + 1 + random.nextInt(replicas.size());
    int sender = replicas.get(place % replicas.size());
    int unknown = ReplicaSet.ANY.without(config.cluster().quorums().members()).first();
    byte[] hello = ownTerms(sender, random.nextInt(4) == 0 ? unknown : receiver);
    byte[] body = new byte[random.nextInt(PADDING_BYTES_MAX)];
    random.nextBytes(body);
    int type = 1 + random.nextInt(0x3F);
    return Frames.joined(hello, Frames.raw(type, new byte[0]), Frames.raw(0xFF, body));
  }

  private byte[] ownTerms(int sender, int receiver) {
    String terms = SharedSettings.of(config);
    int replicas = config.cluster().size();
    return Frames.peerHello(config.cluster().name(), terms, replicas, sender, receiver);
  }

  private static Script silent() {
    return Script.once(NOTHING);
  }
}
