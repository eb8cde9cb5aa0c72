package io.synod.examples.bank;

import io.synod.examples.bank.BankCommand.Balance;
import io.synod.examples.bank.BankCommand.Deposit;
import io.synod.examples.bank.BankCommand.Open;
import io.synod.examples.bank.BankCommand.Transfer;
import io.synod.service.ExecutionContext;
import io.synod.service.ServiceException;
import io.synod.testkit.ServiceSimulation;
import io.synod.testkit.service.SequentialModel;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The bank in simulated clusters, compared with a simpler bank. */
class BankSimulationTest {

  @Test
  void replicas_agree_with_a_simpler_bank() {
    ServiceSimulation.of(() -> new BankService(4))
        .requests(random -> BankCommand.CODEC.encode(command(random)))
        .queries(random -> BankCommand.CODEC.encode(new Balance(account(random))))
        .model(SimpleBank::new)
        .clusters(6)
        .run();
  }

  private static BankCommand command(SplittableRandom random) {
    return switch (random.nextInt(5)) {
      case 0 -> new Open(account(random));
      case 1, 2 -> new Deposit(account(random), random.nextInt(-2, 100));
      default -> new Transfer(account(random), account(random), random.nextInt(-2, 100));
    };
  }

  private static long account(SplittableRandom random) {
    return random.nextInt(6);
  }

  /** Knows nothing of overflows, snapshots and digests. */
  private static final class SimpleBank implements SequentialModel {
    private final Map<Long, Long> balances = new HashMap<>();

    @Override
    public byte[] execute(ByteBuffer request, ExecutionContext context) throws ServiceException {
      BankCommand command = BankCommand.CODEC.decode(request);
      if (command instanceof Open open) {
        check(!balances.containsKey(open.account()) && balances.size() < 4);
        balances.put(open.account(), 0L);
        return BankCommand.BALANCES.encode(0L);
      } else if (command instanceof Deposit deposit) {
        check(balances.containsKey(deposit.account()) && deposit.amount() > 0);
        return add(deposit.account(), deposit.amount());
      }
      Transfer transfer = (Transfer) command;
      check(balances.containsKey(transfer.from()) && balances.containsKey(transfer.to()));
      check(transfer.amount() > 0 && transfer.from() != transfer.to());
      check(balances.get(transfer.from()) >= transfer.amount());
      add(transfer.to(), transfer.amount());
      return add(transfer.from(), -transfer.amount());
    }

    private byte[] add(long account, long amount) {
      return BankCommand.BALANCES.encode(balances.merge(account, amount, Long::sum));
    }

    @Override
    public byte[] query(ByteBuffer query) throws ServiceException {
      Long balance = balances.get(((Balance) BankCommand.CODEC.decode(query)).account());
      check(balance != null);
      return BankCommand.BALANCES.encode(balance);
    }

    private static void check(boolean isRight) throws ServiceException {
      if (!isRight) {
        throw new ServiceException("refused");
      }
    }
  }
}
