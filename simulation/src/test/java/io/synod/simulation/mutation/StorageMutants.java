package io.synod.simulation.mutation;

import java.util.List;

/** What the journal and the snapshots keep. */
final class StorageMutants {
  private static final String WALK = "storage.journal.JournalWalk";
  private static final String FILES = "storage.journal.SegmentFiles";
  private static final String SUPPLY = "storage.journal.SegmentSupply";

  static final List<Mutant> ALL =
      List.of(
          new Mutant(
              "the journal is cut at a damaged body in its middle",
              WALK,
              "if (header.number > finalMark()) {",
              "if (header.number > 0) {"),
          new Mutant(
              "the journal is cut at a damaged header in its middle",
              WALK,
              "    if (expected > last) {\n",
              "    if (expected > 0) {\n"),
          new Mutant(
              "a torn vote counts as one that was lost",
              WALK,
              "    if (header.number > finalMark()) {\n"
                  + "      tear(index, offset);\n"
                  + "      return false;\n"
                  + "    }\n"
                  + "    sink",
              "    sink"),
          new Mutant(
              "the mark of what was durable is not read",
              "storage.journal.JournalReader",
              "found.mark = CommitMark.read(disk, owner);",
              "found.mark = new CommitMark.Mark(0, CommitMark.read(disk, owner).first());"),
          new Mutant(
              "a journal without a mark is taken for well",
              "storage.journal.JournalReader",
              "      requireMark(bytes);\n",
              ""),
          new Mutant(
              "a peer is served the first vote of a slot, not its latest record",
              "storage.journal.SlotIndex",
              "    ring[at(slot)] = segment <<",
              "    if (ring[at(slot)] == NOWHERE) ring[at(slot)] = segment <<"),
          new Mutant(
              "waiting for the disk is tried again when it has failed",
              "storage.journal.FailStopDisk",
              "throw fail(\"force \" + path(name), cause);",
              """
              try {
                file.force();
              } catch (IOException again) {
                throw fail("force " + path(name), again);
              }"""),
          new Mutant(
              "a commit does not wait for the disk",
              "storage.journal.WriteAheadLog",
              "    writeQueued();\n    files.force();\n",
              "    writeQueued();\n"),
          new Mutant(
              "a segment's end is not waited for when the next begins",
              FILES,
              "    if (current != null) {\n      force();\n",
              "    if (current != null) {\n"),
          new Mutant(
              "a retired segment is written over before its new name is durable",
              SUPPLY,
              "    spare = taken;\n    disk.force();\n",
              "    spare = taken;\n"),
          new Mutant(
              "a new segment does not hold the incarnations",
              "storage.journal.CarriedRecords",
              "    if (joined != null) {\n      records.add(joined);\n    }\n",
              ""),
          new Mutant(
              "a snapshot is published before it is durable",
              "storage.snapshot.PartialFile",
              "    requireUsable();\n    try {\n      file.force();\n",
              "    requireUsable();\n    try {\n      file.bytes();\n"),
          new Mutant(
              "a snapshot is published before its name is durable",
              "storage.snapshot.SnapshotTable",
              "    try {\n      disk.force();\n",
              "    try {\n      disk.list();\n"));

  private StorageMutants() {}
}
