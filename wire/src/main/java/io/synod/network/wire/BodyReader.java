package io.synod.network.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import io.netty.buffer.Unpooled;
import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.Origin;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.format.Extension;
import io.synod.core.membership.MemberEntry;
import io.synod.core.message.MemberStatus;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Reads the fields of one body in order, and checks each of them. */
final class BodyReader {
  private static final ByteBuffer ZEROS = ByteBuffer.allocate(8 << 10).asReadOnlyBuffer();

  private final ByteBuf body;

  BodyReader(ByteBuf body) {
    this.body = body;
  }

  int remaining() {
    return body.readableBytes();
  }

  int int32(String field) throws MalformedFrame {
    require(Integer.BYTES, field);
    return body.readInt();
  }

  long int64(String field) throws MalformedFrame {
    require(Long.BYTES, field);
    return body.readLong();
  }

  /** A slot, a round or another number that never is negative. */
  long natural(String field) throws MalformedFrame {
    long value = int64(field);
    if (value < 0) {
      throw MalformedFrame.body("negative %s %d", field, value);
    }
    return value;
  }

  int positive(String field) throws MalformedFrame {
    int value = int32(field);
    if (value < 1) {
      throw MalformedFrame.body("%s %d is not positive", field, value);
    }
    return value;
  }

  boolean flag(String field) throws MalformedFrame {
    require(Byte.BYTES, field);
    int value = body.readUnsignedByte();
    if (value > 1) {
      throw MalformedFrame.body("%s is %d, neither 0 nor 1", field, value);
    }
    return value == 1;
  }

  int replica(String field) throws MalformedFrame {
    int replica = int32(field);
    checkReplica(field, replica);
    return replica;
  }

  private static void checkReplica(String field, int replica) throws MalformedFrame {
    if (!ReplicaSet.ANY.contains(replica)) {
      throw MalformedFrame.body("%s %d is not a replica's number", field, replica);
    }
  }

  /** 0 to 255. */
  int code(String field) throws MalformedFrame {
    require(Byte.BYTES, field);
    return body.readUnsignedByte();
  }

  /** A replica's number, or -1 where it is not known. */
  int replicaOrNone(String field) throws MalformedFrame {
    int replica = int32(field);
    if (replica != -1) {
      checkReplica(field, replica);
    }
    return replica;
  }

  ReplicaSet replicas(String field) throws MalformedFrame {
    return new ReplicaSet(int32(field));
  }

  View view(String field) throws MalformedFrame {
    long round = natural(field);
    if (round > View.ROUND_MAX) {
      throw MalformedFrame.body("round %d of %s is beyond %d", round, field, View.ROUND_MAX);
    }
    return new View(round, replica(field));
  }

  Incarnation incarnation() throws MalformedFrame {
    long number = natural("incarnation number");
    if (number > Incarnation.NUMBER_MAX) {
      throw MalformedFrame.body(
          "incarnation number %d is beyond %d", number, Incarnation.NUMBER_MAX);
    }
    return new Incarnation(number, int64("nonce"));
  }

  /** Up to the highest number of a replica. */
  Incarnations incarnations() throws MalformedFrame {
    int count = int32("count of incarnations");
    if (count < 0 || count > ReplicaSet.NUMBERS) {
      throw MalformedFrame.body("%d incarnations of %d numbers", count, ReplicaSet.NUMBERS);
    }
    List<Incarnation> incarnations = new ArrayList<>(count);
    for (int replica = 0; replica < count; replica++) {
      incarnations.add(incarnation());
    }
    return new Incarnations(incarnations);
  }

  /** Behind all other fields, and missing in the first membership. */
  long lastMembership() throws MalformedFrame {
    if (remaining() == 0) {
      return 0;
    }
    long number = int64("membership");
    if (number < 1 || number > View.MEMBERSHIP_MAX || remaining() > 0) {
      throw MalformedFrame.body("membership %d, %d bytes before the end", number, remaining());
    }
    return number;
  }

  /** As {@code host:port}. */
  String address(String field) throws MalformedFrame {
    require(Short.BYTES, field);
    int length = body.readUnsignedShort();
    require(length, field);
    String address = body.readCharSequence(length, StandardCharsets.US_ASCII).toString();
    boolean isText = address.chars().allMatch(one -> one > ' ' && one < 0x7F);
    if (length > MemberEntry.ADDRESS_MAX || !isText) {
      throw MalformedFrame.body("%s of %d bytes is no host:port", field, length);
    }
    return address;
  }

  /** An address that is not left out. */
  String fullAddress(String field) throws MalformedFrame {
    String address = address(field);
    if (address.isEmpty()) {
      throw MalformedFrame.body("no %s", field);
    }
    return address;
  }

  /** Behind all other fields but the membership, and missing where there is none. */
  Origin origin() throws MalformedFrame {
    if (remaining() < BodyWriter.ORIGIN_BYTES) {
      return Origin.NONE;
    }
    long end = int64("end of the backup");
    if (end < 1) {
      throw MalformedFrame.body("a digest of a backup of all slots before %d", end);
    }
    byte[] digest = new byte[BodyWriter.ORIGIN_BYTES - Long.BYTES];
    body.readBytes(digest);
    return new Origin(end, HexFormat.of().formatHex(digest));
  }

  MemberStatus status() throws MalformedFrame {
    require(Byte.BYTES, "member status");
    int code = body.readUnsignedByte();
    return switch (code) {
      case 0 -> MemberStatus.NEW;
      case 1 -> MemberStatus.RECOVERING;
      case 2 -> MemberStatus.MEMBER;
      default -> throw MalformedFrame.body("member status is %d, not 0, 1 or 2", code);
    };
  }

  /**
   * Count of elements that follow, each of at least {@code elementBytesMin}; so that no more is
   * allocated for them than the body's size justifies.
   */
  int count(String field, int elementBytesMin) throws MalformedFrame {
    int count = int32(field);
    if (count < 0 || (long) count * elementBytesMin > remaining()) {
      throw MalformedFrame.body("%s %d does not fit the %d bytes left", field, count, remaining());
    }
    return count;
  }

  /** A batch behind its length. */
  Batch batch(String field) throws MalformedFrame {
    return batch(field, count(field, 1));
  }

  /** A batch that fills the body to its end. */
  Batch lastBatch(String field) throws MalformedFrame {
    return batch(field, remaining());
  }

  /** Whatever is left of the body. */
  byte[] lastBytes() {
    byte[] copy = new byte[remaining()];
    body.readBytes(copy);
    return copy;
  }

  /** Text without control characters: it goes into log lines and error messages. */
  String string(String field) throws MalformedFrame {
    require(Short.BYTES, field);
    int bytes = body.readUnsignedShort();
    require(bytes, field);
    String text = utf8(field, bytes);
    for (int at = 0; at < text.length(); at++) {
      if (Character.isISOControl(text.charAt(at))) {
        throw MalformedFrame.body("%s contains a control character", field);
      }
    }
    return text;
  }

  /** Those in the extension of a hello or a welcome. */
  Levels levels() throws MalformedFrame {
    return Levels.of(extension());
  }

  /** Of the leader that has asked the candidate to lead; behind all other fields, if at all. */
  View lastTransferred(View view) throws MalformedFrame {
    byte[] field = remaining() == 0 ? null : extension().value(BodyWriter.TRANSFERRED_TAG);
    if (field == null) {
      return View.NONE;
    }
    BodyReader in = new BodyReader(Unpooled.wrappedBuffer(field));
    View transferred = in.view("transferred view");
    in.end();
    if (!view.isAfter(transferred)) {
      throw MalformedFrame.body("%s follows the transferred view %s", view, transferred);
    }
    return transferred;
  }

  /** The extension of a hello or a welcome. */
  Extension extension() throws MalformedFrame {
    try (ByteBufInputStream in = new ByteBufInputStream(body)) {
      return Extension.read(in);
    } catch (EOFException early) {
      throw MalformedFrame.body("body ends inside the extension");
    } catch (IOException malformed) {
      throw MalformedFrame.body("extension: %s", malformed.getMessage());
    }
  }

  /** Text that fills the body to its end. */
  String lastText(String field) throws MalformedFrame {
    return utf8(field, remaining());
  }

  /** Passes over what is left, which is zeros; how many they are. */
  int lastZeros(String field) throws MalformedFrame {
    int bytes = remaining();
    for (int left = bytes; left > 0; left = remaining()) {
      int some = Math.min(left, ZEROS.capacity());
      if (ZEROS.slice(0, some).mismatch(body.nioBuffer(body.readerIndex(), some)) >= 0) {
        throw MalformedFrame.body("%s is not zero", field);
      }
      body.skipBytes(some);
    }
    return bytes;
  }

  void end() throws MalformedFrame {
    if (body.isReadable()) {
      throw MalformedFrame.body("%d bytes too many", remaining());
    }
  }

  private Batch batch(String field, int bytes) throws MalformedFrame {
    byte[] copy = new byte[bytes];
    body.readBytes(copy);
    try {
      return Batch.decoded(copy);
    } catch (IllegalArgumentException e) {
      throw MalformedFrame.body("%s: %s", field, e.getMessage());
    }
  }

  private String utf8(String field, int bytes) throws MalformedFrame {
    try {
      String text =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(body.nioBuffer(body.readerIndex(), bytes))
              .toString();
      body.skipBytes(bytes);
      return text;
    } catch (CharacterCodingException e) {
      throw MalformedFrame.body("%s is not UTF-8", field);
    }
  }

  private void require(int bytes, String field) throws MalformedFrame {
    if (body.readableBytes() < bytes) {
      throw MalformedFrame.body(
          "body ends inside %s: %d bytes left of %d", field, remaining(), bytes);
    }
  }
}
