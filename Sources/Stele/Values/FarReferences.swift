/// The references to objects that are far from those that refer to them, in the order of the archive.
///
/// Which they are is found out when the archive is examined. So whoever makes objects later can look ahead at those that will be
/// needed, for which it would have to wait otherwise, one after the other.
struct FarReferences: Sendable {
  /// How many objects lie between what is far apart.
  private static let distance = 2048
  /// How many objects are looked at together, as a power of two.
  private static let groupBits = 4
  static let groupSize = 1 << groupBits
  /// How many references of a group are of use at most.
  private static let usedCount = 256

  /// The objects that are referred to.
  private var targets: [UInt32] = []
  /// For each group of objects that refer to others, where its targets begin, up to the last group that has any.
  private var starts: [UInt32] = []
  /// The object whose references come next, or 0 when they are of no use.
  var object = 0

  /// Notes a reference of the object if its target is far.
  @inline(__always)
  mutating func note(_ target: Int) {
    // Nil is 0, and far from no object.
    guard UInt(bitPattern: target &- object &+ Self.distance) >= UInt(2 * Self.distance), target > 0
    else { return }
    noteFar(target)
  }

  @inline(never)
  private mutating func noteFar(_ target: Int) {
    guard object > 0, let start = UInt32(exactly: targets.count) else { return }
    let group = object >> Self.groupBits
    while starts.count <= group { starts.append(start) }
    targets.append(UInt32(truncatingIfNeeded: target))
  }

  /// Whether there is no reference that is far.
  var isEmpty: Bool { targets.isEmpty }

  /// The targets of the group of an object.
  func targets(ofGroupOf number: Int) -> ArraySlice<UInt32> {
    let group = number >> Self.groupBits
    guard starts.indices.contains(group) else { return [] }
    let start = Int(starts[group])
    let end = group + 1 < starts.count ? Int(starts[group + 1]) : targets.count
    return targets[start..<end].prefix(Self.usedCount)
  }
}
