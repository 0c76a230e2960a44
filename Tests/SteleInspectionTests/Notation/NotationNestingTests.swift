import Stele
import SteleInspection
import SteleModel
import TestSupport
import Testing

@Suite struct NotationNestingTests {
  /// Returns values that nest to the given depth, with the same kind on each level.
  private static func nested(_ kind: String, depth: Int) -> ArchiveGraph {
    var graph = ArchiveGraph()
    graph.classes = ArchiveClassTable([
      .struct("S", keys: [ArchiveKey("s", .optional(.struct("S")), presence: .optional)]),
      .struct("A", keys: [ArchiveKey("a", .any, presence: .optional)]),
      .enum("E", cases: [ArchiveCase("e", keys: [ArchiveKey("a", .any, presence: .optional)])]),
      .class("C", keys: ["a": .any]),
    ])
    var type = ArchiveTypeDescriptor.bool
    var value = ArchiveValue.bool(true)
    // An optional struct begins with a struct, all others with a bool.
    for level in 1..<(kind == "optional struct" ? depth + 1 : depth) {
      guard kind == "optional struct" || level.isMultiple(of: 2) else {
        (type, value) = (.any, .any(type, value))
        continue
      }
      switch kind {
      case "any of any list": (type, value) = (.list(.any), .list([value]))
      case "set": (type, value) = (.set(.any), .set([value]))
      case "map key":
        type = .map(key: .any, value: .bool)
        value = .map([ArchiveMapPair(key: value, value: .bool(true))])
      case "map value":
        type = .map(key: .bool, value: .any)
        value = .map([ArchiveMapPair(key: .bool(true), value: value)])
      case "optional": (type, value) = (.optional(.any), ArchiveValue.some(value))
      case "struct": (type, value) = (.struct("A"), .struct(2, value))
      case "enum": (type, value) = (.enum("E"), .enum(3, case: 0, value))
      case _ where level.isMultiple(of: 2):
        (type, value) = (.optional(.struct("S")), ArchiveValue.some(value))
      default: (type, value) = (.struct("S"), .struct(1, level == 1 ? nil : value))
      }
    }
    graph.roots = [ArchiveNamedValue("v", type, value)]
    if type == .any { graph.add(4, value) }
    return graph
  }

  static let kinds = [
    "any of any list", "set", "map key", "map value", "optional", "struct", "enum",
    "optional struct",
  ]

  @Test(arguments: kinds) func `values nest 512 deep in archives and text, but not 513`(
    kind: String
  ) throws {
    let graph = Self.nested(kind, depth: 512)
    for pretty in [false, true] {
      #expect(try ArchiveGraph(notation: graph.notation(pretty: pretty)) == graph)
    }
    #expect(try ArchiveGraph(graph.encoded()).notation() == graph.notation())
    let error = #expect(throws: NotationError.self) {
      try ArchiveGraph(notation: Self.nested(kind, depth: 513).notation())
    }
    #expect(error?.reason == .valueNesting(limit: 512))
  }

  @Test func `types nest 64 deep, but not 65`() throws {
    var type = ArchiveTypeDescriptor.int8
    for level in 1..<64 {
      type = level.isMultiple(of: 2) ? .optional(type) : .map(key: type, value: .bool)
    }
    var graph = ArchiveGraph()
    graph.classes.define(.class("C", keys: ["k": type]))
    #expect(try ArchiveGraph(notation: graph.notation()) == graph)
    graph.classes = ArchiveClassTable([.class("C", keys: ["k": .list(type)])])
    let error = #expect(throws: NotationError.self) { try ArchiveGraph(notation: graph.notation()) }
    #expect(error?.reason == .descriptorNesting(limit: 64))
  }

  @Test func `a chain of 256 superclasses can be read, a longer or endless one not`() throws {
    for (count, last) in [(256, 0), (257, 0), (3, 1)] {
      var graph = ArchiveGraph()
      for number in 1...count {
        let isLast = number == count
        graph.classes.define(
          .class("C\(number)", superclass: isLast ? (last == 0 ? nil : last) : number + 1))
      }
      let parts = repeatElement("{}", count: min(count, 256)).joined(separator: ",")
      let text = graph.notation().replacing(
        "\"objects\":[]", with: "\"objects\":[{\"class\":1,\"values\":[\(parts)]}]")
      if count == 256 {
        #expect(try ArchiveGraph(notation: text).objects == [ArchiveObject(entry: 1, values: [])])
      } else {
        let error = #expect(throws: NotationError.self) { try ArchiveGraph(notation: text) }
        #expect(error?.reason == .superclassChain(limit: 256))
        #expect(error?.path == "objects[0].class")
      }
    }
  }
}
