package io.synod.cli;

import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar. */
final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() {
    String version = SynodCommand.class.getPackage().getImplementationVersion();
    return new String[] {
      "synod " + (version == null ? "(not packaged)" : version),
      "Java " + System.getProperty("java.vm.version") + ", " + System.getProperty("os.name")
    };
  }
}
