package io.synod.service;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * A {@link Service} with commands and replies of its own types. A client sends it commands with
 * {@code SynodClient.typed}. Synod refuses a request that is no command with a {@link
 * ServiceException}, on every replica alike.
 *
 * @param <C> of commands, also of those that are queries
 * @param <R> of replies
 */
public abstract class TypedService<C, R> implements Service {
  private final Codec<C> commands;
  private final Codec<R> replies;

  protected TypedService(Codec<C> commands, Codec<R> replies) {
    this.commands = Objects.requireNonNull(commands, "commands");
    this.replies = Objects.requireNonNull(replies, "replies");
  }

  /** As {@link Service#execute(ByteBuffer, ExecutionContext)}. */
  protected abstract R execute(C command, ExecutionContext context) throws ServiceException;

  /** As {@link Service#query(ByteBuffer, QueryContext)}; refuses by default. */
  protected R query(C command, QueryContext context) throws ServiceException {
    throw new ServiceException("this service answers no queries");
  }

  @Override
  public final byte[] execute(ByteBuffer request, ExecutionContext context)
      throws ServiceException {
    return replies.encode(execute(decode(request), context));
  }

  @Override
  public final byte[] query(ByteBuffer request, QueryContext context) throws ServiceException {
    return replies.encode(query(decode(request), context));
  }

  private C decode(ByteBuffer request) throws ServiceException {
    try {
      return commands.decode(request);
    } catch (IllegalArgumentException | BufferUnderflowException malformed) {
      throw new ServiceException("the request is malformed: " + text(malformed));
    }
  }

  /** Of those that the JDK itself throws, the class: their messages differ between its versions. */
  private static String text(RuntimeException malformed) {
    Class<?> type = malformed.getClass();
    return type == IllegalArgumentException.class ? malformed.toString() : type.getName();
  }
}
