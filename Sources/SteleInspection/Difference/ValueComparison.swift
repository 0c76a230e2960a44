import Stele

/// A comparison of the content of two nodes, which finds the positions where they differ.
///
/// Values at equal keys correspond. Lists are aligned by digests of their elements, see ``SequenceAlignment``; sets and maps
/// have no order. An explicit stack contains the values that are still to be compared.
struct ValueComparison {
  /// The position of a value in its node, in both archives.
  typealias Place = BothSides<String>

  /// A result of the comparison.
  enum Event {
    /// Two corresponding references; 0 is nil.
    case references(old: Int, new: Int, Place)
    /// Values that differ; at least one is not a reference.
    case changed(old: ArchiveValue, new: ArchiveValue, Place)
    case removed(ArchiveValue, Place)
    case added(ArchiveValue, Place)
    /// A value that has a different position in its list.
    case moved(old: ArchiveValue, new: ArchiveValue, Place)
  }

  enum Task {
    case compare(ArchiveValue, ArchiveValue, Place)
    case emit(Event)
  }

  let archives: BothSides<ComparedArchive>
  /// Whether only corresponding references are needed, without positions and differences.
  let findsReferencesOnly: Bool
  var tasks: [Task] = []
  var digester = ValueDigester()

  private var old: ComparedArchive { archives.old }
  private var new: ComparedArchive { archives.new }

  mutating func compare(
    _ left: ComparedArchive.Content, _ right: ComparedArchive.Content, _ keys: ReferenceKeys,
    _ body: (Event) throws -> Void
  ) rethrows {
    tasks.removeAll(keepingCapacity: true)
    let place = Place(old: "", new: "")
    switch (left, right) {
    case (.object(let left), .object(let right)):
      compareSlots(
        left.values, old.schema.keys(ofRecord: left.entry), right.values,
        new.schema.keys(ofRecord: right.entry), place)
    case (.value(let left), .value(let right)):
      tasks.append(.compare(left.value, right.value, place))
    default: break
    }
    while let task = tasks.popLast() {
      switch task {
      case .emit(let event): try body(event)
      case .compare(let left, let right, let place):
        if let event = compare(left, right, place, keys) { try body(event) }
      }
    }
  }

  /// Compares two values; returns their difference, or adds their parts to the stack.
  private mutating func compare(
    _ left: ArchiveValue, _ right: ArchiveValue, _ place: Place, _ keys: ReferenceKeys
  ) -> Event? {
    let (a, b) = (Unwrapped(left), Unwrapped(right))
    if !findsReferencesOnly, a.hasOtherTypes(than: b, isExact: old.schema.joins != nil) {
      return .changed(old: left, new: right, place)
    }
    switch (a.value, b.value) {
    case (.nil, .nil):
      return a.isSameNil(as: b) ? nil : .changed(old: left, new: right, place)
    case (.reference(let number), .reference(let other)):
      return .references(old: reached(number, old), new: reached(other, new), place)
    case (.reference(let number), .nil) where reached(number, old) > 0:
      return .references(old: number, new: 0, place)
    case (.nil, .reference(let other)) where reached(other, new) > 0:
      return .references(old: 0, new: other, place)
    case (.reference, .nil), (.nil, .reference):
      // A weak reference to an unreachable object is nil, but an enclosing optional is not.
      return a.isSameNil(as: b) ? nil : .changed(old: left, new: right, place)
    case (.list(let left), .list(let right)):
      compareLists(left, right, place, keys)
    case (.set(let left), .set(let right)):
      compareSets(left, right, place, keys)
    case (.map(let left), .map(let right)):
      compareMaps(left, right, place, keys)
    case (.struct(let a), .struct(let b))
    where old.schema.identity(ofEntry: a.entry) == new.schema.identity(ofEntry: b.entry):
      compareSlots(
        a.values, old.schema.keys(ofBody: a.entry), b.values, new.schema.keys(ofBody: b.entry),
        place)
    case (.enum(let a), .enum(let b))
    where old.schema.identity(ofEntry: a.entry) == new.schema.identity(ofEntry: b.entry)
      && old.schema.caseHash(a) == new.schema.caseHash(b):
      compareSlots(
        a.values, old.schema.keys(ofBody: a.entry, caseIndex: a.caseIndex), b.values,
        new.schema.keys(ofBody: b.entry, caseIndex: b.caseIndex), place)
    case (let a, let b):
      return a.isSameScalar(as: b) ? nil : .changed(old: left, new: right, place)
    }
    return nil
  }

  private func reached(_ number: Int, _ archive: ComparedArchive) -> Int {
    archive.isReached(number) ? number : 0
  }

  private mutating func compareSlots(
    _ left: [ArchiveValue?], _ leftKeys: [ComparedSchema.Key], _ right: [ArchiveValue?],
    _ rightKeys: [ComparedSchema.Key], _ place: Place
  ) {
    var found: [Task] = []
    func compare(_ i: Int?, _ j: Int?) {
      let a = i.flatMap { left.indices.contains($0) ? left[$0] : nil }
      let b = j.flatMap { right.indices.contains($0) ? right[$0] : nil }
      if a == nil, b == nil { return }
      var inner = place
      if !findsReferencesOnly {
        if let i { inner.old += leftKeys[i].step }
        if let j { inner.new += rightKeys[j].step }
        if i == nil { inner.old = inner.new }
        if j == nil { inner.new = inner.old }
      }
      switch (a, b) {
      case (let a?, let b?): found.append(.compare(a, b, inner))
      case (let a?, nil): found.append(.emit(.removed(a, inner)))
      case (nil, let b?): found.append(.emit(.added(b, inner)))
      case (nil, nil): break
      }
    }
    let isSame =
      leftKeys.count == rightKeys.count
      && zip(leftKeys, rightKeys).allSatisfy { $0.hash == $1.hash && $0.levelHash == $1.levelHash }
    if isSame {
      for index in leftKeys.indices { compare(index, index) }
    } else {
      for (i, j) in matches(leftKeys, rightKeys) { compare(i, j) }
    }
    tasks += found.reversed()
  }

  /// Matches keys by name and level, and then by name alone if the classes differ.
  private func matches(
    _ left: [ComparedSchema.Key], _ right: [ComparedSchema.Key]
  ) -> [(Int?, Int?)] {
    var partners = Partners(left.count, right.count)
    for usesLevel in old.schema.joins == nil ? [true, false] : [true] {
      partners.matchRest { index, side in
        let key = side == .old ? left[index] : right[index]
        return usesLevel ? OutlineDigest.mix(key.levelHash, key.hash) : key.hash
      }
    }
    return left.indices.map { ($0, partners.new(of: $0)) }
      + partners.rest().new.map { (nil, $0) }
  }
}

/// A value without the enclosing optional and `any` values.
private struct Unwrapped {
  var value: ArchiveValue
  /// The types of the `any` values, innermost last.
  private var types: [ArchiveTypeDescriptor] = []
  /// The number of optionals in the `any` value.
  var optionalCount = 0
  /// The number of optionals that enclose the innermost `any` value.
  private var outerCount = 0

  init(_ value: ArchiveValue) {
    self.value = value
    while true {
      switch self.value {
      case .some(let inner):
        optionalCount += 1
        self.value = inner
      case .any(let type, let inner):
        types.append(type)
        outerCount += optionalCount
        optionalCount = 0
        self.value = inner
      default: return
      }
    }
  }

  /// Returns whether the types of `any` values differ.
  ///
  /// If the joins differ, only one of the values may be in an `any` value.
  func hasOtherTypes(than other: Unwrapped, isExact: Bool) -> Bool {
    (isExact || !types.isEmpty && !other.types.isEmpty) && types != other.types
  }

  /// Returns whether two nils are equal.
  ///
  /// A join with optional `any` values adds an optional to each `any` value. The other value has either all of these optionals
  /// or none.
  func isSameNil(as other: Unwrapped) -> Bool {
    if types.isEmpty == other.types.isEmpty { return optionalCount == other.optionalCount }
    let (plain, typed) = types.isEmpty ? (self, other) : (other, self)
    return plain.optionalCount == typed.optionalCount
      || plain.optionalCount == typed.optionalCount + typed.outerCount
  }
}

extension ArchiveValue {
  /// Returns whether two values without parts are equal, regardless of the width of numbers.
  fileprivate func isSameScalar(as other: ArchiveValue) -> Bool {
    switch (self, other) {
    case (.integer(let left), .unsigned(let right)): Int128(exactly: right) == left
    case (.unsigned(let left), .integer(let right)): Int128(exactly: left) == right
    case (.float32(let left), .float64(let right)): Self.isSame(left, right)
    case (.float64(let left), .float32(let right)): Self.isSame(right, left)
    default: self == other
    }
  }

  private static func isSame(_ left: Float, _ right: Double) -> Bool {
    !left.isNaN && Double(left).bitPattern == right.bitPattern
  }
}
