import Stele
import SteleModel
import Testing

/// The examples of the pages about the dynamic model.
@Suite struct `Examples of the dynamic model` {
  private func people() throws -> [UInt8] {
    var graph = ArchiveGraph()
    let person = graph.classes.define(
      .class(
        "Person",
        keys: [
          ArchiveKey("name", .string),
          ArchiveKey("friend", .optional(.reference(to: "Person"))),
          ArchiveKey("parent", .weakReference(to: "Person")),
        ]))
    let ann = graph.add(
      ArchiveObject(entry: person, values: [.string("Ann"), .reference(2), .nil]))
    graph.add(
      ArchiveObject(entry: person, values: [.string("Bob"), .reference(1), .reference(ann)]))
    graph.roots = [ArchiveNamedValue("root", .reference(to: "Person"), .reference(ann))]
    let bytes = try graph.encoded()
    return bytes
  }

  @Test func `a graph of two people is built, opened and changed`() throws {
    let bytes = try people()
    let archive = try ArchiveReader(opening: bytes)  // reads the index and the class table
    let bob = try archive.object(2)  // reads one block
    try archive.check()  // validates everything

    var copy = try ArchiveGraph(bytes)  // all of it is validated
    copy.objects[1].values[0] = .string("Robert")
    let changed = try copy.encoded()
    let canonical = try copy.canonical().encoded()

    #expect(bob?.values == [.string("Bob"), .reference(1), .reference(1)])
    #expect(try ArchiveGraph(changed).objects[1].values[0] == .string("Robert"))
    #expect(try ArchiveGraph(canonical).objects[1].values.contains(.string("Robert")))
  }

  @Test func `a graph with a superclass is built as the page says`() throws {
    var graph = ArchiveGraph()
    let animal = graph.classes.define(.class("Animal", keys: [ArchiveKey("name", .string)]))
    let dog = graph.classes.define(
      .class(
        "Dog", superclass: animal,
        keys: [
          ArchiveKey("age", .int64, presence: .optional),
          ArchiveKey("master", .weakReference(to: nil)),
        ]))
    let rex = graph.add(ArchiveObject(entry: dog, values: [.string("Rex"), .integer(3), .nil]))
    graph.roots = [ArchiveNamedValue("dog", .reference(to: "Animal"), .reference(rex))]
    let bytes = try graph.encoded()
    #expect(try ArchiveGraph(bytes) == graph)
  }

  @Test func `an archive is read in part as the page says`() throws {
    let bytes = try people()
    let archive = try ArchiveReader(opening: bytes)
    for root in try archive.roots() {
      print(root.name, root.type)
    }
    let first = try archive.object(1)
    #expect(first?.values.first == .string("Ann"))
  }
}
