package io.synod.examples.bank;

import io.synod.service.ExecutionContext;
import io.synod.service.QueryContext;
import io.synod.service.ServiceException;
import io.synod.service.Snapshot;
import io.synod.service.TypedService;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.TreeMap;

/**
 * Accounts whose balance never falls below zero. A command is checked before it changes anything,
 * so one that is refused leaves no trace. The digest follows each change, so Synod can compare the
 * replicas at no cost.
 */
public final class BankService extends TypedService<BankCommand, Long> {
  private static final int FORMAT = 1;
  private static final int ACCOUNTS_MAX = 1_000_000;

  private final int accountsMax;
  private final TreeMap<Long, Long> balances = new TreeMap<>();

  // The sum of all accounts' hashes: the order in which they changed does not matter.
  private long digest;

  public BankService() {
    this(ACCOUNTS_MAX);
  }

  /**
   * @param accountsMax one more is refused
   */
  BankService(int accountsMax) {
    super(BankCommand.CODEC, BankCommand.BALANCES);
    this.accountsMax = accountsMax;
  }

  @Override
  protected Long execute(BankCommand command, ExecutionContext context) throws ServiceException {
    if (command instanceof BankCommand.Open open) {
      if (balances.containsKey(open.account())) {
        throw new ServiceException("account " + open.account() + " exists");
      } else if (balances.size() == accountsMax) {
        throw new ServiceException("there are " + accountsMax + " accounts, as many as may be");
      }
      set(open.account(), 0);
      return 0L;
    } else if (command instanceof BankCommand.Deposit deposit) {
      long balance = sum(balance(deposit.account()), checked(deposit.amount()));
      set(deposit.account(), balance);
      return balance;
    } else if (command instanceof BankCommand.Transfer transfer) {
      return transfer(transfer);
    }
    throw new ServiceException("a balance is asked for with a query");
  }

  private long transfer(BankCommand.Transfer transfer) throws ServiceException {
    long from = balance(transfer.from());
    long to = balance(transfer.to());
    long amount = checked(transfer.amount());
    if (transfer.from() == transfer.to()) {
      throw new ServiceException("a transfer from account " + transfer.to() + " to itself");
    }
    if (from < amount) {
      throw new ServiceException("account " + transfer.from() + " has " + from);
    }
    long sum = sum(to, amount);
    set(transfer.from(), from - amount);
    set(transfer.to(), sum);
    return from - amount;
  }

  @Override
  protected Long query(BankCommand command, QueryContext context) throws ServiceException {
    if (command instanceof BankCommand.Balance asked) {
      return balance(asked.account());
    }
    throw new ServiceException("only a balance is asked for with a query");
  }

  private long balance(long account) throws ServiceException {
    Long balance = balances.get(account);
    if (balance == null) {
      throw new ServiceException("there is no account " + account);
    }
    return balance;
  }

  private static long checked(long amount) throws ServiceException {
    if (amount < 1) {
      throw new ServiceException("an amount of " + amount);
    }
    return amount;
  }

  private static long sum(long balance, long amount) throws ServiceException {
    if (balance > Long.MAX_VALUE - amount) {
      throw new ServiceException("a balance of more than " + Long.MAX_VALUE);
    }
    return balance + amount;
  }

  private void set(long account, long balance) {
    Long before = balances.put(account, balance);
    digest += hash(account, balance) - (before == null ? 0 : hash(account, before));
  }

  private static long hash(long account, long balance) {
    long mixed = (account * 0x9E3779B97F4A7C15L ^ balance) * 0xC2B2AE3D27D4EB4FL;
    return mixed ^ mixed >>> 29;
  }

  @Override
  public long digest() {
    return digest;
  }

  @Override
  public Snapshot snapshot() {
    // A copy: the service goes on while it is written.
    Map<Long, Long> captured = new TreeMap<>(balances);
    return out -> {
      DataOutputStream data = new DataOutputStream(out);
      data.writeInt(FORMAT);
      data.writeInt(captured.size());
      for (Map.Entry<Long, Long> one : captured.entrySet()) {
        data.writeLong(one.getKey());
        data.writeLong(one.getValue());
      }
      data.flush();
    };
  }

  @Override
  public void restore(InputStream in) throws IOException {
    DataInputStream data = new DataInputStream(in);
    int format = data.readInt();
    if (format != FORMAT) {
      throw new IOException("a snapshot of format " + format);
    }
    balances.clear();
    digest = 0;
    for (int left = data.readInt(); left > 0; left--) {
      set(data.readLong(), data.readLong());
    }
  }
}
