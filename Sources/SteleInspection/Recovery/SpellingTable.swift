import Stele
import SteleModel

/// A table that numbers values by their meaning: sets and maps in any order, structs and enums by their keys.
///
/// Rules V6 and V7 compare bytes, so a set may have one element in two spellings: `{1, 5}` and `{5, 1}`, or one struct with two
/// entries of a lineage. Parts are numbered before their containers, so each value is visited once.
///
/// Spec §3.6.
struct SpellingTable {
  /// The first word of a value.
  enum Tag: Int {
    case some, any, list, set, map, `struct`, `enum`
  }

  private var scalars: [ArchiveValue: Int] = [:]
  private var containers: [[Int]: Int] = [:]
  private var names = NameNumbers()

  mutating func number(of value: ArchiveValue) -> Int {
    let next = scalars.count + containers.count
    return Self.number(in: &scalars[value], next)
  }

  /// Returns the number of a value with parts.
  ///
  /// The words are the numbers of the parts, in an order that does not depend on the spelling.
  mutating func number(of tag: Tag, _ words: [Int]) -> Int {
    let next = scalars.count + containers.count
    return Self.number(in: &containers[[tag.rawValue] + words], next)
  }

  private static func number(in place: inout Int?, _ next: Int) -> Int {
    if let place { return place }
    place = next
    return next
  }

  mutating func number(ofName name: String) -> Int { names.number(of: name) }

  /// Returns the type as a sequence of numbers.
  mutating func words(of type: ArchiveTypeDescriptor) -> [Int] { names.numbered(type).words }

  /// The largest amount of memory in bytes for a part: its number in a list that grows by doubling, its number in the words of
  /// its container, and an entry of a table.
  static let partByteCount =
    4 * MemoryLayout<Int>.stride
    + 4 * (MemoryLayout<ArchiveValue>.stride + MemoryLayout<Int>.stride)
    + MemoryBudget.array(of: Int.self, count: 8)
}

extension ArchiveTypeDescriptor {
  /// Whether a set or map in values of the type may have one element or key in two spellings, according to the type.
  var mayHoldSpellings: Bool {
    preorder.contains { type in
      switch type {
      case .set(let part), .map(let part, _): part.hasSpellings
      default: false
      }
    }
  }

  /// Whether a value of the type may have several spellings.
  private var hasSpellings: Bool {
    contains { code in
      switch code {
      case .set, .map, .any, .struct, .enum: true
      default: false
      }
    }
  }
}
