package io.synod.examples.exchange;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** An order that rests in the book. Confined to the service thread. */
final class Order {
  final long id;
  final long session;
  final boolean buys;
  final long price;
  long quantity;

  Order(long id, long session, boolean buys, long price, long quantity) {
    this.id = id;
    this.session = session;
    this.buys = buys;
    this.price = price;
    this.quantity = quantity;
  }

  void write(DataOutputStream out) throws IOException {
    out.writeLong(id);
    out.writeLong(session);
    out.writeBoolean(buys);
    out.writeLong(price);
    out.writeLong(quantity);
  }

  static Order read(DataInputStream in) throws IOException {
    return new Order(in.readLong(), in.readLong(), in.readBoolean(), in.readLong(), in.readLong());
  }
}
