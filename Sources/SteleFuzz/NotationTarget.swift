import Stele
import SteleInspection
import SteleModel

/// The target that parses text in the text notation; accepted text must survive a round trip.
enum NotationTarget {
  static func run(_ bytes: [UInt8]) {
    guard let graph = try? ArchiveGraph(notation: bytes) else { return }
    guard let again = try? ArchiveGraph(notation: graph.notation()), again == graph else {
      FuzzTarget.disagree("the text of a graph gives another graph")
    }
    guard let archive = try? graph.encoded() else { return }
    do {
      guard try ArchiveGraph(archive).notation(pretty: true) == graph.notation(pretty: true) else {
        FuzzTarget.disagree("the archive of a text gives another text")
      }
    } catch {
      if error.rule != .memory { FuzzTarget.disagree("what was built does not verify: \(error)") }
    }
  }
}
