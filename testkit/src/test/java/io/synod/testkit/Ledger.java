package io.synod.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.synod.service.ExecutionContext;
import io.synod.service.Service;
import io.synod.service.ServiceException;
import io.synod.service.Snapshot;
import io.synod.testkit.service.RequestGenerator;
import io.synod.testkit.service.SequentialModel;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** A service without a mistake: accounts, deposits and transfers. Others add one mistake each. */
class Ledger implements Service {
  static final RequestGenerator REQUESTS = Ledger::draw;
  static final RequestGenerator QUERIES = random -> account(random).getBytes(UTF_8);

  final TreeMap<String, Long> balances = new TreeMap<>();
  long deposits;

  private static byte[] draw(SplittableRandom random) {
    String text =
        switch (random.nextInt(5)) {
          case 0, 1 -> "deposit %s %d".formatted(account(random), random.nextInt(1, 100));
          case 2, 3 ->
              "transfer %s %s %d".formatted(account(random), account(random), random.nextInt(150));
          default -> "balance " + account(random);
        };
    return text.getBytes(UTF_8);
  }

  private static String account(SplittableRandom random) {
    return String.valueOf((char) ('a' + random.nextInt(6)));
  }

  @Override
  public byte[] execute(ByteBuffer request, ExecutionContext context) throws ServiceException {
    String[] words = UTF_8.decode(request).toString().split(" ");
    return switch (words[0]) {
      case "deposit" -> deposit(words[1], Long.parseLong(words[2]));
      case "transfer" -> transfer(words[1], words[2], Long.parseLong(words[3]));
      case "balance" -> answer(balance(words[1]));
      default -> throw new ServiceException("unknown: " + words[0]);
    };
  }

  byte[] deposit(String account, long amount) throws ServiceException {
    deposits++;
    return answer(balances.merge(account, amount, Long::sum));
  }

  byte[] transfer(String from, String to, long amount) throws ServiceException {
    if (balance(from) < amount) {
      throw new ServiceException(from + " has only " + balance(from));
    }
    balances.merge(from, -amount, Long::sum);
    return answer(balances.merge(to, amount, Long::sum));
  }

  long balance(String account) {
    return balances.getOrDefault(account, 0L);
  }

  byte[] answer(long balance) {
    return (balance + " of " + deposits + " deposits").getBytes(UTF_8);
  }

  @Override
  public byte[] query(ByteBuffer request) throws ServiceException {
    return answer(balance(UTF_8.decode(request).toString()));
  }

  @Override
  public Snapshot snapshot() {
    Map<String, Long> captured = new TreeMap<>(balances);
    long count = deposits;
    return out -> {
      DataOutputStream data = new DataOutputStream(out);
      data.writeLong(count);
      data.writeInt(captured.size());
      for (Map.Entry<String, Long> one : captured.entrySet()) {
        data.writeUTF(one.getKey());
        data.writeLong(one.getValue());
      }
      data.flush();
    };
  }

  @Override
  public void restore(InputStream in) throws IOException {
    DataInputStream data = new DataInputStream(in);
    deposits = data.readLong();
    balances.clear();
    int count = data.readInt();
    for (int index = 0; index < count; index++) {
      balances.put(data.readUTF(), data.readLong());
    }
  }

  /** What a ledger has to answer. */
  static final class Model implements SequentialModel {
    private final Ledger ledger = new Ledger();

    @Override
    public byte[] execute(ByteBuffer request, ExecutionContext context) throws ServiceException {
      return ledger.execute(request, context);
    }

    @Override
    public byte[] query(ByteBuffer query) throws ServiceException {
      return ledger.query(query);
    }
  }
}
