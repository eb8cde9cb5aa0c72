package io.synod.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.client.SynodClient;
import io.synod.client.TypedClient;
import io.synod.core.settings.Consistency;
import io.synod.replica.config.SynodConfig;
import io.synod.service.Codec;
import io.synod.service.ExecutionContext;
import io.synod.service.QueryContext;
import io.synod.service.ServiceException;
import io.synod.service.Snapshot;
import io.synod.service.TypedService;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A service with commands and replies of its own types. */
@Timeout(120)
class TypedServiceTest {

  private record Deposit(int account, long amount) {}

  private static final Codec<Deposit> DEPOSITS =
      new Codec<>() {
        @Override
        public byte[] encode(Deposit value) {
          return ByteBuffer.allocate(12).putInt(value.account).putLong(value.amount).array();
        }

        @Override
        public Deposit decode(ByteBuffer bytes) {
          if (bytes.remaining() > 12) {
            throw new IllegalArgumentException(bytes.remaining() + " bytes");
          }
          return new Deposit(bytes.getInt(), bytes.getLong());
        }
      };

  private static final Codec<Long> BALANCES =
      new Codec<>() {
        @Override
        public byte[] encode(Long value) {
          return ByteBuffer.allocate(8).putLong(value).array();
        }

        @Override
        public Long decode(ByteBuffer bytes) {
          return bytes.getLong();
        }
      };

  /** Accounts that never have less than nothing. */
  private static final class Bank extends TypedService<Deposit, Long> {
    private final Map<Integer, Long> balances = new HashMap<>();

    private Bank() {
      super(DEPOSITS, BALANCES);
    }

    @Override
    protected Long execute(Deposit deposit, ExecutionContext context) throws ServiceException {
      long balance = balances.getOrDefault(deposit.account, 0L) + deposit.amount;
      if (balance < 0) {
        throw new ServiceException("not enough");
      }
      balances.put(deposit.account, balance);
      return balance;
    }

    @Override
    protected Long query(Deposit asked, QueryContext context) {
      return balances.getOrDefault(asked.account, 0L);
    }

    @Override
    public Snapshot snapshot() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void restore(InputStream in) {}
  }

  /** A service that was given these codecs. */
  private static final class Unfinished extends TypedService<Deposit, Long> {
    private Unfinished(Codec<Deposit> commands, Codec<Long> replies) {
      super(commands, replies);
    }

    @Override
    protected Long execute(Deposit deposit, ExecutionContext context) {
      return 0L;
    }

    @Override
    public Snapshot snapshot() {
      return out -> {};
    }

    @Override
    public void restore(InputStream in) {}
  }

  @Test
  void a_codec_is_needed() {
    assertThatThrownBy(() -> new Unfinished(null, BALANCES)).hasMessage("commands");
    assertThatThrownBy(() -> new Unfinished(DEPOSITS, null)).hasMessage("replies");
  }

  @Test
  void the_refusal_of_a_malformed_request_has_no_text_that_differs_between_jdks() {
    Codec<Deposit> decimal =
        new Codec<>() {
          @Override
          public byte[] encode(Deposit value) {
            return Long.toString(value.amount).getBytes(StandardCharsets.UTF_8);
          }

          @Override
          public Deposit decode(ByteBuffer bytes) {
            return new Deposit(0, Long.parseLong(StandardCharsets.UTF_8.decode(bytes).toString()));
          }
        };
    assertThatThrownBy(
            () -> new Unfinished(decimal, BALANCES).execute(ByteBuffer.wrap(new byte[1]), null))
        .isInstanceOf(ServiceException.class)
        .hasMessage("the request is malformed: java.lang.NumberFormatException");
  }

  @Test
  void commands_and_replies_are_values() throws Exception {
    SynodConfig config = LocalCluster.addresses(1).build();
    try (SynodReplica replica =
            SynodReplica.builder().config(config).id(0).service(new Bank()).start();
        SynodClient client = LocalCluster.client(config)) {
      TypedClient<Deposit, Long> bank = client.typed(DEPOSITS, BALANCES);
      assertThat(bank.execute(new Deposit(7, 100))).isEqualTo(100);
      assertThat(bank.send(new Deposit(7, -30)).get(60, TimeUnit.SECONDS)).isEqualTo(70);
      assertThat(bank.sendWaiting(new Deposit(8, 1)).get(60, TimeUnit.SECONDS)).isEqualTo(1);
      assertThat(bank.executeQuery(new Deposit(7, 0), Consistency.LEADER)).isEqualTo(70);
      assertThat(bank.query(new Deposit(8, 0), Consistency.LEADER).get(60, TimeUnit.SECONDS))
          .isEqualTo(1);
      assertThatThrownBy(() -> bank.execute(new Deposit(7, -71)))
          .isInstanceOf(ServiceException.class)
          .hasMessage("not enough");
      assertThatThrownBy(() -> client.execute(new byte[13]))
          .isInstanceOf(ServiceException.class)
          .hasMessageContaining("the request is malformed")
          .hasMessageContaining("13 bytes");
      assertThatThrownBy(() -> client.executeQuery(new byte[3], Consistency.LEADER))
          .isInstanceOf(ServiceException.class)
          .hasMessageContaining("the request is malformed");
      assertThat(replica.closed()).isNotDone();
    }
  }
}
