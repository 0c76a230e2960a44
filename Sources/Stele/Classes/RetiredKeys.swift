/// Remembers which keys classes have retired, so that their names do not come back with another type.
///
/// Spec §4.3, rule C13.
package struct RetiredKeys: Sendable {
  /// The class and version of the entry that a key belongs to.
  package struct Scope: Sendable {
    package let className: String
    package let version: Int
  }

  private struct Place: Hashable, Sendable {
    let className: ExactString
    let key: ExactString
  }

  /// A type that a key has been declared with, and a version that did so.
  private struct Declaration: Sendable {
    let type: TypeDescriptor
    var version: Int
  }

  /// What has been said about a key.
  ///
  /// Two declarations of different types are enough on each side: whatever the type of a further key is,
  /// one of the two differs from it if any does.
  private struct History: Sendable {
    /// The retirements of the lowest versions, lowest first.
    var retired: [Declaration] = []
    /// The declarations, stored or retired, of the highest versions, highest first.
    var declared: [Declaration] = []
  }

  private var histories: [Place: History] = [:]

  /// The memory that a key takes at most here, in bytes: its place in a table that grows by doubling, and two lists.
  static let largestByteCount =
    3 * (MemoryLayout<Place>.stride + MemoryLayout<History>.stride)
    + 2 * MemoryBudget.array(of: Declaration.self, count: 2)

  /// Takes note of entries that have been found to be right.
  package init(_ entries: [ClassEntry] = []) {
    for entry in entries {
      let scope = Scope(className: entry.name, version: entry.version)
      for key in entry.keys { _ = admits(key, in: scope) }
    }
  }

  /// Whether a key may have its type beside those that came before; it is remembered.
  package mutating func admits(_ key: Key, in scope: Scope) -> Bool {
    let place = Place(className: ExactString(scope.className), key: ExactString(key.name))
    let new = Declaration(type: key.type, version: scope.version)
    let isRetired = key.presence == .retired
    var history = histories[place] ?? History()
    if history.retired.contains(where: { $0.type != new.type && $0.version <= new.version }) {
      return false
    }
    if isRetired,
      history.declared.contains(where: { $0.type != new.type && $0.version >= new.version })
    {
      return false
    }
    if isRetired { Self.note(new, in: &history.retired, by: <) }
    Self.note(new, in: &history.declared, by: >)
    histories[place] = history
    return true
  }

  private static func note(
    _ new: Declaration, in known: inout [Declaration], by precedes: (Int, Int) -> Bool
  ) {
    if let index = known.firstIndex(where: { $0.type == new.type }) {
      guard precedes(new.version, known[index].version) else { return }
      known[index].version = new.version
    } else {
      known.append(new)
    }
    known.sort { precedes($0.version, $1.version) }
    known.removeLast(max(0, known.count - 2))
  }
}
