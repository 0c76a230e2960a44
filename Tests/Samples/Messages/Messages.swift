import Stele

/// A message of a client to the server.
enum Request: Codable, ArchiveDeclaring {
  case join(Name)
  case post(Post)
  case leave
  /// A case that a newer client has.
  case unknown

  static var archiveClass: ArchiveClass { ArchiveClass("Request", unknownCase: "unknown") }
}

/// A message of the server to a client.
enum Response: Codable, Equatable, ArchiveDeclaring {
  case welcome(Name)
  case posted(number: Int)
  case goodbye
  case refused(reason: String)
  case unknown

  static var archiveClass: ArchiveClass { ArchiveClass("Response", unknownCase: "unknown") }
}

/// A name, which is checked where it comes from outside: in its initialiser for decoders.
struct Name: Codable, Equatable {
  let text: String

  init?(_ text: String) {
    guard (1...20).contains(text.utf8.count) else { return nil }
    self.text = text
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let name = Name(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a name has 1 to 20 bytes")
    }
    self = name
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

final class Post: Codable {
  var text: String
  /// Attachments may occur several times, and remain one object.
  var attachments: [Attachment]

  init(text: String, attachments: [Attachment] = []) {
    self.text = text
    self.attachments = attachments
  }
}

class Attachment: Codable {
  var name: String

  init(name: String) { self.name = name }
}

final class Picture: Attachment {
  let width: Int
  let pixels: [UInt8]

  private enum CodingKeys: CodingKey { case width, pixels }

  init(name: String, width: Int, pixels: [UInt8]) {
    self.width = width
    self.pixels = pixels
    super.init(name: name)
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    width = try container.decode(Int.self, forKey: .width)
    pixels = try container.decode([UInt8].self, forKey: .pixels)
    guard width > 0, pixels.count.isMultiple(of: width) else {
      throw DecodingError.dataCorruptedError(
        forKey: .width, in: container, debugDescription: "the rows differ in length")
    }
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(width, forKey: .width)
    try container.encode(pixels, forKey: .pixels)
  }
}

/// A class of the program that no message may contain.
final class Script: Attachment {}

extension ClassSet {
  /// The classes of which clients may send objects.
  static let ofRequests: ClassSet = [Post.self, Attachment.self, Picture.self]
}
