package io.synod.examples.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.client.TypedClient;
import io.synod.core.settings.Consistency;
import io.synod.examples.ThreeReplicas;
import io.synod.examples.bank.BankCommand.Balance;
import io.synod.examples.bank.BankCommand.Deposit;
import io.synod.examples.bank.BankCommand.Open;
import io.synod.examples.bank.BankCommand.Transfer;
import io.synod.service.ServiceException;
import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Three replicas of a bank. */
@Timeout(120)
class BankServiceTest {
  private static final int ACCOUNTS = 5;

  private final ThreeReplicas<BankService> cluster = new ThreeReplicas<>(BankService::new);
  private final TypedClient<BankCommand, Long> bank =
      cluster.client(cluster.builder()).typed(BankCommand.CODEC, BankCommand.BALANCES);

  @AfterEach
  void stop() {
    cluster.close();
  }

  private long balance(long account) throws Exception {
    return bank.executeQuery(new Balance(account), Consistency.LEADER);
  }

  @Test
  void transfers_lose_nothing_though_the_leader_fails() throws Exception {
    for (long account = 0; account < ACCOUNTS; account++) {
      bank.execute(new Open(account));
      bank.execute(new Deposit(account, 1_000));
    }
    Random random = new Random(7);
    List<CompletableFuture<Long>> sent = new ArrayList<>();
    for (int transfer = 0; transfer < 500; transfer++) {
      if (transfer == 250) {
        cluster.closeLeader();
      }
      long from = random.nextInt(ACCOUNTS);
      long to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
      sent.add(bank.sendWaiting(new Transfer(from, to, 1 + random.nextInt(500))));
    }
    int refused = 0;
    for (CompletableFuture<Long> one : sent) {
      Throwable failure = one.handle((left, cause) -> cause).get(60, TimeUnit.SECONDS);
      refused += failure == null ? 0 : 1;
      assertThat(failure == null || failure instanceof ServiceException).isTrue();
    }
    assertThat(refused).isBetween(1, 400);
    long sum = 0;
    for (long account = 0; account < ACCOUNTS; account++) {
      sum += balance(account);
    }
    assertThat(sum).isEqualTo(1_000 * ACCOUNTS);
  }

  @Test
  void refusals_are_the_same_in_every_locale() throws Exception {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
    try {
      bank.execute(new Open(1));
      bank.execute(new Open(2));
      assertThatThrownBy(() -> bank.execute(new Open(1))).hasMessage("account 1 exists");
      assertThatThrownBy(() -> bank.execute(new Transfer(1, 2, 5))).hasMessage("account 1 has 0");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void an_invalid_command_is_refused_and_changes_nothing() throws Exception {
    bank.execute(new Open(1));
    bank.execute(new Open(2));
    assertThat(bank.execute(new Deposit(1, 10))).isEqualTo(10);
    assertThat(bank.execute(new Deposit(2, Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
    for (BankCommand wrong :
        List.of(
            new Open(1),
            new Deposit(3, 1),
            new Deposit(1, 0),
            new Deposit(1, -5),
            new Transfer(1, 2, 11),
            new Transfer(1, 2, 1),
            new Transfer(1, 3, 1),
            new Transfer(3, 1, 1),
            new Transfer(1, 1, 1),
            new Transfer(1, 2, -1),
            new Balance(1))) {
      assertThatThrownBy(() -> bank.execute(wrong))
          .as(wrong.toString())
          .isInstanceOf(ServiceException.class);
    }
    assertThat(balance(1)).isEqualTo(10);
    assertThat(balance(2)).isEqualTo(Long.MAX_VALUE);
    assertThatThrownBy(() -> balance(3)).hasMessage("there is no account 3");
    assertThatThrownBy(() -> bank.executeQuery(new Open(4), Consistency.LEADER))
        .isInstanceOf(ServiceException.class);
  }

  @Test
  void commands_have_one_form_of_bytes() {
    for (BankCommand command :
        List.of(new Open(1), new Deposit(1, 2), new Transfer(1, 2, 3), new Balance(4))) {
      byte[] bytes = BankCommand.CODEC.encode(command);
      assertThat(BankCommand.CODEC.decode(ByteBuffer.wrap(bytes))).isEqualTo(command);
    }
    assertThatThrownBy(() -> BankCommand.CODEC.decode(ByteBuffer.allocate(10)))
        .hasMessage("1 bytes behind the command");
    assertThatThrownBy(() -> BankCommand.CODEC.decode(ByteBuffer.wrap(new byte[] {9})))
        .hasMessage("no command is of kind 9");
  }

  @Test
  void a_restored_bank_has_the_same_digest() throws Exception {
    bank.execute(new Open(1));
    bank.execute(new Open(2));
    bank.execute(new Deposit(1, 10));
    bank.execute(new Transfer(1, 2, 4));
    BankService ended = cluster.end();
    byte[] bytes = ThreeReplicas.written(ended);
    BankService restored = new BankService();
    restored.restore(new ByteArrayInputStream(bytes));
    assertThat(restored.digest()).isEqualTo(ended.digest()).isNotZero();
    assertThat(ThreeReplicas.written(restored)).isEqualTo(bytes);
  }

  @Test
  void the_number_of_accounts_is_bounded() throws Exception {
    try (ThreeReplicas<BankService> small = new ThreeReplicas<>(() -> new BankService(1))) {
      TypedClient<BankCommand, Long> client =
          small.client(small.builder()).typed(BankCommand.CODEC, BankCommand.BALANCES);
      client.execute(new Open(1));
      assertThatThrownBy(() -> client.execute(new Open(2))).hasMessageStartingWith("there are 1");
    }
  }
}
