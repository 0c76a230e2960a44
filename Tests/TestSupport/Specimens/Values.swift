import Stele

/// A small object that is equal to others by its text only.
final class Tag: Tracked, Codable, Hashable {
  let text: String
  private(set) var parent: Tag?

  init(_ text: String, parent: Tag? = nil) {
    self.text = text
    self.parent = parent
    super.init()
  }

  private enum CodingKeys: CodingKey { case text, parent }

  static func == (left: Tag, right: Tag) -> Bool { left.text == right.text }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }

  override func unlink() { parent = nil }
}

/// A plain struct.
struct Point: Codable, Hashable {
  var x: Int32 = 0
  var y: Float = 0
}

/// A struct that writes its keys by hand.
struct Reading: FieldCodable, Hashable {
  var time: Double = 0
  var level: UInt16 = 0
  var note: String?

  init(time: Double, level: UInt16, note: String?) {
    self.time = time
    self.level = level
    self.note = note
  }

  init(from fields: inout FieldDecoder) throws {
    time = try fields.decode("time")
    level = try fields.decode("level")
    note = try fields.decode("note")
  }

  func encode(to fields: inout FieldEncoder) throws {
    try fields.encode(time, "time")
    try fields.encode(level, "level")
    try fields.encode(note, "note")
  }
}

/// An enum with payloads.
enum Shape: Codable, Hashable {
  case nothing
  case circle(radius: Double, at: Point)
  case polygon([Point])
  case tagged(Tag, Int?)
  indirect case group(Shape, [Shape])
}

/// An enum with raw values of text.
enum Colour: String, Codable, CaseIterable { case red, green, blue }

/// An enum with raw values that are numbers.
enum Rank: UInt8, Codable, CaseIterable { case low, middle, high = 255 }

/// An enum that has changed, and admits what it does not know.
enum Signal: Codable, Hashable, ArchiveDeclaring {
  case on
  case dimmed(Int)
  case unknown

  static var archiveClass: ArchiveClass {
    ArchiveClass(
      "Signal", version: 2, aliases: ["Lamp"],
      keys: [.key("dimmed", since: 2, aliases: ["dim"])], unknownCase: "unknown")
  }
}

/// A number in a transparent wrapper.
struct Metres: Codable, Hashable, RawRepresentable { var rawValue: Double }

/// A value with nothing in it.
struct Nothing: Codable, Hashable {}

/// A value that nests in itself.
struct Nest: Codable, Hashable {
  var inner: [Nest] = []
  var tag: Tag?
}

/// A value that asks for a list with parts of different types.
struct Triple: Codable, Hashable {
  var number: Int = 0
  var text: String = ""
  var tag: Tag?

  init(number: Int, text: String, tag: Tag?) {
    self.number = number
    self.text = text
    self.tag = tag
  }

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    number = try container.decode(Int.self)
    text = try container.decode(String.self)
    tag = container.isAtEnd ? nil : try container.decodeIfPresent(Tag.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(number)
    try container.encode(text)
    if let tag { try container.encode(tag) }
  }
}
