/// The entries of a class table as an examination of values needs them: flat, and without names.
///
/// Spec chapter 4.
package struct ClassForms: Sendable {
  /// An entry.
  struct Entry: Sendable {
    let kind: ClassEntry.Kind
    /// The number of the class name.
    let name: Int
    /// The entry number of the superclass, or 0.
    let superclass: Int
    /// Where the body of the entry stands, or that of its first case.
    let firstBody: Int
    /// The number of cases of an enum.
    var caseCount = 0
  }

  /// The stored keys of an entry or a case.
  struct Body: Sendable {
    /// Where the keys stand.
    let keys: Range<Int>
    /// How many of them are optional.
    let optionalCount: Int
    /// Where those stand, among all such keys, of which uniform lists say the entries once.
    let nestedKeys: Range<Int>
    /// The size of all values but those, when they are floats, dates, uuids and 8-bit integers; nil otherwise.
    let fixedByteCount: Int?
    /// Whether no value may have this body, because its case is retired.
    let isRetired: Bool
  }

  /// A stored key.
  struct Key: Sendable {
    let form: TypeForm
    let isOptional: Bool

    /// Whether uniform lists say the entry of the values once.
    ///
    /// Spec §3.5.
    @inline(__always)
    var isNestedInLists: Bool { form.action == .structure && !isOptional }
  }

  /// The forms of the types of all keys.
  var types = TypeForms()
  private(set) var entries: [Entry] = []
  private(set) var bodies: [Body] = []
  private(set) var keys: [Key] = []
  /// The places of the keys of which uniform lists say the entries once.
  private(set) var nestedKeys: [Int] = []

  /// The entry of a number, or nil when there is none.
  subscript(number: Int) -> Entry? {
    entries.indices.contains(number &- 1) ? entries[number &- 1] : nil
  }

  /// The number of bodies that have been added.
  var bodyCount: Int { bodies.count }

  /// The number of keys that have been added.
  var keyCount: Int { keys.count }

  /// Makes room for a number of entries with a body each.
  mutating func reserveCapacity(_ count: Int) {
    entries.reserveCapacity(count)
    bodies.reserveCapacity(count)
  }

  /// Adds a stored key of the body that will be added next.
  mutating func addKey(type: Int, isOptional: Bool) {
    keys.append(Key(form: types[type], isOptional: isOptional))
  }

  /// Adds the body of the keys from one on.
  mutating func addBody(firstKey: Int, isRetired: Bool = false) {
    let firstNested = nestedKeys.count
    var optionalCount = 0
    var byteCount: Int? = firstKey < keys.count ? 0 : nil
    for place in firstKey..<keys.count {
      let key = keys[place]
      if key.isOptional { optionalCount += 1 }
      if key.isNestedInLists {
        nestedKeys.append(place)
      } else {
        let own = key.isOptional ? nil : key.form.code.fixedByteCount
        byteCount = own.flatMap { own in byteCount.map { $0 + own } }
      }
    }
    bodies.append(
      Body(
        keys: firstKey..<keys.count, optionalCount: optionalCount,
        nestedKeys: firstNested..<nestedKeys.count, fixedByteCount: byteCount,
        isRetired: isRetired))
  }

  /// Adds an entry of which all bodies have been added.
  mutating func add(_ entry: Entry) {
    entries.append(entry)
  }

  /// Whether an object of an entry is a member of the class of a name, found by going up the chain.
  ///
  /// Spec §4.2.
  func entry(_ number: Int, isA name: Int) -> Bool {
    var next = number
    while next > 0 {
      let entry = entries[next - 1]
      if entry.name == name { return true }
      next = entry.superclass
    }
    return false
  }
}
