internal import Foundation
internal import Stele
internal import SteleKeyedArchive
internal import SteleModel

/// The property list of an archiver that writes for `NSKeyedUnarchiver`.
///
/// Like `NSKeyedArchiver`, it writes an object during the call that refers to it first. Objects deeper
/// than `ObjectWriter.depthLimit` are deferred, so a graph may have any depth. The call
/// decides the form of a value: numbers and bytes are written in their record; everything else is a
/// member of `$objects`, and its UID is written.
///
/// Spec annex E.
final class KeyedArchiveOutput {
  /// The future content of a member of `$objects`.
  enum Content {
    case object(AnyObject)
    case list([Any])
    case set([Any])
    case map([AnyHashable: Any])
    case propertyList(PropertyListGraph, node: Int)
  }

  unowned let archiver: SteleKeyedArchiver
  var arena = NodeArena()
  /// The node of each member of `$objects`.
  var members: [Int]
  var waiting: [(uid: Int, content: Content)] = []
  /// The number of members that are currently being written, nested within each other.
  var depth = 0
  var uidOfObject: [ObjectIdentifier: Int] = [:]
  /// The objects so far, retained so that their addresses are not reused.
  var kept: [AnyObject] = []
  /// The collections of Foundation that have been written, by their UIDs.
  var collections: [Int: AnyObject] = [:]
  /// The UIDs of Swift values, by their nodes.
  var uidOfValue: [Int: Int] = [:]
  var uidOfClass: [[String]: Int] = [:]
  /// The references that are written only if another reference to the object is written.
  var conditional: [(node: Int, target: ObjectIdentifier)] = []
  /// An archiver with the values of `Codable` types as roots, in which objects have an identity; nil if a class has no name.
  private lazy var identities: Archiver? = Archiver(encoder: archiver.settings)
  private var identityCount = 0
  var top = KeyedArchiveRecord()
  /// The keys of the object that is being written, or nil outside objects.
  var record: KeyedArchiveRecord?

  init(_ archiver: SteleKeyedArchiver) {
    self.archiver = archiver
    members = [arena.add(MappedName.null)]
  }

  /// Records a value with objects that are written as parts of it.
  ///
  /// - Throws: `EncodingError` if the objects are in a cycle, which parts of a value cannot be.
  func rememberIdentities<T: Encodable>(in value: T) throws {
    do {
      guard try !ArchiveGraph(archiver.settings.encode(value)).objects.isEmpty else { return }
      identityCount += 1
      try identities?.encode(value, root: "\(identityCount)")
    } catch {
      let cause = (error as? EncodingError)?.underlyingError as? SteleCodingError
      if case .strongCycle? = cause?.reason { throw error }
      // A class without a name has no identity in archives.
      identities = nil
    }
  }

  /// Throws if an object of a `Codable` class would become several objects.
  private func refuseCopies() throws {
    guard identityCount > 0, let bytes = try? identities?.finish() else { return }
    let graph = try ArchiveGraph(bytes)
    func targets(_ value: ArchiveValue) -> [Int] {
      if case .reference(let number) = value { return [number] }
      return value.parts.compactMap(\.self).flatMap(targets)
    }
    let values = graph.roots.map(\.value) + graph.objects.flatMap { $0.values.compactMap { $0 } }
    var known: Set<Int> = []
    for number in values.flatMap(targets) where !known.insert(number).inserted {
      let name = graph.classes[graph.objects[number - 1].entry]?.name ?? ""
      throw KeyedCodingError(.notSupported, className: "two references to an object of \(name)")
    }
  }

  /// Completes the property list.
  func list() throws -> PropertyListGraph {
    try refuseCycles()
    try refuseCopies()
    for (node, target) in conditional {
      arena.setUID(UInt64(uidOfObject[target] ?? 0), ofNode: node)
    }
    let parts: [(String, PropertyListGraph.Node)] = [
      (MappedName.version, .integer(100_000)),
      (MappedName.archiver, .string("NSKeyedArchiver")),
      (MappedName.top, .dictionary(keys: top.keys, values: top.values)),
      (MappedName.objects, .array(members)),
    ]
    let root = arena.add(
      .dictionary(
        keys: parts.map { arena.add($0.0) }, values: parts.map { arena.add($0.1) }))
    do {
      return try PropertyListGraph(nodes: arena.nodes, root: root)
    } catch {
      throw KeyedArchiveError(.propertyList(error))
    }
  }
}
