package io.synod.simulation.stranger;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.command.BatchEntry;
import io.synod.core.session.SessionLimits;
import io.synod.core.settings.AdminFrom;
import io.synod.network.wire.Levels;
import io.synod.network.wire.PeerHello;
import io.synod.replica.config.SharedSettings;
import io.synod.replica.config.SynodConfig;
import io.synod.strangers.BrokenRules;
import io.synod.strangers.Frames;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/**
 * The messages of an intruder, which knows the protocol: frames that each break one rule, an
 * operator's commands where not all clients may send them, and on the peer port hellos of standbys
 * and of replicas that there are not. It sends no message that only a replica may send.
 */
final class IntruderScripts implements ScriptSource {
  private static final int PINGS = 2_000;
  private static final int LATER_VERSION = 99;

  private final SynodConfig config;
  private final Random random;
  private final List<byte[]> broken;
  private final ReplicaSet unknown;

  IntruderScripts(SynodConfig config, ReplicaSet replicas, Random random) {
    this.config = config;
    this.random = random;
    broken = BrokenRules.all(config.cluster().name(), config.network().requestBytesMax());
    unknown = ReplicaSet.ANY.without(replicas);
  }

  @Override
  public Script client() {
    byte[] hello = Frames.clientHello(config.cluster().name());
    byte[] breaks = broken.get(random.nextInt(broken.size()));
    boolean commands = config.adminFrom() != AdminFrom.ANY && random.nextInt(3) == 0;
    return Script.once(Frames.joined(hello, commands ? command() : breaks));
  }

  private byte[] command() {
    return switch (random.nextInt(3)) {
      case 0 -> Frames.moveLeader(-1);
      case 1 -> Frames.takeSnapshot();
      default -> {
        // They differ by their number only, by which it shows that they were taken.
        byte[] limits = SessionLimits.first(config.session()).next(config.session()).payload();
        yield Frames.requests(random.nextLong(), BatchEntry.LIMITS, 0, limits);
      }
    };
  }

  @Override
  public Script peer(int receiver) {
    byte[] offer = Frames.datagramOffer(random.nextLong());
    return switch (random.nextInt(6)) {
      case 0 -> Script.once(noNumber(random.nextBoolean() ? -1 : ReplicaSet.NUMBERS, receiver));
      case 1 -> Script.once(Frames.peerHello(standby(drawn(), receiver, later())));
      case 2 -> behindHello(receiver, offer, () -> offer, true);
      case 3 -> behindHello(receiver, offer, () -> Frames.pong(random.nextInt(2)), true);
      case 4 -> behindHello(receiver, offer, () -> null, true);
      default -> {
        byte[] pings = Frames.repeated(Frames.ping(1), PINGS);
        yield behindHello(receiver, pings, () -> pings, false);
      }
    };
  }

  private byte[] noNumber(int sender, int receiver) {
    if (random.nextBoolean()) {
      return Frames.peerHello(standby(sender, receiver, Levels.OWN));
    }
    String terms = SharedSettings.ofPeers(config);
    int replicas = config.cluster().size();
    return Frames.peerHello(config.cluster().name(), terms, replicas, sender, receiver);
  }

  /** The number of no replica. */
  private int drawn() {
    List<Integer> numbers = unknown.numbers();
    return numbers.get(random.nextInt(numbers.size()));
  }

  private Script behindHello(int receiver, byte[] first, Supplier<byte[]> next, boolean reads) {
    byte[] hello = Frames.peerHello(standby(drawn(), receiver, Levels.OWN));
    return new Script(Frames.joined(hello, first), next, reads);
  }

  private PeerHello standby(int sender, int receiver, Levels levels) {
    return new PeerHello(
        config.cluster().name(),
        SharedSettings.ofAnyPeers(config),
        config.cluster().size(),
        sender,
        receiver,
        levels,
        0,
        true);
  }

  private static Levels later() {
    return new Levels(LATER_VERSION, LATER_VERSION, "later");
  }
}
