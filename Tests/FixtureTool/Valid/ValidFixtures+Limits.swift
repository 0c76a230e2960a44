import Stele
import TestSupport

extension ValidFixtures {
  /// Section 7.3: the limits, at their edge.
  static func limits() throws -> [ValidFixture] {
    let deepType = (0..<63).reduce(TypeDescriptor.bool) { type, _ in .list(type) }
    let deepMap = (0..<63).reduce(TypeDescriptor.bool) { type, _ in .map(key: .bool, value: type) }
    return [
      try ValidFixture(
        "descriptor-depth-64", ["3.1"],
        "Type descriptors that nest 64 deep: of a root, of a key, and inside of an any value.",
        keeps: ["L1"],
        Graph(
          [.class("T", keys: [Key("k", deepMap)])], [Object(1, .map([]))],
          roots: [
            NamedValue("any", .any, .any(deepType, .list([]))),
            NamedValue("key", .reference(to: "T"), .reference(1)),
            NamedValue("root", deepType, .list([])),
          ])),
      try ValidFixture(
        "value-depth-512", ["3.2"],
        "Values that nest 512 deep, the innermost an empty list, nil, a packed list, and references.",
        keeps: ["L2"],
        Graph(
          [.class("T")], [Object(1)],
          roots: [
            NamedValue("a", .any, nested(.list(.any), .list([]))),
            NamedValue("b", .any, nested(.optional(.string), .nil)),
            NamedValue("c", .any, nested(.list(.int8), .list([.integer(1)]))),
            NamedValue(
              "d", .any, nested(.list(.reference(to: "T")), .list([.reference(1)]))),
            NamedValue(
              "e", .any,
              nested(.list(.optional(.reference(to: nil))), .list([.nil]))),
          ])),
      try ValidFixture(
        "value-depth-structs", ["3.2", "3.7"], "Structs that nest 512 deep, in uniform lists.",
        keeps: ["L2"],
        Graph(
          [.structure("S", keys: [Key("list", .list(.structure("S")))])],
          roots: [
            NamedValue(
              "root", .structure("S"),
              (0..<255).reduce(structure(1, .list([]))) { inner, _ in
                structure(1, .list([inner]))
              })
          ])),
    ]
  }
}
