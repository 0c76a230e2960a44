import Stele
import SteleModel
import TestSupport
import Testing

@testable import stele_cli

@Suite("stele extract")
struct ExtractTests {
  private func extract(_ graph: ArchiveGraph, _ arguments: String...) throws -> ArchiveGraph {
    let run = try ToolRun(["extract", "-", "-o", "-"] + arguments, input: graph.encoded())
    #expect((run.code, run.errors) == (.fine, ""))
    return try ArchiveGraph(run.bytes)
  }

  @Test func `what lies below an object becomes an archive of its own`() throws {
    let office = Sample.office()
    let part = try extract(office, "root[1]")
    #expect(part.objects == Array(office.objects.prefix(2)))
    #expect((part.classes, part.metadata) == (office.classes, office.metadata))
    #expect(part.roots == [ArchiveNamedValue("root", .reference(to: "Person"), .reference(2))])
  }

  @Test func `objects and classes are numbered anew`() throws {
    let part = try extract(Sample.office(), "objects[3]", "--name", "child")
    #expect(part.classes.entries.map(\.name) == ["Color", "Person"])
    #expect((part.objects.count, part.objects[0].entry) == (1, 2))
    #expect(part.objects[0].values[3] == Sample.office().objects[2].values[3])
    #expect(part.roots == [ArchiveNamedValue("child", .reference(to: "Person"), .reference(1))])
    let size = try extract(Sample.office(), "objects[2].size")
    #expect(size.objects.isEmpty)
    #expect(size.classes.entries.map(\.name) == ["Size"])
    #expect(size.roots[0].value == .struct(1, .integer(3), .integer(4)))
  }

  @Test func `a weak reference to what is left out becomes nil`() throws {
    var graph = ArchiveGraph()
    let node = graph.classes.define(
      .class(
        "Node",
        keys: ["above": .weakReference(to: "Node"), "below": .optional(.reference(to: "Node"))]))
    graph.add(node, .nil, .reference(2))
    graph.add(node, .reference(1), .reference(3))
    graph.add(node, .reference(2), .nil)
    graph.roots = [ArchiveNamedValue("top", .reference(to: "Node"), .reference(1))]
    #expect(try extract(graph, "top") == graph)
    let part = try extract(graph, "top.below")
    #expect(
      part.objects == [
        ArchiveObject(entry: node, values: [.nil, .reference(2)]),
        ArchiveObject(entry: node, values: [.reference(1), .nil]),
      ])
  }

  @Test func `a path that leads nowhere leaves no file`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("new")
    let run = try ToolRun(["extract", "-", "rot", "-o", path], input: Sample.office().encoded())
    run.expectRefusal(.finding, "there is no root or class \"rot\"; did you mean root?")
    #expect(throws: (any Error).self) { try directory.bytes(of: "new") }
  }
}
