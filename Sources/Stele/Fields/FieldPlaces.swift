/// The literal keys by which a program reads one level of an entry, in the order in which it does, and where the
/// values of each are.
// Safe: exclusivity need not be checked, as one thread uses it, and no other code runs while a property is changed.
final class FieldPlaces {
  /// A key that has been read before.
  struct Known {
    /// The literal.
    let key: StaticString
    /// The place in the body, or a negative number when the key is not there.
    let place: Int
    /// The type of values that stand as they are, without a presence bit or anything else to be looked at before.
    let plain: TypeCode?
    /// The type inside of values that are optional ones of such a type.
    let plainOptional: TypeCode?

    /// Whether a literal is the very same one.
    @inline(__always)
    func isCopy(of other: StaticString) -> Bool {
      guard key.hasPointerRepresentation, other.hasPointerRepresentation else { return false }
      return unsafe key.utf8Start == other.utf8Start
        && key.utf8CodeUnitCount == other.utf8CodeUnitCount
    }
  }

  @safe @exclusivity(unchecked) private var keys: [Known] = []

  /// What is known of the key that is expected at a position, if it is the one of a literal and stands at a place.
  @inline(__always)
  func expected(_ key: StaticString, at cursor: Int, place: Int) -> Known? {
    guard cursor < keys.count else { return nil }
    let known = keys[cursor]
    return known.place == place && known.isCopy(of: key) ? known : nil
  }

  /// The place of a key in the body, or a negative number when it is not there.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - cursor: The position at which the key is expected; afterwards that of the next one.
  ///   - level: What knows the names of all keys.
  ///   - body: The body.
  /// - Returns: The place.
  func place(
    of key: StaticString, at cursor: inout Int, in level: LevelKeys, _ body: ReadingBody?
  ) -> Int {
    if cursor < keys.count, keys[cursor].isCopy(of: key) {
      cursor += 1
      return keys[cursor - 1].place
    }
    // What one object leaves out or reads in another order, the next one may not.
    for (position, known) in keys.enumerated() where known.isSame(as: key) {
      cursor = position + 1
      return known.place
    }
    let new = Known(key, level.place(of: key.description), in: level, body)
    keys.append(new)
    cursor = keys.count
    return new.place
  }
}

extension FieldPlaces.Known {
  fileprivate init(_ key: StaticString, _ place: Int?, in level: LevelKeys, _ body: ReadingBody?) {
    self.key = key
    self.place = place ?? -1
    guard let place, let slot = body?.slots[place], slot.bit == nil, !level.hasHistory else {
      plain = nil
      plainOptional = nil
      return
    }
    let plan = slot.plan
    plain = plan.isPlain && !plan.isWrapped ? plan.code : nil
    plainOptional = plan.isWrapped && plan.code == .optional ? plan.first?.code : nil
  }

  /// Whether a literal is this key: mostly it is the same one, otherwise its content decides.
  fileprivate func isSame(as other: StaticString) -> Bool {
    isCopy(of: other) || key.description.isExactly(other.description)
  }
}
