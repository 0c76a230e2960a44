import Stele
import SteleModel
import TestSupport

extension ValidFixtures {
  /// Section 8.3: the limits, at their edge.
  static func limits() throws -> [ValidFixture] {
    let deepType = (0..<63).reduce(ArchiveTypeDescriptor.bool) { type, _ in .list(type) }
    let deepMap = (0..<63).reduce(ArchiveTypeDescriptor.bool) { type, _ in
      .map(key: .bool, value: type)
    }
    return [
      try ValidFixture(
        "descriptor-depth-64", ["3.1"],
        "Type descriptors that nest 64 deep: of a root, of a key, and inside of an any value.",
        keeps: ["L1"],
        ArchiveGraph(
          [.class("T", keys: [ArchiveKey("k", deepMap)])], [ArchiveObject(1, .map([]))],
          roots: [
            ArchiveNamedValue("any", .any, .any(deepType, .list([]))),
            ArchiveNamedValue("key", .reference(to: "T"), .reference(1)),
            ArchiveNamedValue("root", deepType, .list([])),
          ])),
      try ValidFixture(
        "value-depth-512", ["3.2"],
        "Values that nest 512 deep, the innermost an empty list, nil, a packed list, and references.",
        keeps: ["L2"],
        ArchiveGraph(
          [.class("T")], [ArchiveObject(1)],
          roots: [
            ArchiveNamedValue("a", .any, nested(.list(.any), .list([]))),
            ArchiveNamedValue("b", .any, nested(.optional(.string), .nil)),
            ArchiveNamedValue("c", .any, nested(.list(.int8), .list([.integer(1)]))),
            ArchiveNamedValue(
              "d", .any, nested(.list(.reference(to: "T")), .list([.reference(1)]))),
            ArchiveNamedValue(
              "e", .any, nested(.list(.optional(.reference(to: nil))), .list([.nil]))),
          ])),
      try ValidFixture(
        "value-depth-structs", ["3.2", "3.7"], "Structs that nest 512 deep, in uniform lists.",
        keeps: ["L2"],
        ArchiveGraph(
          [.struct("S", keys: [ArchiveKey("list", .list(.struct("S")))])],
          roots: [
            ArchiveNamedValue(
              "root", .struct("S"),
              (0..<255).reduce(structure(1, .list([]))) { inner, _ in
                structure(1, .list([inner]))
              })
          ])),
    ]
  }
}
