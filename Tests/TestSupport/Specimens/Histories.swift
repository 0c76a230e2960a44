import Stele

/// A class with a long history.
final class Account: Tracked, Codable, ArchiveDeclaring {
  static var archiveClass: ArchiveClass {
    ArchiveClass(
      "Account", version: 3, aliases: ["Konto"],
      keys: [
        .key("email", since: 2, default: ""),
        .key("balance", aliases: ["saldo"]).converting(from: String.self) { Int64($0) ?? 0 },
        .key("owner", since: 3, aliases: ["name"]), .retired("fax", .string),
      ]
    ) { old in
      if let first = try old.decode("first", as: String.self) {
        old.set("\(first) \(old.version) \(old.keys.count)" as String?, for: "owner")
      }
    }
  }

  var email = ""
  var balance: Int64 = 0
  var owner: String?
  var partner: Account?
  var settings = Settings()

  private enum CodingKeys: CodingKey { case email, balance, owner, partner, settings }

  override func unlink() { partner = nil }
}

/// A struct with a history, which writes its keys by hand.
struct Settings: FieldCodable, Hashable, ArchiveDeclaring {
  static var archiveClass: ArchiveClass {
    ArchiveClass(
      "Settings", version: 2, aliases: ["Preferences"],
      keys: [
        .key("volume", since: 2, aliases: ["loudness"], default: Float(0.5)),
        .retired("skin", .list(.uint8)),
      ]
    ) { old in
      guard old.version == 1, let theme = try old.decode("theme", as: Int.self) else { return }
      old.set([theme], for: "themes")
    }
  }

  var volume: Float = 0.5
  var themes: [Int] = []

  init() {}

  init(from fields: inout FieldDecoder) throws {
    volume = try fields.decode("volume")
    themes = try fields.decode("themes")
  }

  func encode(to fields: inout FieldEncoder) throws {
    try fields.encode(volume, "volume")
    try fields.encode(themes, "themes")
  }
}

/// A class that keeps the keys which it does not know.
final class Notebook: Tracked, Codable {
  var title = ""
  var pages: [String]? = []
  var next: Notebook?
  var rest = UnknownKeys()

  private enum CodingKeys: CodingKey { case title, pages, next, rest }

  override func unlink() { next = nil }
}

/// Objects of which some may be unknown.
final class Shelf: Tracked, Codable {
  var animals: [MaybeUnknown<Animal>] = []
  var favourite: MaybeUnknown<Animal>?
  var any: [OpaqueObject] = []
  var perhaps: OpaqueObject?

  private enum CodingKeys: CodingKey { case animals, favourite, any, perhaps }

  override func unlink() {
    animals = []
    favourite = nil
  }
}
