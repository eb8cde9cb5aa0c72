package io.synod.simulation.disk;

import java.util.List;

/** Calls of a disk and its files, with the faults that each can have. */
enum DiskCall {
  READ(DiskFault.READ_ERROR),
  WRITE(DiskFault.WRITE_ERROR, DiskFault.LOST_WRITE, DiskFault.MISDIRECTED_WRITE),
  FORCE(DiskFault.FORCE_ERROR),
  NAMES_FORCE(DiskFault.NAMES_FORCE_ERROR),
  LIST(DiskFault.LIST_ERROR),
  CREATE(DiskFault.CREATE_ERROR),
  OPEN(DiskFault.OPEN_ERROR),
  RENAME(DiskFault.RENAME_ERROR),
  DELETE(DiskFault.DELETE_ERROR);

  final List<DiskFault> faults;

  DiskCall(DiskFault... faults) {
    this.faults = List.of(faults);
  }
}
