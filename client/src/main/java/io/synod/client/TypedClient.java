package io.synod.client;

import io.synod.core.settings.Consistency;
import io.synod.service.Codec;
import io.synod.service.ServiceException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * A {@link SynodClient} with commands and replies of the service's own types. Its methods are those
 * of the client, which it does not close, and its futures end with the same exceptions. Of a reply
 * that the codec does not know they end with {@link IllegalArgumentException}, and the blocking
 * calls throw it: the command was executed.
 *
 * @param <C> of commands
 * @param <R> of replies
 */
public final class TypedClient<C, R> {
  private final SynodClient client;
  private final Codec<C> commands;
  private final Codec<R> replies;

  TypedClient(SynodClient client, Codec<C> commands, Codec<R> replies) {
    this.client = client;
    this.commands = Objects.requireNonNull(commands, "commands");
    this.replies = Objects.requireNonNull(replies, "replies");
  }

  /** As {@link SynodClient#send}. */
  public CompletableFuture<R> send(C command) {
    return decoded(client.send(commands.encode(command)));
  }

  /** As {@link SynodClient#sendWaiting}. */
  public CompletableFuture<R> sendWaiting(C command) throws InterruptedException {
    return decoded(client.sendWaiting(commands.encode(command)));
  }

  /** As {@link SynodClient#query(byte[], Consistency)}. */
  public CompletableFuture<R> query(C command, Consistency consistency) {
    return decoded(client.query(commands.encode(command), consistency));
  }

  /** As {@link SynodClient#execute}. */
  public R execute(C command)
      throws ServiceException,
          RequestFailedException,
          RequestUnknownException,
          InterruptedException {
    return reply(client.execute(commands.encode(command)));
  }

  /** As {@link SynodClient#executeQuery(byte[], Consistency)}. */
  public R executeQuery(C command, Consistency consistency)
      throws ServiceException, RequestFailedException, InterruptedException {
    return reply(client.executeQuery(commands.encode(command), consistency));
  }

  /**
   * Ends as {@code answer} does, with the same exception, and takes it back when it is cancelled.
   */
  private CompletableFuture<R> decoded(CompletableFuture<byte[]> answer) {
    CompletableFuture<R> decoded = new CompletableFuture<>();
    answer.whenComplete(
        (bytes, failure) -> {
          if (failure != null) {
            decoded.completeExceptionally(failure);
            return;
          }
          try {
            decoded.complete(reply(bytes));
          } catch (Throwable unknown) {
            decoded.completeExceptionally(unknown);
          }
        });
    decoded.whenComplete((reply, failure) -> answer.cancel(false));
    return decoded;
  }

  private R reply(byte[] answer) {
    try {
      return replies.decode(ByteBuffer.wrap(answer).asReadOnlyBuffer());
    } catch (IllegalArgumentException | BufferUnderflowException unknown) {
      throw new IllegalArgumentException(
          "executed, but the codec of replies does not know the reply of %d bytes: %s"
              .formatted(answer.length, unknown),
          unknown);
    }
  }
}
