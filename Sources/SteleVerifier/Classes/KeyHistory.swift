/// What retired keys forbid to later entries.
///
/// Spec §4.3, rule C12.
struct KeyHistory {
  private struct Key: Hashable {
    let className: Int
    let name: [UInt8]
  }

  /// The least version that retires a key, with its type, and the least version that retires it
  /// with any other type: no more is needed to judge a later entry.
  private struct Retirement {
    var version: Int
    var type: Range<Int>
    var otherTypeVersion: Int?
  }

  private var retirements: [Key: Retirement] = [:]
  private var classNames: Set<Int> = []

  /// Notes that an entry of a version retires a key.
  mutating func retire(
    _ name: Range<Int>, className: Int, version: Int, type: Range<Int>, _ bytes: Span<UInt8>
  ) {
    classNames.insert(className)
    let key = Key(className: className, name: name.map { bytes[$0] })
    guard var known = retirements[key] else {
      retirements[key] = Retirement(version: version, type: type)
      return
    }
    if isEqual(known.type, type, bytes) {
      known.version = min(known.version, version)
    } else if version < known.version {
      known = Retirement(version: version, type: type, otherTypeVersion: known.version)
    } else {
      known.otherTypeVersion = min(known.otherTypeVersion ?? version, version)
    }
    retirements[key] = known
  }

  /// Whether an entry may have a key, after those that have been noted.
  func allows(
    _ name: Range<Int>, className: Int, version: Int, type: Range<Int>, _ bytes: Span<UInt8>
  ) -> Bool {
    guard classNames.contains(className) else { return true }
    let key = Key(className: className, name: name.map { bytes[$0] })
    guard let known = retirements[key] else { return true }
    if isEqual(known.type, type, bytes) {
      guard let other = known.otherTypeVersion else { return true }
      return other > version
    }
    return known.version > version
  }

  private func isEqual(_ first: Range<Int>, _ second: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
    first.count == second.count
      && bytes.areEqual(first.lowerBound, second.lowerBound, byteCount: first.count)
  }
}
