internal import Foundation
internal import Stele
internal import SteleKeyedArchive

/// The property list that an archiver makes when another program is to read it with `NSKeyedUnarchiver`.
///
/// Objects are written during the call that leads to them, as `NSKeyedArchiver` does it. Those deeper than `ObjectWriter.depthLimit` wait
/// for their turn, so that a graph may be as deep as it likes. What an object is given as is told by the call that is made for it:
/// numbers and bytes stand in their record, everything else is a member of `$objects`, to which a UID leads.
///
/// Spec annex E.
final class KeyedArchiveOutput {
  /// What a member of `$objects` will be.
  enum Content {
    case object(AnyObject)
    case list([Any])
    case set([Any])
    case map([AnyHashable: Any])
    case propertyList(PropertyList, node: Int)
  }

  unowned let archiver: SteleKeyedArchiver
  var arena = NodeArena()
  /// The node of each member of `$objects`.
  var members: [Int]
  var waiting: [(uid: Int, content: Content)] = []
  /// How many members are being written inside of each other.
  var depth = 0
  var uidOfObject: [ObjectIdentifier: Int] = [:]
  /// The objects that have been met, which have to stay where they are.
  var kept: [AnyObject] = []
  /// The collections of Foundation that have been written, by their UIDs.
  var collections: [Int: AnyObject] = [:]
  /// The UIDs of Swift values, by their nodes.
  var uidOfValue: [Int: Int] = [:]
  var uidOfClass: [[String]: Int] = [:]
  /// The references that lead to an object if something else does.
  var conditional: [(node: Int, target: ObjectIdentifier)] = []
  var top = KeyedArchiveRecord()
  /// The keys of the object that is being written; none outside of objects.
  var record: KeyedArchiveRecord?

  init(_ archiver: SteleKeyedArchiver) {
    self.archiver = archiver
    members = [arena.add(MappedName.null)]
  }

  /// Ends the list.
  func list() throws -> PropertyList {
    try refuseCircles()
    for (node, target) in conditional {
      arena.setUID(UInt64(uidOfObject[target] ?? 0), ofNode: node)
    }
    let parts: [(String, PropertyList.Node)] = [
      (MappedName.version, .integer(100_000)),
      (MappedName.archiver, .string("NSKeyedArchiver")),
      (MappedName.top, .dictionary(keys: top.keys, values: top.values)),
      (MappedName.objects, .array(members)),
    ]
    let root = arena.add(
      .dictionary(
        keys: parts.map { arena.add($0.0) }, values: parts.map { arena.add($0.1) }))
    do {
      return try PropertyList(nodes: arena.nodes, root: root)
    } catch {
      throw KeyedArchiveError(.propertyList(error))
    }
  }
}
