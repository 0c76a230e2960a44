import Stele
import SteleModel

/// An archive in which paths are followed, in memory or in a file.
protocol PathContent {
  var classes: ArchiveClassTable { get }
  var objectCount: Int { get }
  func object(_ number: Int) throws(ArchiveError) -> ArchiveObject?
  func root(_ name: String) throws(ArchiveError) -> ArchiveNamedValue?
  func roots() throws(ArchiveError) -> [ArchiveNamedValue]
  func metadata() throws(ArchiveError) -> [ArchiveNamedValue]?
}

extension ArchiveReader: PathContent {}

struct GraphContent: PathContent {
  let graph: ArchiveGraph

  var classes: ArchiveClassTable { graph.classes }
  var objectCount: Int { graph.objects.count }

  func object(_ number: Int) -> ArchiveObject? {
    graph.objects.indices.contains(number &- 1) ? graph.objects[number - 1] : nil
  }

  func root(_ name: String) -> ArchiveNamedValue? { graph.root(name) }
  func roots() -> [ArchiveNamedValue] { graph.roots }
  func metadata() -> [ArchiveNamedValue]? { graph.metadata }
}
