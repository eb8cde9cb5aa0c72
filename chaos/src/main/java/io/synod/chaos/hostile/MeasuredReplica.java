package io.synod.chaos.hostile;

import io.synod.examples.kv.KvMain;
import java.nio.file.Path;

/** A process that is one replica of the key-value service and writes down what memory it uses. */
public final class MeasuredReplica {
  private MeasuredReplica() {}

  /** As {@link KvMain#main}. */
  public static void main(String[] args) {
    Thread watch =
        new Thread(new MemoryWatch(MemoryFigures.file(Path.of(args[0]))), "memory-watch");
    watch.setDaemon(true);
    watch.start();
    KvMain.main(args);
  }
}
