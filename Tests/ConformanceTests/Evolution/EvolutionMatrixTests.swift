import Stele
import SteleModel
import TestSupport
import Testing

/// Every archive of `evolution/`, read by every version of the program.
@Suite struct EvolutionMatrixTests {
  struct Entry: Sendable, CustomTestStringConvertible {
    let family: EvolutionFamily
    let outcome: EvolutionFamily.Outcome
    var testDescription: String { "\(family.name): \(outcome.file) read by \(outcome.reader)" }
  }

  static let entries = Result {
    try EvolutionFamily.all().flatMap { family in
      family.expectation.outcomes.map { Entry(family: family, outcome: $0) }
    }
  }

  @Test func `there is a program for each reader, and no other`() throws {
    let expected = try EvolutionFamily.all().flatMap { family in
      family.expectation.readers.keys.map { "\(family.name)/\($0)" }
    }
    #expect(Set(expected) == Set(EvolutionReader.all.keys))
  }

  @Test(arguments: try entries.get())
  func `a program makes of an archive what is expected, also if it reads in part`(
    _ entry: Entry
  ) throws {
    let reader = try #require(
      EvolutionReader.all["\(entry.family.name)/\(entry.outcome.reader)"])
    let bytes = try FixtureFolder.bytes(entry.family.path(ofArchive: entry.outcome.file))
    try judge(entry) { try reader.read(Unarchiver(bytes, decoder: reader.decoder)) }
    try judge(entry) {
      try reader.read(Unarchiver(ArchiveReader(opening: bytes), decoder: reader.decoder))
    }
  }

  private func judge(_ entry: Entry, _ read: () throws -> JSONValue) throws {
    let values: JSONValue
    do {
      values = try read()
    } catch {
      // This reader has all further conversions.
      #expect(entry.outcome.values == nil, "\(error)")
      let expected = try #require(entry.outcome.error, "\(error)")
      let named = try #require(EvolutionFamily.NamedError(error), "\(error)")
      #expect(named == expected, "\(error)")
      return
    }
    #expect(values == entry.outcome.values)
  }
}
