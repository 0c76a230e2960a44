import Foundation
import Stele
import SteleKeyedArchive
import SteleModel
import SteleVerifier
import TestSupport
import Testing

@Suite struct `Real keyed archives in the format` {
  @Test(arguments: try KeyedArchiveSample.all())
  func `each comes back equal, by way of an archive`(_ sample: KeyedArchiveSample) throws {
    let list = try PropertyListGraph(parsing: sample.bytes)
    let graph = try ArchiveGraph(keyedArchive: sample.bytes)
    #expect(try PropertyListGraph(keyedArchiveFrom: graph) == list)
    let archive = try graph.encoded()
    #expect(Verifier().verify(archive).findings.isEmpty)
    let reread = try ArchiveGraph(archive)
    #expect(reread == graph)
    #expect(try PropertyListGraph(keyedArchiveFrom: reread) == list)
    #expect(try PropertyListGraph(parsing: reread.keyedArchiveBytes()) == list)
    #expect(try PropertyListGraph(parsing: reread.keyedArchiveBytes(.xml)) == list.widened())
  }

  @Test(arguments: try KeyedArchiveSample.all())
  func `each is numbered as it was, and has its roots`(_ sample: KeyedArchiveSample) throws {
    let list = try PropertyListGraph(parsing: sample.bytes)
    let graph = try ArchiveGraph(keyedArchive: list)
    let objects = try #require(list.value(of: "$objects", in: list.root))
    #expect(list[objects].memberCount == graph.objects.count + 1)
    let top = try #require(list.value(of: "$top", in: list.root))
    guard case .dictionary(let keys, let values) = list[top] else { return }
    #expect(keys.count == graph.roots.count)
    for (root, value) in zip(graph.roots, values) {
      guard case .uid(let uid) = list[value] else { continue }
      #expect(root.value == (uid == 0 ? .nil : .reference(Int(uid))))
    }
  }
}

extension PropertyListGraph.Node {
  fileprivate var memberCount: Int {
    if case .array(let members) = self { members.count } else { 0 }
  }
}
