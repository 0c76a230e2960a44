import Foundation
import Stele
import SteleInspection
import SteleModel
import TestSupport
import Testing

@Suite("The content digest")
struct ContentDigestTests {
  @Test(arguments: [true, false])
  func `is there for values of 300 entries that are joined`(isClass: Bool) throws {
    var graph = ArchiveGraph()
    for number in 1...300 {
      let name = "\(number)" + String(repeating: "k", count: 20)
      let keys = [ArchiveKey(name, .list(.int64))]
      graph.classes.define(isClass ? .class("A", keys: keys) : .struct("A", keys: keys))
    }
    let values = (1...300).map { [ArchiveValue.list([.integer(Int128($0))])] }
    if isClass {
      for (index, values) in values.enumerated() {
        graph.add(ArchiveObject(entry: index + 1, values: values))
      }
      graph.roots = [ArchiveNamedValue("root", .list(.reference(to: "A")), .references(1...300))]
    } else {
      let structs = values.enumerated().map {
        ArchiveValue.struct(ArchiveStructValue(entry: $0 + 1, values: $1))
      }
      graph.roots = [ArchiveNamedValue("root", .list(.list(.struct("A"))), .list([.list(structs)]))]
    }
    let source = try ArchiveGraph(verified(graph.encoded()))
    let canonical = try verified(source.canonical().encoded(), isCanonical: true)
    #expect(try ArchiveGraph(canonical).contentDigest() == source.contentDigest())
    #expect(try source.contentDigest().description == SHA256.hash(canonical))
  }

  @Test func `stays when objects, roots, sets and maps stand in another order`() throws {
    for seed in Seeds.forTest(count: 100) {
      let graph = RandomGraph.make(seed: seed)
      // Keys that differ only in the order of sets in them have no canonical form.
      guard (try? graph.canonical()) != nil else { continue }
      var shuffling = Shuffling(seed: seed)
      var other = try ArchiveGraph(shuffling.shuffled(graph).encoded())
      other.writer += "another"
      let digest = try graph.contentDigest()
      #expect(try other.contentDigest() == digest, "seed \(seed)")
      let whole = try graph.contentDigest(includesMetadata: true)
      #expect(try other.contentDigest(includesMetadata: true) == whole, "seed \(seed)")
      let (form, wholeForm) = try (graph.canonical(), graph.canonical(includesMetadata: true))
      #expect(try digest.description == SHA256.hash(form.encoded()), "seed \(seed)")
      #expect(try whole.description == SHA256.hash(wholeForm.encoded()), "seed \(seed)")
      other.roots.append(ArchiveNamedValue("\u{1}added", .int8, .integer(1)))
      #expect(try other.contentDigest() != digest, "seed \(seed)")
    }
  }

  @Test func `depends on each value, and not on what no root leads to`() throws {
    var graph = ArchiveGraph()
    let person = graph.classes.define(.class("Person", keys: ["name": .string]))
    graph.add(person, .string("Ann"))
    graph.roots = [ArchiveNamedValue("ann", .reference(to: "Person"), .reference(1))]
    let digest = try graph.contentDigest()
    var renamed = graph
    renamed.objects[0].values[0] = .string("Anne")
    #expect(try renamed.contentDigest() != digest)
    var otherClass = graph
    otherClass.classes = ArchiveClassTable([.class("Person", version: 2, keys: ["name": .string])])
    #expect(try otherClass.contentDigest() != digest)
    var larger = graph
    larger.add(person, .string("Eve"))
    larger.metadata = [ArchiveNamedValue("title", .string, .string("People"))]
    #expect(try larger.contentDigest() == digest)
    #expect(try larger.contentDigest(includesMetadata: true) != digest)
  }

  @Test func `comes back from its text`() throws {
    let digest = try ArchiveGraph().contentDigest()
    #expect(digest.bytes.count == ContentDigest.byteCount)
    #expect(digest.description.utf8.count == 2 * ContentDigest.byteCount)
    #expect(ContentDigest(digest.description) == digest)
    #expect(ContentDigest(digest.description)?.bytes == digest.bytes)
    for text in [
      "", "00", digest.description + "0", String(digest.description.dropLast()),
      String(digest.description.dropLast()) + "g", digest.description.uppercased(),
      String(repeating: "é", count: 32),
    ] {
      #expect(ContentDigest(text) == nil, "\(text)")
    }
  }
}
