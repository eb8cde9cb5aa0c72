package io.synod.chaos.timeline;

import java.util.Locale;

/** Elements of a picture in SVG, in pixels. Confined to one thread. */
final class Svg {
  private final StringBuilder text = new StringBuilder();

  Svg(double width, double height) {
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%1$.0f\" height=\"%2$.0f\""
            + " viewBox=\"0 0 %1$.0f %2$.0f\" font-family=\"Helvetica, Arial, DejaVu Sans, sans-serif\">",
        width, height);
    rect(0, 0, width, height, "#ffffff");
  }

  void rect(double x, double y, double width, double height, String colour) {
    add(
        "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>",
        x, y, width, height, colour);
  }

  /**
   * @param tooltip shown at the pointer
   */
  void rect(double x, double y, double width, double height, String colour, String tooltip) {
    add(
        "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"2\" fill=\"%s\">"
            + "<title>%s</title></rect>",
        x, y, width, height, colour, escaped(tooltip));
  }

  void line(double x1, double y1, double x2, double y2, String colour) {
    add(
        "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>",
        x1, y1, x2, y2, colour);
  }

  void area(String points, String colour) {
    add("<polygon points=\"%s\" fill=\"%s\"/>", points, colour);
  }

  /**
   * @param anchor start, middle or end
   * @param style such as {@code font-size="11"}
   */
  void text(double x, double y, String anchor, String style, String content) {
    add(
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" %s>%s</text>",
        x, y, anchor, style, escaped(content));
  }

  String end() {
    return text + "</svg>\n";
  }

  private void add(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  private static String escaped(String content) {
    return content.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
