package io.synod.examples.bank;

import io.synod.service.Codec;
import java.nio.ByteBuffer;

/** A command of the bank, or a query. */
public sealed interface BankCommand {

  /** Opens an account. */
  record Open(long account) implements BankCommand {}

  /** Pays in an amount of at least 1. */
  record Deposit(long account, long amount) implements BankCommand {}

  /** Moves an amount of at least 1 to another account. */
  record Transfer(long from, long to, long amount) implements BankCommand {}

  /** Asks for the balance; a query. */
  record Balance(long account) implements BankCommand {}

  /** One byte for the kind, then its numbers. */
  Codec<BankCommand> CODEC =
      new Codec<>() {
        @Override
        public byte[] encode(BankCommand command) {
          if (command instanceof Open open) {
            return bytes(0, open.account);
          } else if (command instanceof Deposit deposit) {
            return bytes(1, deposit.account, deposit.amount);
          } else if (command instanceof Transfer transfer) {
            return bytes(2, transfer.from, transfer.to, transfer.amount);
          }
          return bytes(3, ((Balance) command).account);
        }

        @Override
        public BankCommand decode(ByteBuffer in) {
          byte kind = in.get();
          BankCommand command =
              switch (kind) {
                case 0 -> new Open(in.getLong());
                case 1 -> new Deposit(in.getLong(), in.getLong());
                case 2 -> new Transfer(in.getLong(), in.getLong(), in.getLong());
                case 3 -> new Balance(in.getLong());
                default -> throw new IllegalArgumentException("no command is of kind " + kind);
              };
          if (in.hasRemaining()) {
            throw new IllegalArgumentException(in.remaining() + " bytes behind the command");
          }
          return command;
        }

        private byte[] bytes(int kind, long... numbers) {
          ByteBuffer out = ByteBuffer.allocate(1 + Long.BYTES * numbers.length).put((byte) kind);
          for (long number : numbers) {
            out.putLong(number);
          }
          return out.array();
        }
      };

  /** Of the replies: the balance of the account that was named first. */
  Codec<Long> BALANCES =
      new Codec<>() {
        @Override
        public byte[] encode(Long balance) {
          return ByteBuffer.allocate(Long.BYTES).putLong(balance).array();
        }

        @Override
        public Long decode(ByteBuffer in) {
          return in.getLong();
        }
      };
}
