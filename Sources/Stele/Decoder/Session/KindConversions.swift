/// Values that the program reads as values of another kind: integers as floats, objects as structs.
///
///     archive    ref #7 ----> #7 Place { x, y }          an object, which others may refer to, too
///     program    Place(x:y:)                             a struct: each reference has its own copy
///
/// A value has a copy of each object that it reaches. A few objects can become more copies than there is memory for, so their
/// number has a limit.
struct KindConversions {
  struct Mark {
    fileprivate let depth: Int
    fileprivate let copyCount: Int
  }

  /// The number of values that have been converted.
  fileprivate(set) var count = 0
  /// Whether the conversions that are declared for a key have been tried, so that the library's own may be.
  var hasTriedDeclared = false
  /// The objects that are being read as values, the outermost first.
  private(set) var open: [Int] = []
  /// The number of copies in the values that have been decoded.
  private var copyCount = 0

  var mark: Mark { Mark(depth: open.count, copyCount: copyCount) }

  /// Counts copies; returns `false` if there are more than a limit.
  mutating func add(copies: Int, limit: Int) -> Bool {
    guard copies <= limit - copyCount else { return false }
    copyCount += copies
    return true
  }

  /// Begins to read an object.
  mutating func begin(_ number: Int) { open.append(number) }

  /// Ends the reading of the objects that has begun since a mark.
  @inline(__always)
  mutating func end(_ mark: Mark) {
    if open.count > mark.depth { open.removeLast(open.count - mark.depth) }
  }

  /// Ends the reading of an object that no mark ends.
  mutating func end(_ number: Int) {
    if let index = open.lastIndex(of: number) { open.remove(at: index) }
  }

  /// Returns whether a certain object is the first whose reading has begun since a mark and has not ended.
  func hasBegun(_ number: Int, since mark: Mark) -> Bool {
    open.count > mark.depth && open[mark.depth] == number
  }

  /// Returns the number of copies that have been counted since a mark.
  func copyCount(since mark: Mark) -> Int { copyCount - mark.copyCount }
}

extension DecodingSession {
  /// Remembers that a value is converted to another kind.
  ///
  /// - Throws: `DecodingError` if the value is that of a key of an enum that reads its keys by hand: the type determines the
  ///   case by the kind of the value.
  func rememberConversion(to type: Any.Type, from found: ArchivedType, at offset: Int) throws {
    guard !path.refusesConversion(ofDeclaredKeys: !conversions.hasTriedDeclared) else {
      throw wrongType(type, found, at: offset)
    }
    conversions.count &+= 1
  }
}

extension PathStack {
  /// Returns whether the value, or the collection that has it, is that of a key of an enum that reads its keys by hand, or of a
  /// key with declared conversions that have not been tried.
  fileprivate func refusesConversion(ofDeclaredKeys refusesDeclared: Bool) -> Bool {
    for depth in (0..<count).reversed() {
      switch self[depth] {
      case .index: continue
      case .slot(let levelPlan, let index):
        return levelPlan.use { levelPlan in
          levelPlan.isOfHandWrittenEnum || refusesDeclared && levelPlan.hasConversions(index)
        }
      default: return false
      }
    }
    return false
  }
}
