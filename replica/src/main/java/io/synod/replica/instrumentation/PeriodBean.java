package io.synod.replica.instrumentation;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A period as a JMX bean: the columns of the CSV file, read only. Its name is {@code
 * io.synod:type=Interval,cluster="…",replica=N}, or {@code type=Run}. Any thread reads.
 */
final class PeriodBean implements DynamicMBean, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger("io.synod.replica");

  private static final String ROLE = "role";
  private static final String VIEW = "view";
  private static final String EXPLANATION = "explanation";

  private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
  private final Supplier<Period> period;
  private final Supplier<String> explanation;
  private final List<Column> columns;
  private final ObjectName name;
  private final boolean registered;

  /**
   * Registers itself, unless another replica of this cluster and number in this JVM has.
   *
   * @param type {@code Interval} or {@code Run}
   * @param period the newest
   * @param explanation what limits the replica
   */
  PeriodBean(
      String type,
      String cluster,
      int replica,
      List<Column> columns,
      Supplier<Period> period,
      Supplier<String> explanation) {
    this.period = period;
    this.explanation = explanation;
    this.columns = columns;
    try {
      name =
          new ObjectName(
              String.format(
                  Locale.ROOT,
                  "io.synod:type=%s,cluster=%s,replica=%d",
                  type,
                  ObjectName.quote(cluster),
                  replica));
      registered = register();
    } catch (JMException bug) {
      throw new IllegalStateException("a bean of replica " + replica, bug);
    }
  }

  private boolean register() throws JMException {
    try {
      server.registerMBean(this, name);
      return true;
    } catch (InstanceAlreadyExistsException another) {
      return false;
    }
  }

  @Override
  public Object getAttribute(String attribute) throws AttributeNotFoundException {
    Period now = period.get();
    if (attribute.equals(ROLE)) {
      return now.role();
    }
    if (attribute.equals(VIEW)) {
      return now.to().standing().view();
    }
    if (attribute.equals(EXPLANATION)) {
      return explanation.get();
    }
    for (Column column : columns) {
      if (column.name().equals(attribute)) {
        return column.value().applyAsDouble(now);
      }
    }
    throw new AttributeNotFoundException(attribute);
  }

  @Override
  public AttributeList getAttributes(String[] attributes) {
    AttributeList values = new AttributeList();
    for (String attribute : attributes) {
      try {
        values.add(new Attribute(attribute, getAttribute(attribute)));
      } catch (AttributeNotFoundException unknown) {
        // As DynamicMBean wants it: what is missing could not be had.
        continue;
      }
    }
    return values;
  }

  @Override
  public void setAttribute(Attribute attribute) throws AttributeNotFoundException {
    throw new AttributeNotFoundException(attribute.getName() + " cannot be set");
  }

  @Override
  public AttributeList setAttributes(AttributeList attributes) {
    return new AttributeList();
  }

  @Override
  public Object invoke(String action, Object[] parameters, String[] signature) {
    throw new UnsupportedOperationException(action);
  }

  @Override
  public MBeanInfo getMBeanInfo() {
    List<MBeanAttributeInfo> attributes = new ArrayList<>();
    attributes.add(attribute(ROLE, "java.lang.String"));
    attributes.add(attribute(VIEW, "java.lang.String"));
    attributes.add(attribute(EXPLANATION, "java.lang.String"));
    columns.forEach(column -> attributes.add(attribute(column.name(), "double")));
    return new MBeanInfo(
        PeriodBean.class.getName(),
        "what a Synod replica measures of itself",
        attributes.toArray(new MBeanAttributeInfo[0]),
        null,
        null,
        null);
  }

  private static MBeanAttributeInfo attribute(String name, String type) {
    return new MBeanAttributeInfo(name, type, name, true, false, false);
  }

  @Override
  public void close() {
    if (registered) {
      try {
        server.unregisterMBean(name);
      } catch (InstanceNotFoundException gone) {
        // A container that ends may take away all beans first.
        LOG.warn("the bean {} was unregistered by somebody else", name);
      } catch (JMException bug) {
        throw new IllegalStateException("a bean that is not there", bug);
      }
    }
  }
}
