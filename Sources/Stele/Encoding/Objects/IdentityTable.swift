/// The numbers of objects, by identity.
///
/// An open table of numbers; the objects themselves are kept in the order of their numbers, and so stay where they
/// are until the archive is finished.
struct IdentityTable {
  /// The objects, number 1 first.
  private(set) var objects: [AnyObject] = []
  private var slots = [UInt32](repeating: 0, count: 64)

  /// The number of objects.
  var count: Int { objects.count }

  /// The number of an object, or 0.
  func number(of object: AnyObject) -> Int {
    var position = Self.hash(object) & (slots.count - 1)
    while slots[position] != 0 {
      let number = Int(slots[position])
      if objects[number - 1] === object { return number }
      position = (position + 1) & (slots.count - 1)
    }
    return 0
  }

  /// The number of an object, which gets one when it has none.
  mutating func insert(_ object: AnyObject) -> (number: Int, isNew: Bool) {
    let mask = slots.count - 1
    var position = Self.hash(object) & mask
    while slots[position] != 0 {
      let number = Int(slots[position])
      if objects[number - 1] === object { return (number, false) }
      position = (position + 1) & mask
    }
    objects.append(object)
    slots[position] = UInt32(truncatingIfNeeded: objects.count)
    if objects.count * 2 > slots.count { grow() }
    return (objects.count, true)
  }

  private mutating func grow() {
    let mask = slots.count * 2 - 1
    slots = [UInt32](repeating: 0, count: slots.count * 2)
    for (index, object) in objects.enumerated() {
      var position = Self.hash(object) & mask
      while slots[position] != 0 { position = (position + 1) & mask }
      slots[position] = UInt32(truncatingIfNeeded: index + 1)
    }
  }

  private static func hash(_ object: AnyObject) -> Int {
    let bits = UInt(bitPattern: ObjectIdentifier(object))
    let mixed = (bits >> 4) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 24)
  }
}
