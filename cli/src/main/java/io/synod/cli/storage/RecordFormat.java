package io.synod.cli.storage;

import io.synod.storage.journal.ScannedRecord;

/** Formats records, one at a time, each in lines of its own. */
interface RecordFormat {

  /**
   * @param requests whether the requests of a batch are shown
   */
  void append(StringBuilder text, ScannedRecord record, boolean requests);
}
