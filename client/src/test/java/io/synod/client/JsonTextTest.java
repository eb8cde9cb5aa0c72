package io.synod.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class JsonTextTest {
  private static final String TEXT =
      " {\"a\" : [1, -2.5e1, true,false,null, {}, []], \"b\\\"\\u00e4\\n\": {\"c\":\"\"} } ";

  @Test
  void a_status_is_read_as_maps_lists_and_numbers() throws IOException {
    Map<String, Object> object = JsonText.object(TEXT);
    assertThat(object.keySet()).containsExactly("a", "b\"ä\n");
    assertThat(object.get("a"))
        .isEqualTo(Arrays.asList(1L, -25.0, true, false, null, Map.of(), List.of()));
    assertThat(object.get("b\"ä\n")).isEqualTo(Map.of("c", ""));
    assertThat(JsonText.object("{}")).isEmpty();
  }

  @Test
  void a_part_of_a_status_is_no_status() {
    String text = TEXT.strip();
    for (int length = 0; length < text.length(); length++) {
      String part = text.substring(0, length);
      assertThatThrownBy(() -> JsonText.object(part)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void text_that_is_no_object_is_refused() {
    for (String text :
        List.of(
            "[]", "1", "{\"a\":1}x", "{\"a\" 1}", "{a:1}", "{\"a\":+}", "{\"a\":\"\\uzzzz\"}")) {
      assertThatThrownBy(() -> JsonText.object(text)).as(text).isInstanceOf(IOException.class);
    }
    assertThatThrownBy(() -> JsonText.object("{\"a\":" + "[".repeat(100_000)))
        .isInstanceOf(IOException.class);
  }
}
