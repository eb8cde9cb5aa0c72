package io.synod.replica.assembly;

import io.synod.core.cluster.Origin;
import io.synod.storage.disk.Disk;
import java.io.IOException;
import java.util.List;

/** The directory of one replica's journal and snapshots. Only this process has it open. */
public interface DataDirectory extends AutoCloseable {

  /** How messages name it. */
  String name();

  /** Drawn when it was made. */
  long nonce();

  /** The settings with which it was written, as of {@code SharedSettings}. */
  String terms();

  /** The backup that it was restored from. */
  Origin origin();

  /** What is worth a warning, in sentences. */
  List<String> notes();

  Disk journal();

  /** The journal's files for one reader, while they are written. */
  Disk journalReader();

  Disk snapshots();

  @Override
  void close() throws IOException;
}
