package io.synod.network.wire;

/** The type of a frame; the code is its byte on the wire. */
public enum FrameType {
  PEER_HELLO(0x01),
  PEER_WELCOME(0x02),
  DATAGRAM_OFFER(0x03),
  DATAGRAM_PROBE(0x04),
  PING(0x08),
  PONG(0x09),

  CLIENT_HELLO(0x10),
  WELCOME(0x11),
  REFUSED(0x12),
  REQUESTS(0x13),
  REPLIES(0x14),
  BUSY(0x15),
  LEADER(0x16),
  QUERIES(0x17),
  QUERY_REPLIES(0x18),
  /** Asks a replica for its {@link Status}; empty, allowed before any other frame. */
  STATUS_REQUEST(0x19),
  STATUS(0x1A),
  /**
   * Asks a replica to measure the bandwidth of its links to its peers, and for its {@link Status},
   * which comes at once and has the results later; empty.
   */
  MEASURE_LINKS(0x1B),
  SUBSCRIBE(0x1C),
  CREDIT(0x1D),
  TRY_LIMITS(0x1E),
  WANT_EVENTS(0x1F),

  PRE_VOTE(0x20),
  PRE_VOTE_REPLY(0x21),
  PREPARE(0x22),
  PROMISE(0x23),
  ACCEPT(0x24),
  ACCEPTED(0x25),
  REJECT(0x26),
  HEARTBEAT(0x27),
  HEARTBEAT_ACK(0x28),
  CATCH_UP(0x29),
  DECIDED(0x2A),
  JOIN(0x2B),
  JOIN_REPLY(0x2C),
  FETCH_SNAPSHOT(0x2D),
  SNAPSHOT_PART(0x2E),
  RELAY(0x2F),
  PROMISES(0x30),
  QUORUM_READ(0x31),
  QUORUM_READ_REPLY(0x32),
  STATE_DIGEST(0x33),
  TRANSFER_LEADERSHIP(0x34),
  STANDBY_REPORT(0x35),

  MOVE_LEADER(0x40),
  /** Asks a replica or a learner to take a snapshot now, and for its {@link Status}; empty. */
  TAKE_SNAPSHOT(0x41),
  CHANGE_MEMBERS(0x42),
  MEMBERS(0x43);

  private static final FrameType[] BY_CODE = new FrameType[256];

  static {
    for (FrameType type : values()) {
      BY_CODE[type.code] = type;
    }
  }

  private final int code;

  FrameType(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  /** Whether replicas send it to each other once they are connected. */
  public boolean isMessage() {
    return code >= PRE_VOTE.code && code < MOVE_LEADER.code;
  }

  /** Of a code that this side has written. */
  static FrameType encoded(int code) {
    return BY_CODE[code];
  }

  /**
   * @param code 0 to 255
   */
  static FrameType ofCode(int code) throws MalformedFrame {
    FrameType type = BY_CODE[code];
    if (type == null) {
      throw new MalformedFrame(MalformedFrame.Kind.TYPE, "unknown frame type 0x%02X", code);
    }
    return type;
  }
}
