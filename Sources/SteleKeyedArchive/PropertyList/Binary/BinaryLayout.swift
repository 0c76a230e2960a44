extension PropertyListGraph {
  /// The choice of the objects in a binary property list.
  @nonexhaustive
  public enum BinaryLayout: Hashable, Sendable {
    /// Every container and every scalar value is written once, however often it is used.
    case compact

    /// The layout that CoreFoundation gives a keyed archive, byte for byte.
    ///
    /// Each node stands for one object in the archiver's memory. Strings, numbers, dates and data
    /// are written once for each node. Containers, booleans and UIDs are written anew at each use,
    /// and every reference is to the first copy; the other copies are unused, and kept so that an
    /// archive that was read is written back unchanged.
    case coreFoundation
  }
}
