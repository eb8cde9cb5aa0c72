package io.synod.examples.kv.command;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.synod.service.ServiceException;
import java.io.ByteArrayOutputStream;

/** Builds an answer of many bulk strings, with a bound on its bytes. */
final class RespArray {
  private final ByteArrayOutputStream elements = new ByteArrayOutputStream();
  private int count;

  /** Adds an element; returns whether the answer may still grow. */
  boolean add(byte[] value) {
    return addEncoded(Resp.bulk(value));
  }

  /** Adds an encoded element. */
  boolean addEncoded(byte[] element) {
    if (!isFull()) {
      elements.writeBytes(element);
      count++;
    }
    return !isFull();
  }

  int count() {
    return count;
  }

  private boolean isFull() {
    return elements.size() > Limits.ANSWER_BYTES_MAX;
  }

  /**
   * @throws ServiceException if the answer exceeds the limit
   */
  byte[] toBytes() throws ServiceException {
    if (isFull()) {
      throw new ServiceException(
          "ERR the reply is larger than %d bytes, ask for less".formatted(Limits.ANSWER_BYTES_MAX));
    }
    byte[] header = ("*" + count + "\r\n").getBytes(US_ASCII);
    byte[] answer = new byte[header.length + elements.size()];
    System.arraycopy(header, 0, answer, 0, header.length);
    System.arraycopy(elements.toByteArray(), 0, answer, header.length, elements.size());
    return answer;
  }
}
