package io.synod.simulation.mutation;

import java.util.List;

/** How whole blocks of the journal are written, and waited for. */
final class DirectWriteMutants {
  private static final String BLOCK = "storage.journal.LastBlock";
  private static final String OUTPUT = "storage.journal.SegmentOutput";
  private static final String FILES = "storage.journal.SegmentFiles";
  private static final String QUEUE = "storage.journal.RecordQueue";

  static final List<Mutant> ALL =
      List.of(
          new Mutant(
              "what the last commit wrote of a block is written over with zeros",
              BLOCK,
              "    into.put(position - length, bytes, 0, length);\n",
              "    into.put(position - length, new byte[length], 0, length);\n"),
          new Mutant(
              "eight bytes too few of the last block are kept",
              BLOCK,
              "    from.get(position - length, bytes, 0, length);\n",
              "    from.get(position - length, bytes, 0, Math.max(0, length - 8));\n"),
          new Mutant(
              "a continued journal does not read the block of its last record",
              OUTPUT,
              "      file.read(segment.end - bytes.capacity(), bytes);\n",
              ""),
          new Mutant(
              "a direct write begins at the record, not at its block",
              FILES,
              "current.write(run.offset - before, bytes);",
              "current.write(run.offset, bytes);"),
          new Mutant(
              "a direct write ends behind the record, not at the block's end",
              QUEUE,
              "int blocksEnd = (int) lastBlock.roundUp(run.end);",
              "int blocksEnd = run.end;"),
          new Mutant(
              "records lie in the buffer at other places of a block than in the file",
              QUEUE,
              "    extend(lastBlock.roundUp(end) - end + lastBlock.before(offset));\n",
              "    extend(lastBlock.before(offset));\n"),
          new Mutant(
              "a segment is opened as one whose writes need a force, and is never forced",
              OUTPUT,
              "disk.open(segment.name, mode(segment.bytes))",
              "disk.open(segment.name, new WriteMode(mode(segment.bytes).direct(), false))"),
          new Mutant(
              "direct writes are taken for durable",
              FILES,
              "isWritten = !mode.synced();",
              "isWritten = !mode.direct();"),
          new Mutant(
              "the commit mark is written before the blocks that it covers",
              "storage.journal.WriteAheadLog",
              "    writeQueued();\n    files.force();\n    try {\n",
              """
                  try {
                    if (isMarked) {
                      marks.write(new CommitMark.Mark(encoder.number(), first));
                      marks.force();
                    }
                  } catch (DiskFull full) {
                    wantsSpace = true;
                  }
                  writeQueued();
                  files.force();
                  try {
              """),
          new Mutant(
              "a commit of several segments is acknowledged to the end when the first is written",
              "storage.journal.WriteAheadLog",
              "        written = run.lastNumber;\n",
              "        written = encoder.number();\n"));

  private DirectWriteMutants() {}
}
