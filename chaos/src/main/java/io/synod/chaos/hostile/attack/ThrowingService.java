package io.synod.chaos.hostile.attack;

import io.synod.service.ExecutionContext;
import io.synod.service.Service;
import io.synod.service.ServiceException;
import io.synod.service.Snapshot;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A service that throws at some requests and passes all others to the service that it wraps. */
public final class ThrowingService implements Service {
  // No operation of the key-value service begins with this byte.
  private static final byte MISTAKE = (byte) 0xFD;

  private static final int LONG_MESSAGE_CHARS = 8 << 20;

  private final Service service;

  public ThrowingService(Service service) {
    this.service = service;
  }

  /** The ways in which the service throws. */
  private enum Mistake {
    THROW {
      @Override
      byte[] make() {
        throw new IllegalStateException("a mistake of the service");
      }
    },
    ANSWER_NULL {
      @Override
      byte[] make() {
        return null;
      }
    },
    THROW_WITH_A_LONG_MESSAGE {
      @Override
      byte[] make() {
        throw new IllegalStateException("m".repeat(LONG_MESSAGE_CHARS));
      }
    },
    THROW_WITHOUT_A_MESSAGE {
      @Override
      byte[] make() {
        throw new ArithmeticException();
      }
    },
    THROW_WHAT_THROWS {
      @Override
      byte[] make() {
        throw new Unprintable();
      }
    };

    abstract byte[] make();
  }

  /** Its message cannot be read: {@code getMessage} throws. */
  private static final class Unprintable extends RuntimeException {
    private static final long serialVersionUID = 1;

    @Override
    public String getMessage() {
      throw new IllegalStateException("the message of an exception");
    }
  }

  /** One request or query for each kind of failure. */
  static List<byte[]> requests() {
    List<byte[]> requests = new ArrayList<>();
    for (Mistake mistake : Mistake.values()) {
      requests.add(new byte[] {MISTAKE, (byte) mistake.ordinal()});
    }
    return requests;
  }

  /** Null if {@code request} asks for no failure. */
  private static Mistake mistake(ByteBuffer request) {
    int at = request.position();
    if (request.remaining() != 2 || request.get(at) != MISTAKE) {
      return null;
    }
    int index = request.get(at + 1);
    return index >= 0 && index < Mistake.values().length ? Mistake.values()[index] : null;
  }

  @Override
  public byte[] execute(ByteBuffer request, ExecutionContext context) throws ServiceException {
    Mistake mistake = mistake(request);
    return mistake == null ? service.execute(request, context) : mistake.make();
  }

  @Override
  public void onTimer(long id, ExecutionContext context) throws ServiceException {
    service.onTimer(id, context);
  }

  @Override
  public byte[] query(ByteBuffer request) throws ServiceException {
    Mistake mistake = mistake(request);
    return mistake == null ? service.query(request) : mistake.make();
  }

  @Override
  public Snapshot snapshot() {
    return service.snapshot();
  }

  @Override
  public void restore(InputStream in) throws IOException {
    service.restore(in);
  }
}
