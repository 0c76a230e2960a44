import Stele
import TestSupport
import Testing

@Suite struct `Values of the wrong type` {
  struct Point: Codable, Hashable { var x = 1, y = 2 }
  enum Choice: Codable, Hashable { case some(Int) }
  final class Object: Codable, Hashable {
    static func == (left: Object, right: Object) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }
  final class Other: Codable, SimplyNamed {}

  /// Values of kinds that do not convert into one another.
  static let kinds: [(name: String, value: any Codable & Sendable)] = [
    ("bool", true), ("integer", 5), ("float", 1.5), ("text", "t"), ("list", [1]),
    ("texts", ["a"]), ("map", [1: 2]), ("struct", Point()), ("enum", Choice.some(1)),
  ]

  @Test(arguments: kinds.indices, kinds.indices) func `each kind is an error as every other`(
    _ source: Int, _ target: Int
  ) throws {
    func check<S: Codable, T: Codable>(_ value: S, _ type: T.Type) throws {
      let name = "\(Self.kinds[source].name) as \(Self.kinds[target].name)"
      let expected: [CodingFailure.Kind] =
        isKeyed(source) && isKeyed(target)
        ? [.typeMismatch, .keyNotFound, .dataCorrupted] : [.typeMismatch]
      let failures = [
        (failure: try failure(converting: value, to: T.self), path: ""),
        (try failure(converting: Holder(value), to: Holder<T>.self), "value"),
        (try failure(converting: [value], to: [T].self), "[0]"),
        (try failure(converting: Holder(value), to: Holder<T?>.self), ""),
      ]
      for (failure, path) in failures {
        #expect(expected.contains(failure?.kind ?? .other("none")), "\(name): \(failure as Any)")
        #expect(failure?.path.hasPrefix(path) == true, "\(name)")
      }
    }
    func isKeyed(_ index: Int) -> Bool {
      ["map", "struct", "enum"].contains(Self.kinds[index].name)
    }
    // An integer may be a float.
    let numbers = [1, 2]
    guard source != target, !numbers.contains(source) || !numbers.contains(target) else { return }
    func open<T: Codable>(_ target: T) throws { try check(Self.kinds[source].value, T.self) }
    try open(Self.kinds[target].value)
  }

  @Test func `an object is not a value, nor a value an object`() throws {
    #expect(try failure(converting: Object(), to: Int.self)?.kind == .typeMismatch)
    #expect(try failure(converting: Object(), to: [Int].self)?.kind == .typeMismatch)
    #expect(try failure(converting: Object(), to: Point.self)?.kind == .keyNotFound)
    #expect(try failure(converting: 5, to: Object.self)?.kind == .typeMismatch)
    #expect(try failure(converting: Holder(5), to: Holder<Object?>.self)?.kind == .typeMismatch)
    #expect(try failure(converting: [Object()], to: [String].self)?.path == "[0]")
  }

  @Test func `an object of another class is an error`() throws {
    let failure = try failure(converting: Holder(Other()), to: Holder<Object>.self)
    #expect((failure?.reason, failure?.path) == (.unknownClass("Other"), "value"))
  }

  @Test func `nil is not an object`() throws {
    #expect(
      try failure(converting: [Object(), nil] as [Object?], to: [Object].self)?.kind
        == .valueNotFound)
    #expect(try failure(converting: Object?.none, to: Object.self)?.kind == .valueNotFound)
  }

  @Test func `bytes that are no archive are dataCorrupted with the rule as their cause`() throws {
    var bytes = try SteleEncoder().encode([1, 2, 3])
    bytes[bytes.count / 2] ^= 1
    for bytes in [[], [1, 2, 3], bytes, Array(bytes.dropLast())] {
      do {
        _ = try SteleDecoder().decode([Int].self, from: bytes)
        Issue.record("the bytes are not an archive")
      } catch DecodingError.dataCorrupted(let context) {
        #expect(context.underlyingError is ArchiveError)
        #expect(context.codingPath.isEmpty)
      }
    }
  }
}
