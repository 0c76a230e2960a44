import Stele
import TestSupport

extension ValidFixtures {
  /// Rule C13: what a retired key leaves free.
  static func retirements() throws -> [ValidFixture] {
    [
      try ValidFixture(
        "retired-keys-of-kinds", ["4.3"],
        "Classes and structs of one name with a retired key: lower versions are free, others have its type.",
        keeps: ["C13"],
        Graph([
          .class("T", version: 2, keys: [Key("k", .int8, presence: .retired)]),
          .structure("T", keys: [Key("k", .bool)]),
          .structure("T", version: 3, keys: [Key("k", .int8)]),
          .structure("U", version: 5, keys: [Key("k", .reference(to: "T"))]),
          .class("U", version: 2, keys: [Key("k", .reference(to: "U"))]),
          .class("U", version: 3, keys: [Key("k", .reference(to: "T"), presence: .retired)]),
          .structure("V", version: 2, keys: [Key("k", .int8)]),
        ])),
      try ValidFixture(
        "retired-keys-of-cases", ["4.3", "4.4"],
        "Retired keys of the cases of an enum leave the name free, for cases, classes and structs.",
        keeps: ["C13"],
        Graph([
          .enumeration("E", cases: [Case("a", keys: [Key("k", .int8, presence: .retired)])]),
          .enumeration(
            "E", version: 2, cases: [Case("a", keys: [Key("k", .bool)]), Case("k")]),
          .class("E", version: 2, keys: [Key("k", .string, presence: .retired)]),
          .enumeration("E", version: 3, cases: [Case("a", keys: [Key("k", .uuid)])]),
          .structure("E", version: 3, keys: [Key("k", .string), Key("a", .bool)]),
        ])),
    ]
  }
}
