import Stele
import SteleModel
import TestSupport

extension ValidFixtures {
  /// Retired keys, whose names come back with their types or with others.
  static func retirements() throws -> [ValidFixture] {
    [
      try ValidFixture(
        "retired-keys-of-kinds", ["4.3"],
        "Classes and structs of one name: some retire a key, others have it.", keeps: ["C9"],
        ArchiveGraph([
          .class("T", version: 2, keys: [ArchiveKey("k", .int8, presence: .retired)]),
          .struct("T", keys: [ArchiveKey("k", .bool)]),
          .struct("T", version: 3, keys: [ArchiveKey("k", .int8)]),
          .struct("U", version: 5, keys: [ArchiveKey("k", .reference(to: "T"))]),
          .class("U", version: 2, keys: [ArchiveKey("k", .reference(to: "U"))]),
          .class("U", version: 3, keys: [ArchiveKey("k", .reference(to: "T"), presence: .retired)]),
          .struct("V", version: 2, keys: [ArchiveKey("k", .int8)]),
        ])),
      try ValidFixture(
        "retired-keys-of-cases", ["4.3", "4.4"],
        "Retired keys of the cases of an enum, and classes and structs of its name.", keeps: ["C9"],
        ArchiveGraph([
          .enum("E", cases: [ArchiveCase("a", keys: [ArchiveKey("k", .int8, presence: .retired)])]),
          .enum(
            "E", version: 2,
            cases: [ArchiveCase("a", keys: [ArchiveKey("k", .bool)]), ArchiveCase("k")]),
          .class("E", version: 2, keys: [ArchiveKey("k", .string, presence: .retired)]),
          .enum("E", version: 3, cases: [ArchiveCase("a", keys: [ArchiveKey("k", .uuid)])]),
          .struct("E", version: 3, keys: [ArchiveKey("k", .string), ArchiveKey("a", .bool)]),
        ])),
      try ValidFixture(
        "retired-key-with-other-type", ["4.3", "10.3"],
        "The name of a retired key comes back with another type: in the same version, a later one, retired again, and in a struct of the name.",
        keeps: ["C9"],
        ArchiveGraph([
          .class("T", version: 2, keys: [ArchiveKey("k", .int8, presence: .retired)]),
          .class("T", version: 2, keys: [ArchiveKey("k", .bool)]),
          .class("T", version: 3, keys: [ArchiveKey("k", .string, presence: .optional)]),
          .class("T", version: 4, keys: [ArchiveKey("k", .list(.int8), presence: .retired)]),
          .struct("T", version: 2, keys: [ArchiveKey("k", .uuid)]),
          .struct("T", version: 3, keys: [ArchiveKey("k", .date, presence: .retired)]),
        ])),
    ]
  }
}
