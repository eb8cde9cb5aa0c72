package io.synod.client;

import io.synod.core.settings.Consistency;
import io.synod.service.Codec;
import io.synod.service.ServiceException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/**
 * A {@link SynodClient} with commands and replies of the service's own types. Its methods are those
 * of the client, which it does not close. A reply that the codec does not know ends its future with
 * {@link IllegalArgumentException}.
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
    this.commands = commands;
    this.replies = replies;
  }

  /** As {@link SynodClient#send}. */
  public CompletableFuture<R> send(C command) {
    return client.send(commands.encode(command)).thenApply(this::reply);
  }

  /** As {@link SynodClient#sendWaiting}. */
  public CompletableFuture<R> sendWaiting(C command) throws InterruptedException {
    return client.sendWaiting(commands.encode(command)).thenApply(this::reply);
  }

  /** As {@link SynodClient#query(byte[], Consistency)}. */
  public CompletableFuture<R> query(C command, Consistency consistency) {
    return client.query(commands.encode(command), consistency).thenApply(this::reply);
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

  private R reply(byte[] answer) {
    return replies.decode(ByteBuffer.wrap(answer).asReadOnlyBuffer());
  }
}
