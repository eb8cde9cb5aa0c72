package io.synod.examples.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.synod.service.ExecutionContext;
import io.synod.service.QueryContext;
import io.synod.service.Service;
import io.synod.service.ServiceException;
import io.synod.service.SessionEnd;
import io.synod.service.Snapshot;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An order book with price-time priority. An order trades with the best orders of the other side,
 * oldest first; what is left rests. Both sides of each trade receive an event. When a client's
 * session ends, its orders go. A client must listen to events, or its session ends one day.
 *
 * <pre>
 * request               answer
 * buy PRICE QUANTITY    order ID, and what is left of it: rests QUANTITY; or, when it has traded with
 *                       256 orders and could go on, refused QUANTITY, which does not rest
 * sell PRICE QUANTITY   the same
 * cancel ID             cancelled QUANTITY
 * query                 answer
 * best                  bid PRICE QUANTITY ask PRICE QUANTITY, 0 0 for a side without orders
 * events                fill ID PRICE QUANTITY
 * </pre>
 */
public final class OrderBook implements Service {
  private static final long MOST = 1_000_000_000_000L;
  private static final int ORDERS_MAX = 1_000_000;

  // Each fill is an event of two sessions, and a session that keeps too many ends: 256 fills take
  // less than 64 KiB, the least session.max-event-bytes, also if both sides are one session.
  private static final int FILLS_MAX = 256;

  // All orders of a session may be filled before its client takes an event: a bit over 1 MiB.
  private static final int SESSION_ORDERS_MAX = 10_000;

  private final int ordersMax;
  private final int sessionOrdersMax;

  // By price, best first; orders of one price by their ids, so in the order in which they came.
  private final TreeMap<Long, TreeMap<Long, Order>> bids = new TreeMap<>(Comparator.reverseOrder());
  private final TreeMap<Long, TreeMap<Long, Order>> asks = new TreeMap<>();
  private final TreeMap<Long, Order> resting = new TreeMap<>();
  private final TreeMap<Long, TreeMap<Long, Order>> bySession = new TreeMap<>();
  private long orders;

  public OrderBook() {
    this(ORDERS_MAX, SESSION_ORDERS_MAX);
  }

  /**
   * @param ordersMax that may rest; with so many, every new order is refused
   * @param sessionOrdersMax of one session; with so many, every new order of it is refused
   */
  OrderBook(int ordersMax, int sessionOrdersMax) {
    this.ordersMax = ordersMax;
    this.sessionOrdersMax = sessionOrdersMax;
  }

  @Override
  public byte[] execute(ByteBuffer request, ExecutionContext context) throws ServiceException {
    String[] words = UTF_8.decode(request).toString().split(" ");
    return run(words, context).getBytes(UTF_8);
  }

  private String run(String[] words, ExecutionContext context) throws ServiceException {
    if (words.length == 3 && (words[0].equals("buy") || words[0].equals("sell"))) {
      checkCapacity(context.session());
      long price = number(words[1]);
      long quantity = number(words[2]);
      Order order = new Order(++orders, context.session(), words[0].equals("buy"), price, quantity);
      match(order, context);
      if (crosses(order)) {
        return "order " + order.id + " refused " + order.quantity;
      }
      if (order.quantity > 0) {
        rest(order);
      }
      return "order " + order.id + " rests " + order.quantity;
    } else if (words.length == 2 && words[0].equals("cancel")) {
      Order order = resting.get(number(words[1]));
      if (order == null || order.session != context.session()) {
        throw new ServiceException("you have no order " + words[1]);
      }
      remove(order);
      return "cancelled " + order.quantity;
    }
    throw new ServiceException("an order is: buy or sell PRICE QUANTITY, or cancel ID");
  }

  private void checkCapacity(long session) throws ServiceException {
    if (resting.size() == ordersMax) {
      throw new ServiceException("the book has " + ordersMax + " orders and is full");
    }
    if (ordersOf(session).size() == sessionOrdersMax) {
      throw new ServiceException("you have " + sessionOrdersMax + " orders, as many as allowed");
    }
  }

  private TreeMap<Long, Order> ordersOf(long session) {
    return bySession.getOrDefault(session, new TreeMap<>());
  }

  private static long number(String word) throws ServiceException {
    if (!word.matches("\\d{1,13}") || Long.parseLong(word) < 1 || Long.parseLong(word) > MOST) {
      throw new ServiceException(word + " is no number from 1 to " + MOST);
    }
    return Long.parseLong(word);
  }

  private void match(Order order, ExecutionContext context) {
    for (int fills = 0; fills < FILLS_MAX && crosses(order); fills++) {
      Order other = others(order).firstEntry().getValue().firstEntry().getValue();
      long quantity = Math.min(order.quantity, other.quantity);
      order.quantity -= quantity;
      other.quantity -= quantity;
      fill(order, other.price, quantity, context);
      fill(other, other.price, quantity, context);
      if (other.quantity == 0) {
        remove(other);
      }
    }
  }

  /** Whether something is left of the order that could trade. */
  private boolean crosses(Order order) {
    if (order.quantity == 0 || others(order).isEmpty()) {
      return false;
    }
    long best = others(order).firstKey();
    return order.buys ? best <= order.price : best >= order.price;
  }

  private static void fill(Order order, long price, long quantity, ExecutionContext context) {
    String event = "fill " + order.id + " " + price + " " + quantity;
    context.publish(order.session, event.getBytes(UTF_8));
  }

  private void rest(Order order) {
    side(order).computeIfAbsent(order.price, price -> new TreeMap<>()).put(order.id, order);
    bySession.computeIfAbsent(order.session, session -> new TreeMap<>()).put(order.id, order);
    resting.put(order.id, order);
  }

  private void remove(Order order) {
    remove(order, side(order), order.price);
    remove(order, bySession, order.session);
    resting.remove(order.id);
  }

  private static void remove(Order order, TreeMap<Long, TreeMap<Long, Order>> from, long key) {
    TreeMap<Long, Order> some = from.get(key);
    some.remove(order.id);
    if (some.isEmpty()) {
      from.remove(key);
    }
  }

  private TreeMap<Long, TreeMap<Long, Order>> side(Order order) {
    return order.buys ? bids : asks;
  }

  private TreeMap<Long, TreeMap<Long, Order>> others(Order order) {
    return order.buys ? asks : bids;
  }

  @Override
  public void onSessionClosed(long session, SessionEnd end, ExecutionContext context) {
    List.copyOf(ordersOf(session).values()).forEach(this::remove);
  }

  @Override
  public byte[] query(ByteBuffer request, QueryContext context) throws ServiceException {
    if (!UTF_8.decode(request).toString().equals("best")) {
      throw new ServiceException("a query is: best");
    }
    return "bid %s ask %s".formatted(best(bids), best(asks)).getBytes(UTF_8);
  }

  private static String best(TreeMap<Long, TreeMap<Long, Order>> side) {
    Map.Entry<Long, TreeMap<Long, Order>> first = side.firstEntry();
    if (first == null) {
      return "0 0";
    }
    long quantity = first.getValue().values().stream().mapToLong(order -> order.quantity).sum();
    return first.getKey() + " " + quantity;
  }

  /** Orders of one price rest in the order of their ids, so a snapshot needs no more than these. */
  @Override
  public Snapshot snapshot() {
    long captured = orders;
    List<Order> copies = new ArrayList<>();
    for (Order order : resting.values()) {
      copies.add(new Order(order.id, order.session, order.buys, order.price, order.quantity));
    }
    return out -> {
      DataOutputStream data = new DataOutputStream(out);
      data.writeLong(captured);
      data.writeInt(copies.size());
      for (Order order : copies) {
        order.write(data);
      }
      data.flush();
    };
  }

  @Override
  public void restore(InputStream in) throws IOException {
    bids.clear();
    asks.clear();
    resting.clear();
    bySession.clear();
    DataInputStream data = new DataInputStream(in);
    orders = data.readLong();
    for (int left = data.readInt(); left > 0; left--) {
      rest(Order.read(data));
    }
  }
}
