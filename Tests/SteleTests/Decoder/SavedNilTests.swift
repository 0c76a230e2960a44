import Stele
import SteleModel
import TestSupport
import Testing

/// A nil that was saved is a nil again, although the key has a default for older archives.
struct SavedNilTests {
  static var declaration: ArchiveClass {
    ArchiveClass(
      "Sample", version: 2,
      keys: [
        .key("number", since: 2, default: 7), .key("text", since: 2, default: "seven"),
        .key("part", since: 2, default: Part(name: "seven")), .key("unversioned", default: 7),
      ])
  }

  struct Part: Codable, Equatable { var name: String }

  struct Values: Equatable {
    var number: Int?
    var text: String?
    var part: Part?
    var unversioned: Int?

    static let defaults = Values(
      number: 7, text: "seven", part: Part(name: "seven"), unversioned: 7)
    static let full = Values(number: 1, text: "one", part: Part(name: "one"), unversioned: 2)
  }

  protocol Sample: Codable, AnyObject, ArchiveDeclaring {
    var values: Values { get }
    init(_ values: Values)
  }

  final class Synthesised: Sample {
    static var archiveClass: ArchiveClass { declaration }
    private var number: Int?
    private var text: String?
    private var part: Part?
    private var unversioned: Int?
    var values: Values {
      Values(number: number, text: text, part: part, unversioned: unversioned)
    }
    init(_ values: Values) {
      (number, text, part) = (values.number, values.text, values.part)
      unversioned = values.unversioned
    }
  }

  /// Writes nils, and asks what there is before it reads.
  final class Careful: Sample {
    static var archiveClass: ArchiveClass { declaration }
    let values: Values
    init(_ values: Values) { self.values = values }
    private enum CodingKeys: CodingKey { case number, text, part, unversioned }
    init(from decoder: any Decoder) throws {
      let keys = try decoder.container(keyedBy: CodingKeys.self)
      func read<T: Decodable>(_ key: CodingKeys) throws -> T? {
        guard keys.contains(key), try !keys.decodeNil(forKey: key) else { return nil }
        return try keys.decode(T.self, forKey: key)
      }
      values = Values(
        number: try read(.number), text: try read(.text), part: try read(.part),
        unversioned: try read(.unversioned))
    }
    func encode(to encoder: any Encoder) throws {
      var keys = encoder.container(keyedBy: CodingKeys.self)
      try keys.encode(values.number, forKey: .number)
      if values.text == nil { try keys.encodeNil(forKey: .text) }
      if let text = values.text { try keys.encode(text, forKey: .text) }
      try keys.encodeIfPresent(values.part, forKey: .part)
      try keys.encode(values.unversioned, forKey: .unversioned)
    }
  }

  final class ByHand: Sample, FieldCodable {
    static var archiveClass: ArchiveClass { declaration }
    let values: Values
    init(_ values: Values) { self.values = values }
    init(from fields: inout FieldDecoder) throws {
      values = Values(
        number: try fields.decode("number"), text: try fields.decode("text"),
        part: try fields.decode("part"), unversioned: try fields.decode("unversioned"))
    }
    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(values.number, "number")
      try fields.encode(values.text, "text")
      try fields.encode(values.part, "part")
      try fields.encode(values.unversioned, "unversioned")
    }
  }

  final class TwoPhases: Sample, TwoPhaseCodable {
    static var archiveClass: ArchiveClass { declaration }
    private(set) var values = Values.full
    init() {}
    init(_ values: Values) { self.values = values }
    func decode(from fields: inout FieldDecoder) throws {
      values = Values(
        number: try fields.decode("number"), text: try fields.decode("text"),
        part: try fields.decode("part"), unversioned: try fields.decode("unversioned"))
    }
    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(values.number, "number")
      try fields.encode(values.text, "text")
      try fields.encode(values.part, "part")
      try fields.encode(values.unversioned, "unversioned")
    }
  }

  final class Properties: Sample, PropertyCodable {
    static var archiveClass: ArchiveClass { declaration }
    private var number: Int? = 5
    private var text: String? = "five"
    private var part: Part? = Part(name: "five")
    private var unversioned: Int? = 5
    var values: Values {
      Values(number: number, text: text, part: part, unversioned: unversioned)
    }
    init() {}
    init(_ values: Values) {
      (number, text, part) = (values.number, values.text, values.part)
      unversioned = values.unversioned
    }
  }

  final class Old: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Sample") }
    init() {}
  }

  static var classes: [any Sample.Type] {
    [Synthesised.self, Careful.self, ByHand.self, TwoPhases.self, Properties.self]
  }

  private func test<S: Sample>(_ type: S.Type, _ values: [Values]) throws {
    for form in try OutputForm.all(of: values.map { S($0) }) {
      let decoded = try SteleDecoder().decode([S].self, from: form.bytes)
      #expect(decoded.map(\.values) == values, "\(S.self)")
    }
  }

  @Test(arguments: classes.indices)
  func `a nil comes back as nil, alone and beside values`(_ index: Int) throws {
    let type = Self.classes[index]
    try test(type, [Values()])
    try test(type, [Values(), Values()])
    try test(type, [.full, Values(), Values(number: 3), Values(part: Part(name: "p"))])
    try test(type, [Values(), .full])
  }

  @Test(arguments: classes.indices)
  func `a record of an older version takes the defaults`(_ index: Int) throws {
    func test<S: Sample>(_ type: S.Type) throws {
      for form in try OutputForm.all(of: Old()) {
        let values = try SteleDecoder().decode(S.self, from: form.bytes).values
        #expect(values == .defaults, "\(S.self)")
      }
    }
    try test(Self.classes[index])
  }

  @Test(arguments: classes.indices)
  func `a record of an older version that lists the key takes the default, too`(
    _ index: Int
  ) throws {
    func test<S: Sample>(_ type: S.Type) throws {
      let bytes = try archive(
        .class("Sample", keys: [ArchiveKey("number", .int64, presence: .optional)]), values: [nil])
      #expect(try SteleDecoder().decode(S.self, from: bytes).values == .defaults, "\(S.self)")
    }
    try test(Self.classes[index])
  }

  struct Required: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { declaration }
    var number: Int
  }

  @Test func `a key that must have a value takes the default for a nil that was saved`() throws {
    let bytes = try SteleEncoder().encode(Synthesised(Values()))
    let values = try ArchiveGraph(bytes)
    let entry = try #require(values.classes.entries.first)
    let old = try archive(
      .struct("Sample", version: 2, keys: entry.keys), values: [nil, nil, nil, nil])
    #expect(try SteleDecoder().decode(Required.self, from: old).number == 7)
  }

  final class Tail: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Tail", version: 2, keys: [.key("last", since: 2, default: 7)])
    }
    var keys: [String: Int]
    var last: Int?
    init(_ keys: [String: Int], _ last: Int?) { (self.keys, self.last) = (keys, last) }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      last = try container.decodeIfPresent(Int.self, forKey: AnyKey("last"))
      keys = [:]
      for name in container.allKeys where name.stringValue != "last" {
        keys[name.stringValue] = try container.decode(Int.self, forKey: name)
      }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyKey.self)
      for (name, value) in keys.sorted(by: { $0.key < $1.key }) {
        try container.encode(value, forKey: AnyKey(name))
      }
      guard keys.count > 30 else { return }
      try container.encodeIfPresent(last, forKey: AnyKey("last"))
    }
  }

  @Test func `a nil comes back where keys do not fit into the entries`() throws {
    let objects = (1...40).map { count in
      Tail(Dictionary(uniqueKeysWithValues: (0..<count).map { ("key\($0)", $0) }), nil)
    }
    let decoded = try convert(objects, to: [Tail].self)
    #expect(decoded.last?.keys == objects.last?.keys)
    #expect(decoded.last?.last == nil)
  }
}
