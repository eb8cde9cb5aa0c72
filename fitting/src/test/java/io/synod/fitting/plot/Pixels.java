package io.synod.fitting.plot;

import java.awt.image.BufferedImage;
import java.util.HashSet;
import java.util.Set;

/** What is in a picture. */
final class Pixels {
  private static final int RGB = 0xFFFFFF;

  private Pixels() {}

  /** The colours of the rows [first, end). */
  static Set<Integer> colours(BufferedImage image, int first, int end) {
    Set<Integer> colours = new HashSet<>();
    for (int y = first; y < end; y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        colours.add(image.getRGB(x, y) & RGB);
      }
    }
    return colours;
  }
}
