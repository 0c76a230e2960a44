import Observation
import Stele
import SteleModel
import Synchronization
import TestSupport
import Testing

/// The examples of the page about observable and main-actor classes.
@Suite struct `Examples of observable and main-actor classes` {
  /// The class before it declared its keys.
  ///
  /// `Codable` in place of `Encodable` would give the same keys and a warning of the compiler.
  enum Version1 {
    @Observable
    final class Account: Encodable {
      var owner: String
      var balance: Double

      init(owner: String, balance: Double) {
        self.owner = owner
        self.balance = balance
      }
    }
  }

  @Observable
  final class Account: Codable {
    var owner: String
    var balance: Double

    init(owner: String, balance: Double) {
      self.owner = owner
      self.balance = balance
    }

    private enum CodingKeys: String, CodingKey {
      case _owner = "owner"
      case _balance = "balance"
    }
  }

  enum Repaired {
    @Observable
    final class Account: Codable, ArchiveDeclaring {
      var owner: String
      var balance: Double

      init(owner: String, balance: Double) {
        self.owner = owner
        self.balance = balance
      }

      private enum CodingKeys: String, CodingKey {
        case _owner = "owner"
        case _balance = "balance"
      }

      static var archiveClass: ArchiveClass {
        ArchiveClass(
          "Account", version: 2,
          keys: [
            .key("owner", aliases: ["_owner"]),
            .key("balance", aliases: ["_balance"]),
          ])
      }
    }
  }

  private func keys(_ bytes: [UInt8]) throws -> [String] {
    let entries = try ArchiveReader(opening: bytes).classes.entries
    return entries.first { $0.name == "Account" }?.keys.map(\.name) ?? []
  }

  @Test func `synthesised keys of an observable class are those of its storage`() throws {
    let bytes = try SteleEncoder().encode(Version1.Account(owner: "Ann", balance: 3))
    _ = try verified(bytes)
    #expect(try keys(bytes) == ["_owner", "_balance", "_$observationRegistrar"])
  }

  @Test func `declared coding keys give an observable class the keys of its properties`() throws {
    let bytes = try SteleEncoder().encode(Account(owner: "Ann", balance: 3))
    _ = try verified(bytes)
    #expect(try keys(bytes) == ["owner", "balance"])
    let copy = try SteleDecoder().decode(Account.self, from: bytes)
    #expect(copy.owner == "Ann")
    #expect(copy.balance == 3)
  }

  @Test func `aliases read files that have the keys of the storage`() throws {
    let old = try SteleEncoder().encode(Version1.Account(owner: "Ann", balance: 3))
    let repaired = try SteleDecoder().decode(Repaired.Account.self, from: old)
    #expect(repaired.owner == "Ann")
    #expect(repaired.balance == 3)

    let new = try verified(try SteleEncoder().encode(repaired))
    #expect(try keys(new) == ["owner", "balance"])
    #expect(try SteleDecoder().decode(Repaired.Account.self, from: new).owner == "Ann")
  }

  @Test func `a decoded object is observed`() throws {
    let bytes = try SteleEncoder().encode(Account(owner: "Ann", balance: 3))
    let copy = try SteleDecoder().decode(Account.self, from: bytes)
    let changes = Changes()
    withObservationTracking {
      _ = copy.owner
    } onChange: {
      changes.note()
    }
    copy.owner = "Bob"
    #expect(changes.count == 1)
  }

  @Observable
  final class Folder: Codable {
    var title: String
    @ObservationIgnored @BackReference var parent: Folder?
    var folders: [Folder] = []

    init(title: String) { self.title = title }

    private enum CodingKeys: String, CodingKey {
      case _title = "title"
      case parent
      case _folders = "folders"
    }
  }

  @Test func `an observable class has references that lead back`() throws {
    let root = Folder(title: "root")
    let child = Folder(title: "child")
    child.parent = root
    root.folders = [child]
    let bytes = try verified(try SteleEncoder().encode(root))
    let copy = try SteleDecoder().decode(Folder.self, from: bytes)
    #expect(copy.folders.first?.parent === copy)
    let entries = try ArchiveReader(opening: bytes).classes.entries
    #expect(entries.first?.keys.map(\.name) == ["title", "parent", "folders"])
  }

  @Observable
  final class Settings: PropertyCodable {
    var volume = 0.5
    var theme = "light"
  }

  @Test func `all properties of an observable class are archived by their names`() throws {
    let settings = Settings()
    settings.volume = 0.25
    let bytes = try verified(try SteleEncoder().encode(settings))
    let entries = try ArchiveReader(opening: bytes).classes.entries
    #expect(entries.map { $0.keys.map(\.name) } == [["volume", "theme"]])
    #expect(try SteleDecoder().decode(Settings.self, from: bytes).volume == 0.25)
  }

  @MainActor
  final class Board: @MainActor Codable {
    var title: String
    var cards: [Card] = []
    init(title: String) { self.title = title }
  }

  @MainActor
  class Card: @MainActor Codable {
    var text: String
    @BackReference var board: Board?
    init(text: String) { self.text = text }
  }

  @MainActor
  final class Checklist: Card {}

  @MainActor @Test func `a main-actor class is archived on the main actor`() throws {
    let board = Board(title: "Today")
    let card = Card(text: "Write")
    card.board = board
    board.cards = [card, card]

    let bytes = try SteleEncoder().encode(board)
    let copy = try SteleDecoder().decode(Board.self, from: bytes)

    _ = try verified(bytes)
    #expect(copy.title == "Today")
    #expect(copy.cards.map(\.text) == ["Write", "Write"])
    #expect(copy.cards[0] === copy.cards[1])
    #expect(copy.cards[0].board === copy)
  }

  @MainActor @Test func `a subclass of a main-actor class is allowed`() throws {
    let board = Board(title: "Today")
    board.cards = [Checklist(text: "Write")]
    let bytes: [UInt8] = try SteleEncoder().encode(board)
    var decoder = SteleDecoder()
    decoder.allow(Checklist.self)
    #expect(try decoder.decode(Board.self, from: bytes).cards[0] is Checklist)
  }
}

/// Counts calls from wherever they come.
private final class Changes: Sendable {
  private let number = Mutex(0)
  var count: Int { number.withLock { $0 } }
  func note() { number.withLock { $0 += 1 } }
}

// The names that the types have outside of the suite.
extension `Examples of observable and main-actor classes`.Version1.Account: SimplyNamed {}
extension `Examples of observable and main-actor classes`.Account: SimplyNamed {}
