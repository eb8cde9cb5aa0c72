package io.synod.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Seeds that have found errors which no test before them had, with the scenarios of their time.
 * What a seed means changes with every new fault; the errors are also among the mutations, or have
 * a test of the role that made them.
 */
class FoundSeedsTest {

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
            548       | joined at a view that it had promised before, and wrote its promise nowhere anew
            787       | the same
            959       | the same
            1417      | a candidate told a member of a later epoch before its own roster was durable
            20828     | both snapshots were lost, and nothing told that the journal had been cut below them
            1472      | a storm had delayed by seconds what held up all behind it, long after the faults
            1822      | with all snapshots lost, a new epoch needs none of them; the twin had not forgotten
            13646     | a snapshot that was being fetched for a damaged slot took longer than patience lasted
            22147     | five replicas asked one peer for parts so often that none ever got a whole snapshot
            34329     | what a new epoch leaves of a journal needs its snapshot, which the twin had forgotten
            1822      | a new epoch needs no snapshot from before it, which the twin asked for all the same
            296816274 | a file was gone whose directory could not be forced two lives before
            712323848 | zeros over the header of a file taken over were lost, and the journal was refused
            567684777 | a spare segment was all that a new replica had, and was taken for a journal that was cut
            567685244 | the twin had kept the promise of a vote in the vote only, which a new epoch drops
            567679637 | a lone replica came back to rest and had not been elected yet
            47787196  | a snapshot could be read when it was looked at and not when it was restored
            47792922  | a disk that was about to lose something counted as whole once its replica had joined
            47794230  | the twin of a process died where it queued what joining anew writes at once
            720001406 | a header written over that of another segment was taken for a file renamed
            810005538 | a snapshot that could not be read once counted as kept
            810008300 | who asks too much gave up sessions faster than they could be opened
            910007136 | one was killed for good that a replica needed whose own forming was not durable
            1010002723 | the mark of a record was written over that record, and nothing told of it any more
            1110005666 | a session had expired before its client heard that it was open, and was asked for again
            610002764 | nothing was decided for longer than patience lasted, before too much was lost
            237744939 | a relay got an order without messages before a batch that goes alone
            210570313 | all who were left asked a dead one for a snapshot, and nobody could lead meanwhile
          """)
  void what_a_seed_has_found_is_mended(long seed, String found) {
    assertThat(SimulationRun.runSeed(seed).failure()).as(found).isNull();
  }
}
