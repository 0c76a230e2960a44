/// Remembers which keys classes have retired, so that their names do not come back with another type.
///
/// Spec §4.3, rule C12.
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

  /// A type with which a key was retired, and the lowest version that did so.
  private struct Retirement: Sendable {
    let type: TypeDescriptor
    var version: Int
  }

  /// For each retired key at most two types, those with the lowest versions: whatever the type of a
  /// later key is, one of the two differs from it if any does.
  private var retirements: [Place: [Retirement]] = [:]

  package init() {}

  /// Whether a key may have its type; when it is retired, it is remembered.
  package mutating func admits(_ key: Key, in scope: Scope) -> Bool {
    let place = Place(
      className: ExactString(scope.className), key: ExactString(key.name))
    var known = retirements[place] ?? []
    guard !known.contains(where: { $0.type != key.type && $0.version <= scope.version }) else {
      return false
    }
    guard key.presence == .retired else { return true }
    if let index = known.firstIndex(where: { $0.type == key.type }) {
      known[index].version = min(known[index].version, scope.version)
    } else {
      known.append(Retirement(type: key.type, version: scope.version))
    }
    known.sort { $0.version < $1.version }
    retirements[place] = Array(known.prefix(2))
    return true
  }
}
