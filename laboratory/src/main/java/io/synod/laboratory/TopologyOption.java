package io.synod.laboratory;

import io.synod.tuning.model.Topology;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A topology in lower case. */
final class TopologyOption implements ITypeConverter<Topology> {

  @Override
  public Topology convert(String text) {
    return switch (text) {
      case "lan" -> Topology.LAN;
      case "wan" -> Topology.WAN;
      default -> throw new TypeConversionException("'" + text + "' is not lan or wan");
    };
  }
}
