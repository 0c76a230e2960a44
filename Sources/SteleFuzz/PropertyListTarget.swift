import Stele
import SteleKeyedArchive
import SteleModel

/// The target that gives bytes to the property-list reader and to the import of keyed archives; accepted bytes must
/// survive a round trip.
enum PropertyListTarget {
  static func run(_ bytes: [UInt8]) {
    guard let list = try? PropertyListGraph(parsing: bytes) else { return }
    do {
      guard try PropertyListGraph(parsing: list.binaryBytes()) == list else {
        FuzzTarget.disagree("a property list comes back changed")
      }
    } catch {
      FuzzTarget.disagree("a property list cannot be written: \(error)")
    }
    guard let graph = try? ArchiveGraph(keyedArchive: list) else { return }
    do {
      let archive = try graph.encoded()
      guard try PropertyListGraph(keyedArchiveFrom: ArchiveGraph(archive)) == list else {
        FuzzTarget.disagree("a keyed archive comes back changed")
      }
    } catch {
      if let error = error as? ArchiveError, error.rule == .memory { return }
      FuzzTarget.disagree("an imported archive cannot be written or exported: \(error)")
    }
  }
}
