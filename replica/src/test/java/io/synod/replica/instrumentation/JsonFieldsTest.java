package io.synod.replica.instrumentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class JsonFieldsTest {

  @Test
  void texts_are_quoted_and_escaped_and_other_values_are_not() {
    assertThat(new JsonFields()).hasToString("{}");
    assertThat(
            new JsonFields()
                .put("text", "a \"b\"\n\\c\t")
                .put("number", 1.5)
                .put("truth", false)
                .put("nothing", null)
                .put("object", new JsonFields().put("inner", 2))
                .put("several", List.of(new JsonFields().put("inner", 3), "x", 4))
                .put("none", List.of()))
        .hasToString(
            """
            {"text":"a \\"b\\"\\n\\\\c\\u0009","number":1.5,"truth":false,"nothing":null,"object":{"inner":2},\
            "several":[{"inner":3},"x",4],"none":[]}""");
  }
}
