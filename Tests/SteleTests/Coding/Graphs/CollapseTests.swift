import Stele
import TestSupport
import Testing

@Suite struct `Elements and keys that collapse` {
  /// A text that is equal to another one when their scalars are.
  struct Exact: SingleValueCodable, Hashable {
    let value: String
    init(_ value: String) { self.value = value }
    static func == (left: Self, right: Self) -> Bool {
      left.value.unicodeScalars.elementsEqual(right.value.unicodeScalars)
    }
    func hash(into hasher: inout Hasher) { hasher.combine(Array(value.utf8)) }
  }

  /// A number that is equal to another one when their bits are.
  struct Bits: SingleValueCodable, Hashable {
    let value: Double
    init(_ value: Double) { self.value = value }
    static func == (left: Self, right: Self) -> Bool {
      left.value.bitPattern == right.value.bitPattern
    }
    func hash(into hasher: inout Hasher) { hasher.combine(value.bitPattern) }
  }

  /// A word that is equal to another one whatever its case.
  struct Caseless: SingleValueCodable, Hashable {
    let value: String
    init(_ value: String) { self.value = value }
    static func == (left: Self, right: Self) -> Bool {
      left.value.lowercased() == right.value.lowercased()
    }
    func hash(into hasher: inout Hasher) { hasher.combine(value.lowercased()) }
  }

  /// A value that leaves out what makes it different.
  struct Forgetful: Codable, Hashable {
    var number: Int
    init(_ number: Int) { self.number = number }
    init(from decoder: any Decoder) throws { number = 0 }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode("same")
    }
  }

  private static let collapse = SteleCodingError.Reason.duplicateAfterConversion

  @Test func `two spellings of a letter are one key for Swift, and an error`() throws {
    let spellings: Set = [Exact("e\u{301}"), Exact("\u{E9}")]
    #expect(try roundTrip(spellings, isOrdered: false) == spellings)
    let set = try failure(converting: Holder(spellings), to: Holder<Set<String>>.self)
    #expect((set?.reason, set?.kind) == (Self.collapse, .dataCorrupted))
    #expect(set?.path.hasPrefix("value") == true)
    let map = [Exact("e\u{301}"): 1, Exact("\u{E9}"): 2]
    #expect(try roundTrip(map, isOrdered: false) == map)
    let decoded = try failure(converting: Holder(map), to: Holder<[String: Int]>.self)
    #expect((decoded?.reason, decoded?.kind) == (Self.collapse, .dataCorrupted))
  }

  @Test func `zero and negative zero are one element for Swift, and an error`() throws {
    let zeros: Set = [Bits(0.0), Bits(-0.0)]
    #expect(try roundTrip(zeros, isOrdered: false) == zeros)
    #expect(try failure(converting: zeros, to: Set<Double>.self)?.reason == Self.collapse)
    let map = [Bits(0.0): "a", Bits(-0.0): "b"]
    #expect(try failure(converting: map, to: [Double: String].self)?.reason == Self.collapse)
  }

  @Test func `values that are equal for the program are an error`() throws {
    #expect(
      try failure(converting: Set(["a", "A"]), to: Set<Caseless>.self)?.reason == Self.collapse)
    #expect(
      try failure(converting: ["a": 1, "A": 1], to: [Caseless: Int].self)?.reason == Self.collapse)
  }

  @Test func `objects that are equal for the program are an error`() throws {
    final class Identity: Codable, Hashable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("Tag") }
      var name = "same"
      static func == (left: Identity, right: Identity) -> Bool { left === right }
      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }
    let set: Set = [Identity(), Identity()]
    #expect(try RoundTrip(isOrdered: false, hasCanonicalForm: false)(set).count == 2)
    #expect(try failure(converting: set, to: Set<Tag>.self)?.reason == Self.collapse)
    let map = Dictionary(uniqueKeysWithValues: set.map { ($0, 1) })
    #expect(try failure(converting: map, to: [Tag: Int].self)?.reason == Self.collapse)
  }

  @Test func `elements that are equal in the archive are an error of the encoder`() throws {
    let failures = [
      failure(encoding: Holder(Set([Forgetful(1), Forgetful(2)]))),
      failure(encoding: Holder([Forgetful(1): 1, Forgetful(2): 2])),
      failure(encoding: Holder(Set([Double.nan, Double.nan]))),
      failure(encoding: Holder([Double.nan: 1, -Double.nan: 2, .nan: 3])),
    ]
    for failure in failures {
      #expect((failure?.kind, failure?.reason) == (.invalidValue, Self.collapse))
      #expect(failure?.path.hasPrefix("value") == true)
    }
  }

  @Test func `one NaN is an element like any other`() throws {
    let copy = try convert(Set([Double.nan, 1]), to: Set<Double>.self)
    #expect(copy.count == 2)
    #expect(copy.contains(1))
  }
}
