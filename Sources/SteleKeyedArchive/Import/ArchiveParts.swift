internal import Stele

/// The outermost dictionary of a keyed archive.
///
/// Spec §E.2.
struct ArchiveParts {
  /// The nodes of the objects, object 1 first.
  let objects: [Int]
  /// Whether `$objects` begins with `$null`, which is not an object then.
  let hasNull: Bool
  /// The keys of `$top`, and their values.
  let top: [(key: String, value: Int)]
  /// The keys of the outermost dictionary.
  let keys: [String]
  /// The keys other than `$objects` and `$top`, and their values.
  let rest: [(key: String, value: Int)]

  init(_ list: PropertyListGraph) throws(KeyedArchiveError) {
    guard let pairs = Self.pairs(of: list.root, in: list) else {
      throw KeyedArchiveError(.notADictionary)
    }
    func require(_ key: String) throws(KeyedArchiveError) -> Int {
      guard let node = list.value(of: key, in: list.root) else {
        throw KeyedArchiveError(.missingKey(key))
      }
      return node
    }
    let objectsNode = try require(MappedName.objects)
    guard case .array(let members) = list[objectsNode] else {
      throw KeyedArchiveError(.wrongKind(expected: .array), node: objectsNode, of: list)
    }
    let topNode = try require(MappedName.top)
    guard let top = Self.pairs(of: topNode, in: list) else {
      throw KeyedArchiveError(.wrongKind(expected: .dictionary), node: topNode, of: list)
    }
    self.top = top
    keys = pairs.map(\.key)
    rest = pairs.filter {
      !$0.key.isExactly(MappedName.objects) && !$0.key.isExactly(MappedName.top)
    }
    hasNull = members.first.map { Self.isNull(list[$0]) } ?? false
    objects = Array(members.dropFirst(hasNull ? 1 : 0))
    try Self.checkKinds(in: list)
  }

  /// The number of members of `$objects`, including `$null`.
  var memberCount: Int { objects.count + (hasNull ? 1 : 0) }

  /// Returns the object with a UID: 0 for `$null`, nil if the UID is out of range.
  func object(ofUID uid: UInt64) -> Int? {
    guard let index = Int(exactly: uid), index < memberCount else { return nil }
    return hasNull ? index : index + 1
  }

  private static func isNull(_ node: PropertyListGraph.Node) -> Bool {
    guard case .string(let text) = node else { return false }
    return text.isExactly(MappedName.null)
  }

  private static func pairs(
    of dictionary: Int, in list: PropertyListGraph
  ) -> [(key: String, value: Int)]? {
    guard case .dictionary(let keys, let values) = list[dictionary] else { return nil }
    var pairs: [(key: String, value: Int)] = []
    for (key, value) in zip(keys, values) {
      if case .string(let text) = list[key] { pairs.append((text, value)) }
    }
    return pairs
  }

  /// Throws if the archiver is not a string, or the version is not an integer; both may be missing.
  private static func checkKinds(in list: PropertyListGraph) throws(KeyedArchiveError) {
    if let archiver = list.value(of: MappedName.archiver, in: list.root) {
      guard case .string = list[archiver] else {
        throw KeyedArchiveError(.wrongKind(expected: .string), node: archiver, of: list)
      }
    }
    if let version = list.value(of: MappedName.version, in: list.root) {
      guard case .integer = list[version] else {
        throw KeyedArchiveError(.wrongKind(expected: .integer), node: version, of: list)
      }
    }
  }
}
