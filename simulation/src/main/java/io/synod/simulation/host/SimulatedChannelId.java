package io.synod.simulation.host;

import io.netty.channel.ChannelId;

/**
 * A channel's number within a simulation, so that maps of channels have the same order in each run.
 */
record SimulatedChannelId(long number) implements ChannelId {
  private static final long serialVersionUID = 1;

  @Override
  public String asShortText() {
    return String.valueOf(number);
  }

  @Override
  public String asLongText() {
    return asShortText();
  }

  @Override
  public int compareTo(ChannelId other) {
    return other instanceof SimulatedChannelId simulated
        ? Long.compare(number, simulated.number)
        : asLongText().compareTo(other.asLongText());
  }
}
