import Foundation
import SteleNSCoding

/// The values of properties that have moved between the classes of a hierarchy, whichever kind of class writes them and
/// whichever reads them.
struct MoveMatrix {
  /// The class that has the properties in a version of the hierarchy.
  enum Version { case upper, between, lower }

  typealias Kind = (name: String, type: (Version) -> any Page.Type, upper: [AnyClass])

  static var kinds: [Kind] {
    [
      (
        "by hand", pages(PagesByHand.Upper.self, PagesByHand.Between.self, PagesByHand.Lower.self),
        [PagesByHand.FullTop.self, PagesByHand.BareTop.self, PagesByHand.Middle.self]
      ),
      (
        "one line",
        pages(PagesInOneLine.Upper.self, PagesInOneLine.Between.self, PagesInOneLine.Lower.self),
        [PagesInOneLine.FullTop.self, PagesInOneLine.BareTop.self, PagesInOneLine.Middle.self]
      ),
      (
        "one line below by hand",
        pages(
          PagesBelowByHand.Upper.self, PagesBelowByHand.Between.self, PagesBelowByHand.Lower.self),
        [PagesByHand.FullTop.self, PagesByHand.BareTop.self, PagesBelowByHand.Middle.self]
      ),
    ]
  }

  private static func pages(
    _ upper: any Page.Type, _ between: any Page.Type, _ lower: any Page.Type
  ) -> (Version) -> any Page.Type {
    {
      switch $0 {
      case .upper: upper
      case .between: between
      case .lower: lower
      }
    }
  }

  static let moves: [(name: String, from: Version, to: Version)] = [
    ("up", .lower, .upper), ("down", .upper, .lower),
    ("up into a new class", .lower, .between), ("down into a new class", .upper, .between),
    ("down out of a removed class", .between, .lower),
    ("up out of a removed class", .between, .upper),
  ]

  /// Returns the outcome of a move: `equal`, the error, or that something else came back.
  static func outcome(
    _ move: (name: String, from: Version, to: Version), from writer: Kind, to reader: Kind,
    _ format: Format
  ) -> String {
    let object = writer.type(move.from).init()
    (object.title, object.owner, object.size, object.body) = ("title", Dog(name: "Rex"), 7, "text")
    do {
      let unarchiver = try format.reading(
        naming: names(of: writer, move.from), as: names(of: reader, move.to)
      ) { $0.encode([object, object], forKey: "root") }
      let classes: [AnyClass] = [NSArray.self, reader.type(move.to)]
      let list = try unarchiver.object(of: classes, forKey: "root") as? NSArray
      guard let copy = list?.firstObject as? any Page else { return "LOST" }
      let isEqual =
        copy.title == "title" && copy.owner?.name == "Rex" && copy.size == 7 && copy.body == "text"
      return isEqual ? "equal" : "LOST"
    } catch {
      return "\(error)"
    }
  }

  private static func names(of kind: Kind, _ version: Version) -> ClassNames {
    let tops = version == .upper ? [kind.upper[0]] : [kind.upper[1]]
    return [("Low", kind.type(version))] + tops.map { ("Top", $0) }
      + (version == .between ? [("Middle", kind.upper[2])] : [])
  }

  /// The moves, writers, readers and formats after which a property is not what it was, with what comes of it.
  static func exceptions() -> [String] {
    moves.flatMap { move in
      kinds.flatMap { writer in
        kinds.flatMap { reader in
          [Format.stele, .binaryKeyedArchive].compactMap { format in
            let found = outcome(move, from: writer, to: reader, format)
            return found == "equal"
              ? nil : "\(move.name), \(writer.name), read \(reader.name), \(format): \(found)"
          }
        }
      }
    }
  }
}
