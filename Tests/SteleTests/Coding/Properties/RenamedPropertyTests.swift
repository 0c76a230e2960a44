import Stele
import TestSupport
import Testing

@Suite struct `Properties that were renamed without an alias` {
  class Old: PropertyCodable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass { ArchiveClass("Account") }
    var owner = "Ann"
    var limit = 3
    required init() {}
  }
  final class Renamed: PropertyCodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Account") }
    var holder = ""
    var limit = 0
  }
  final class Aliased: PropertyCodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Account", keys: [.key("holder", aliases: ["owner"])])
    }
    var holder = ""
    var limit = 0
  }
  final class Retiring: PropertyCodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Account", keys: [.retired("owner", .string)])
    }
    var holder = ""
    var limit = 0
  }
  final class Added: PropertyCodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass {
      ArchiveClass("Account", version: 2, keys: [.key("holder", since: 2)])
    }
    var holder = ""
  }
  final class Keeping: PropertyCodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Account") }
    var holder = ""
    var others = UnknownKeys()
  }
  final class OtherKind: PropertyCodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Account") }
    var isOpen = true
  }
  final class Removing: PropertyCodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Account") }
    var owner = ""
  }
  final class Newer: PropertyCodable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Account", version: 2) }
    var title = "t"
  }

  @Test func `a value without a property, and a property of its kind without a value, are refused`()
    throws
  {
    let failure = try failure(converting: Old(), to: Renamed.self)
    #expect((failure?.kind, failure?.reason) == (.keyNotFound, .missingKey("holder")))
    #expect(failure?.underlying?.className == "Account")
    expectText(
      "the archive has no value for \"holder\", but one for \"owner\", for which there is no property. "
        + "If the property was renamed, declare .key(\"holder\", aliases: [\"owner\"])", of: failure
    )
  }

  @Test func `what is declared of either key is enough`() throws {
    #expect(try convert(Old(), to: Aliased.self).holder == "Ann")
    #expect(try convert(Old(), to: Retiring.self).limit == 3)
    #expect(try convert(Old(), to: Added.self).holder == "")
  }

  @Test func `properties may be added, removed and kept, and archives of newer programs are read`()
    throws
  {
    #expect(try convert(Old(), to: Keeping.self).holder == "")
    #expect(try convert(Old(), to: OtherKind.self).isOpen)
    #expect(try convert(Old(), to: Removing.self).owner == "Ann")
    #expect(try convert(Newer(), to: Removing.self).owner == "")
  }
}
