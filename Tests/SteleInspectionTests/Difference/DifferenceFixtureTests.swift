import Foundation
import Stele
import SteleInspection
import SteleModel
import TestSupport
import Testing

/// The archives that every reader must accept.
@Suite("Difference of fixtures")
struct DifferenceFixtureTests {
  static let fixtures = Result { try FixtureFolder.manifest().valid }

  @Test(arguments: try fixtures.get())
  func `a fixture holds what it holds, and what its canonical form holds`(
    _ fixture: Manifest.Valid
  ) throws {
    let bytes = try FixtureFolder.bytes(fixture.file)
    #expect(try ChangesBetween(bytes, bytes).lines == [])
    guard let form = fixture.form else { return }
    let canonical = try FixtureFolder.bytes(form)
    #expect(try ChangesBetween(bytes, canonical).lines == [])
    #expect(try ChangesBetween(canonical, bytes).lines == [])
  }

  @Test func `archives of a group differ exactly if their contents do`() throws {
    for group in try FixtureFolder.manifest().equal {
      let archives = try group.contents.enumerated().flatMap { content, archives in
        try archives.map { (content, $0.file, try FixtureFolder.bytes($0.file)) }
      }
      for (content, name, bytes) in archives {
        for (otherContent, other, otherBytes) in archives {
          // Metadata is no part of the content.
          let lines = try ChangesBetween(bytes, otherBytes).lines
            .filter { !$0.dropFirst(2).hasPrefix("metadata.") }
          #expect(lines.isEmpty == (content == otherContent), "\(name), \(other): \(lines)")
        }
      }
    }
  }

  @Test func `archives of all generations are compared in both directions`() throws {
    for family in try EvolutionFamily.all() {
      for old in family.files {
        for new in family.files {
          let left = try FixtureFolder.bytes(family.path(ofArchive: old))
          let right = try FixtureFolder.bytes(family.path(ofArchive: new))
          let there = try ChangesBetween(left, right).counts.changes
          let back = try ChangesBetween(right, left).counts.changes
          #expect(there[.added] == back[.removed], "\(family.name) \(old) \(new)")
          #expect(there[.changed] == back[.changed], "\(family.name) \(old) \(new)")
          if old == new { #expect(there.isEmpty) }
        }
      }
    }
  }

  @Test func `damaged archives are refused like by every reader`() throws {
    for fixture in try FixtureFolder.manifest().invalid {
      let bytes = try FixtureFolder.bytes(fixture.file)
      let error = #expect(throws: ArchiveError.self, "\(fixture.file)") {
        _ = try ComparedArchive(.memory(bytes), .old)
      }
      #expect(error?.rule.number == fixture.finding.rule, "\(fixture.file)")
      #expect(error?.offset == fixture.finding.offset, "\(fixture.file)")
    }
  }

  @Test func `extremes are compared`() throws {
    for family in Extreme.all where family.kind == .archive {
      let bytes = family.bytes(ofAbout: 4096)
      guard (try? ArchiveReader.check(bytes)) != nil else { continue }
      #expect(try ChangesBetween(bytes, bytes).lines == [], "\(family.name)")
    }
  }

  @Test
  func `extremes of different sizes are compared, unless a value takes more memory than allowed`()
    throws
  {
    for family in Extreme.all where family.kind == .archive {
      let (large, small) = (family.bytes(ofAbout: 2048), family.bytes(ofAbout: 1536))
      guard (try? ArchiveReader.check(large)) != nil, (try? ArchiveReader.check(small)) != nil
      else { continue }
      do {
        let there = try ChangesBetween(small, large).counts.changes
        let back = try ChangesBetween(large, small).counts.changes
        #expect(there[.added] == back[.removed], "\(family.name)")
        #expect(there[.removed] == back[.added], "\(family.name)")
      } catch let failure as ArchiveDifference.Failure {
        #expect(failure.error.rule == .memory, "\(family.name)")
      }
    }
  }
}
