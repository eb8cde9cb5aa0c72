package io.synod.simulation.mutation;

import java.util.List;
import java.util.stream.Stream;

/** All errors that the simulation is known to find. */
final class Mutants {
  private Mutants() {}

  static List<Mutant> all() {
    return Stream.of(
            AcceptorMutants.ALL,
            RelayMutants.ALL,
            LeaderMutants.ALL,
            ReadMutants.ALL,
            SubscriptionMutants.ALL,
            LearnerMutants.ALL,
            ExecutionMutants.ALL,
            TimerMutants.ALL,
            SessionMutants.ALL,
            HaltMutants.ALL,
            TransferMutants.ALL,
            MembershipMutants.ALL,
            UpgradeMutants.ALL,
            LimitsMutants.ALL,
            OperatorMutants.ALL,
            RecoveryMutants.ALL,
            StorageMutants.ALL,
            DirectWriteMutants.ALL,
            StageMutants.ALL,
            ServingMutants.ALL,
            EndingMutants.ALL,
            TimeoutMutants.ALL,
            IntruderMutants.ALL)
        .flatMap(List::stream)
        .toList();
  }
}
