internal import Stele
package import SteleModel

/// Graphs with a struct of two entries, for each pair of types of its key, whose values are in set elements and map keys.
///
/// Spec §9.6, rule K11, and §9.7.
package struct JoinPair: Sendable {
  /// The two types, and their values.
  package let name: String
  package let graph: ArchiveGraph
  /// Whether a set element or map key contains a reference, which rule K11 forbids.
  package let hasReferenceInKey: Bool
  /// Whether a set has two elements, which joining may make equal.
  package let hasTwoElements: Bool

  /// A type, and values of it: nil, numbers, references and empty containers.
  private struct Choice {
    let type: ArchiveTypeDescriptor
    let values: [(value: ArchiveValue, hasReference: Bool)]

    init(_ type: ArchiveTypeDescriptor, _ values: ArchiveValue..., references: ArchiveValue...) {
      self.type = type
      self.values = values.map { ($0, false) } + references.map { ($0, true) }
    }
  }

  private static let choices: [Choice] = {
    let (ref, named) = (
      ArchiveTypeDescriptor.reference(to: nil), ArchiveTypeDescriptor.reference(to: "T")
    )
    let object = ArchiveValue.reference(1)
    func map(_ value: ArchiveValue) -> ArchiveValue {
      .map([ArchiveMapPair(key: .bool(true), value: value)])
    }
    return [
      Choice(.bool, .bool(true)), Choice(.int8, .integer(5)), Choice(.int16, .integer(5)),
      Choice(.int128, .integer(5)), Choice(.uint8, .unsigned(5)), Choice(.float64, .float64(5)),
      Choice(.string, .string("5")),
      Choice(
        .any, .any(.int8, .integer(5)), .any(.optional(ref), .nil), .any(.optional(.never), .nil),
        references: .any(ref, object), .any(.optional(named), object)),
      Choice(ref, references: object), Choice(named, references: object),
      Choice(.optional(.never), .nil), Choice(.optional(ref), .nil, references: object),
      Choice(.optional(named), .nil, references: object),
      Choice(.optional(.optional(ref)), .nil, .some(.nil), references: .some(object)),
      Choice(.optional(.int8), .nil, .some(.integer(5))),
      Choice(.optional(.optional(.int16)), .nil, .some(.nil), .some(.some(.integer(5)))),
      Choice(
        .optional(.any), .nil, .some(.any(.optional(ref), .nil)),
        references: .some(.any(ref, object))),
      Choice(.list(.never), .list([])), Choice(.list(.int8), .list([]), .list([.integer(5)])),
      Choice(.list(.optional(ref)), .list([]), .list([.nil]), references: .list([object])),
      Choice(.list(named), .list([]), references: .list([object])), Choice(.set(.never), .set([])),
      Choice(.set(.optional(ref)), .set([]), .set([.nil]), references: .set([object])),
      Choice(.map(key: .bool, value: .never), .map([])),
      Choice(
        .map(key: .bool, value: .optional(ref)), .map([]), map(.nil), references: map(object)),
      Choice(
        .optional(.list(.optional(.never))), .nil, .some(.list([])), .some(.list([.nil]))),
      Choice(
        .optional(.list(.optional(ref))), .nil, .some(.list([.nil])),
        references: .some(.list([object]))),
      Choice(
        .struct("N"), .struct(ArchiveStructValue(entry: 4, values: [.nil])),
        references: .struct(ArchiveStructValue(entry: 4, values: [object]))),
    ]
  }()

  /// The graphs, for all pairs of types.
  package static func all() -> [JoinPair] {
    var pairs: [JoinPair] = []
    for left in choices {
      for right in choices where left.type != right.type {
        for (value, hasReference) in left.values {
          for (index, (other, otherHasReference)) in right.values.enumerated() {
            let name = "\(left.type) \(value), \(right.type) \(other)"
            pairs.append(
              JoinPair(
                name: name, graph: graph(left.type, right.type, [value], keys: [value, other]),
                hasReferenceInKey: hasReference || otherHasReference, hasTwoElements: true))
            guard index == 0 else { continue }
            pairs.append(
              JoinPair(
                name: name + " outside of keys",
                graph: graph(left.type, right.type, [value, other], keys: [value]),
                hasReferenceInKey: hasReference, hasTwoElements: false))
          }
        }
      }
    }
    return pairs
  }

  /// Makes a graph of values of the first entry, or of the first and the second.
  private static func graph(
    _ left: ArchiveTypeDescriptor, _ right: ArchiveTypeDescriptor, _ list: [ArchiveValue],
    keys: [ArchiveValue]
  ) -> ArchiveGraph {
    func values(_ all: [ArchiveValue]) -> [ArchiveValue] {
      all.enumerated().map { .struct(ArchiveStructValue(entry: $0 + 1, values: [$1])) }
    }
    var graph = ArchiveGraph()
    for type in [left, right] {
      graph.classes.define(.struct("S", keys: [ArchiveKey("k", type)]))
    }
    graph.classes.define(.class("T"))
    graph.classes.define(.struct("N", keys: [ArchiveKey("n", .optional(.reference(to: "T")))]))
    graph.add(ArchiveObject(entry: 3, values: []))
    let type = ArchiveTypeDescriptor.struct("S")
    graph.roots = [
      ArchiveNamedValue("list", .list(type), .list(values(list))),
      ArchiveNamedValue("set", .set(type), .set(values(keys))),
      ArchiveNamedValue(
        "map", .map(key: type, value: .bool),
        .map(values(keys).map { ArchiveMapPair(key: $0, value: .bool(true)) })),
    ]
    return graph
  }
}
