/// The keys that the entries of each class have had, as far as retired keys forbid others.
///
/// Spec §4.3, rule C13.
struct KeyHistory {
  /// The extreme version of the entries that did something to a key, with the type that the key
  /// had there, and the extreme version of those where it had any other type.
  ///
  /// No more is needed to
  /// judge a further entry.
  private struct Extreme {
    var version: Int
    var typeOffset: Int
    var otherTypeVersion: Int?
  }

  private struct Record {
    let className: UInt32
    let nameOffset: Int
    let hash: UInt64
    /// The greatest versions of entries that have the key.
    var had: Extreme
    /// The least versions of entries that retire the key.
    var retired: Extreme?
  }

  private var records: [Record] = []
  /// The numbers of the records, from 1, in an open hash table.
  private var slots = [UInt32](repeating: 0, count: 64)

  /// Enters a key of an entry, and says whether the entries before allow it.
  ///
  /// The range of the name includes its length.
  mutating func add(
    _ bytes: Span<UInt8>, name: Range<Int>, type: Range<Int>, className: UInt32, version: Int,
    isRetired: Bool
  ) -> Bool {
    var extreme = Extreme(version: version, typeOffset: type.lowerBound)
    guard let index = find(bytes, name, className) else {
      records[records.count - 1].had = extreme
      if isRetired { records[records.count - 1].retired = extreme }
      return true
    }
    func isEqual(_ other: Extreme) -> Bool {
      bytes.areEqual(other.typeOffset, type.lowerBound, byteCount: type.count)
    }
    let record = records[index]
    var isAllowed = true
    if let retired = record.retired {
      // The least version that retires the key with another type.
      let least = isEqual(retired) ? retired.otherTypeVersion : retired.version
      if let least, version >= least { isAllowed = false }
    }
    if isRetired {
      // The greatest version that has the key with another type.
      let greatest = isEqual(record.had) ? record.had.otherTypeVersion : record.had.version
      if let greatest, greatest >= version { isAllowed = false }
      if let retired = record.retired {
        extreme = Self.merge(retired, version, type, isEqual: isEqual(retired), by: <)
      }
      records[index].retired = extreme
    }
    records[index].had = Self.merge(record.had, version, type, isEqual: isEqual(record.had), by: >)
    return isAllowed
  }

  private static func merge(
    _ old: Extreme, _ version: Int, _ type: Range<Int>, isEqual: Bool,
    by isMore: (Int, Int) -> Bool
  ) -> Extreme {
    var new = old
    if isEqual {
      if isMore(version, old.version) { new.version = version }
    } else if isMore(version, old.version) {
      new = Extreme(
        version: version, typeOffset: type.lowerBound, otherTypeVersion: old.version)
    } else {
      let other = old.otherTypeVersion ?? version
      new.otherTypeVersion = isMore(version, other) ? version : other
    }
    return new
  }

  /// The record of a key, or nil after making a new one at the end.
  private mutating func find(
    _ bytes: Span<UInt8>, _ name: Range<Int>, _ className: UInt32
  ) -> Int? {
    if records.count * 2 >= slots.count { grow() }
    let hash = ByteHash.hash(bytes, name) ^ UInt64(className) &* 0x9E37_79B9_7F4A_7C15
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let index = Int(slots[slot]) - 1
      let record = records[index]
      if record.hash == hash, record.className == className,
        bytes.areEqual(record.nameOffset, name.lowerBound, byteCount: name.count)
      {
        return index
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    records.append(
      Record(
        className: className, nameOffset: name.lowerBound, hash: hash,
        had: Extreme(version: 0, typeOffset: 0)))
    slots[slot] = UInt32(truncatingIfNeeded: records.count)
    return nil
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 2)
    for (index, record) in records.enumerated() {
      var slot = Int(truncatingIfNeeded: record.hash) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(truncatingIfNeeded: index + 1)
    }
  }
}
