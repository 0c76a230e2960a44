package import Stele
public import SteleModel

extension PropertyListGraph {
  /// Makes the keyed archive of a graph that was imported from one, and may have been changed since.
  ///
  /// - Throws: ``KeyedArchiveError`` if the graph is not like those that
  ///   ``SteleModel/ArchiveGraph/init(keyedArchive:limits:)-(PropertyListGraph,_)`` makes: nothing is omitted
  ///   silently.
  /// - Complexity: O(*n*), where *n* is the size of the graph.
  public init(
    keyedArchiveFrom graph: ArchiveGraph, limits: KeyedArchiveLimits = KeyedArchiveLimits()
  ) throws(KeyedArchiveError) {
    try self.init(keyedArchiveFrom: graph, limits: limits) { _ in }
  }

  /// Makes the keyed archive of a graph that was imported from one, and reports the number of each converted object.
  fileprivate init(
    keyedArchiveFrom graph: ArchiveGraph, limits: KeyedArchiveLimits, progress: (Int) -> Void
  ) throws(KeyedArchiveError) {
    var export = try KeyedArchiveExport(graph, limits: limits)
    let root = try export.root(progress)
    do throws(PropertyListError) {
      try self.init(nodes: export.arena.nodes, root: root, limits: limits.propertyList)
    } catch {
      // Here the offset is the number of a node in a list that is not sound.
      let place = NodePlace.path(to: error.offset, in: export.arena.nodes, root: root)
      throw KeyedArchiveError(.propertyList(error), at: place)
    }
  }
}

/// The form of the bytes of a keyed archive.
@nonexhaustive
public enum KeyedArchiveForm: Hashable, Sendable {
  /// A binary property list.
  case binary
  /// An XML property list, which preserves less: see ``PropertyListGraph/xmlBytes(limits:)``.
  case xml
}

extension ArchiveGraph {
  /// Returns the bytes of the keyed archive of a graph that was imported from one, and may have been changed since.
  ///
  /// - Throws: ``KeyedArchiveError`` if the graph is not like those that
  ///   ``init(keyedArchive:limits:)-(PropertyListGraph,_)`` makes, or the form cannot represent it.
  /// - Complexity: O(*n*), where *n* is the size of the graph.
  public func keyedArchiveBytes(
    _ form: KeyedArchiveForm = .binary, limits: KeyedArchiveLimits = KeyedArchiveLimits()
  ) throws(KeyedArchiveError) -> [UInt8] {
    try keyedArchiveBytes(form, limits: limits) { _ in }
  }

  /// Returns the bytes of the keyed archive of a graph that was imported from one.
  ///
  /// The closure receives the number of each converted object.
  ///
  /// - Throws: As ``keyedArchiveBytes(_:limits:)``.
  package func keyedArchiveBytes(
    _ form: KeyedArchiveForm, limits: KeyedArchiveLimits = KeyedArchiveLimits(),
    progress: (Int) -> Void
  ) throws(KeyedArchiveError) -> [UInt8] {
    let list = try PropertyListGraph(
      keyedArchiveFrom: self, limits: limits, progress: progress)
    do throws(PropertyListError) {
      return switch form {
      case .binary: try list.binaryBytes(layout: .coreFoundation, limits: limits.propertyList)
      case .xml: try list.xmlBytes(limits: limits.propertyList)
      }
    } catch {
      throw KeyedArchiveError(.propertyList(error), node: error.offset, of: list)
    }
  }
}

extension ArchiveCheck {
  /// Returns whether the archive has the metadata of every imported archive; no object is read.
  ///
  /// - Throws: The rule that the metadata breaks.
  package func mayBeKeyedArchive() throws(ArchiveError) -> Bool {
    try metadata()?.contains { item in
      guard item.name.isExactly(MappedName.keys), case .list = item.value else { return false }
      return true
    } == true
  }
}

extension KeyedArchiveError {
  /// The error of the export of a graph without the metadata of every imported graph.
  package static var notImported: KeyedArchiveError {
    KeyedArchiveError(.missingMetadata(MappedName.keys))
  }
}
