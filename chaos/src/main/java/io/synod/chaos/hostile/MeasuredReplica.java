package io.synod.chaos.hostile;

import io.synod.chaos.hostile.attack.ThrowingService;
import io.synod.examples.kv.KvMain;
import java.nio.file.Path;
import java.util.List;

/** A process that runs one replica of the key-value service and writes its memory use to a file. */
public final class MeasuredReplica {
  private MeasuredReplica() {}

  /** As {@link KvMain#main}, with a service that fails on purpose. */
  public static void main(String[] args) {
    Thread watch =
        new Thread(new MemoryWatch(MemoryFigures.file(Path.of(args[0]))), "memory-watch");
    watch.setDaemon(true);
    watch.start();
    Path config = Path.of(args[0]);
    List<String> overrides = List.of(args).subList(3, args.length);
    int id = Integer.parseInt(args[1]);
    int redisPort = Integer.parseInt(args[2]);
    System.exit(KvMain.run(config, id, redisPort, overrides, ThrowingService::new));
  }
}
