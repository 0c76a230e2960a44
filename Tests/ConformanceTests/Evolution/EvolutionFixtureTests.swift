import Foundation
import Stele
import SteleInspection
import SteleModel
import SteleVerifier
import TestSupport
import Testing

extension EvolutionFamily: CustomTestStringConvertible {
  package var testDescription: String { name }
}

/// The archives of `evolution/` and their descriptions, without typed readers.
@Suite struct EvolutionFixtureTests {
  static let families = Result { try EvolutionFamily.all() }

  @Test(arguments: try families.get())
  func `every archive is valid and has the text beside it`(family: EvolutionFamily) throws {
    for file in family.files {
      let bytes = try FixtureFolder.bytes(family.path(ofArchive: file))
      #expect(Verifier(level: .references).verify(bytes).findings.isEmpty, "\(file)")
      let text = String(decoding: try FixtureFolder.bytes(family.path(ofText: file)), as: UTF8.self)
      #expect(try ArchiveGraph(bytes).notation() + "\n" == text, "\(file)")
    }
  }

  @Test(arguments: try families.get())
  func `outcomes are for files and readers that there are, once each`(
    family: EvolutionFamily
  ) throws {
    let outcomes = family.expectation.outcomes
    let readers = Set(family.expectation.readers.keys)
    #expect(Set(outcomes.map { [$0.file, $0.reader] }).count == outcomes.count)
    #expect(Set(outcomes.map(\.file)) == Set(family.files))
    #expect(Set(outcomes.map(\.reader)) == readers)
    for outcome in outcomes {
      #expect(outcome.values != nil || outcome.error != nil)
      guard let error = outcome.error else { continue }
      #expect(ArchiveCompatibility.NamedError(rawValue: error.reason) != nil)
    }
    // Each version reads at least its own files.
    for generation in family.generations where readers.contains(generation) {
      #expect(
        outcomes.contains {
          $0.file == generation && $0.reader == generation && $0.values != nil
        })
    }
  }

  @Test func `every row of the table of changes has a family`() throws {
    let chapter = try String(
      contentsOf: FixtureFolder.package.appending(path: "Spec/10-evolution.md"), encoding: .utf8)
    let table = chapter.split(separator: "\n")
      .drop { !$0.hasPrefix("| change between versions") }.dropFirst(2)
      .prefix { $0.hasPrefix("|") }
    let rows = table.map { $0.split(separator: "|")[0].trimmingCharacters(in: .whitespaces) }
    let families = Set(try Self.families.get().map(\.expectation.row))
    #expect(rows.count > 20)
    #expect(Set(rows).subtracting(families) == [])
  }

  @Test(arguments: try families.get())
  func `what a reader stumbles over, the comparison of class tables has told`(
    family: EvolutionFamily
  ) throws {
    for outcome in family.expectation.outcomes {
      // No class table shows which values the program's own types find equal; where there are values, too, the error is that of a
      // reader without the further conversions that the comparison expects.
      guard let error = outcome.error, outcome.values == nil,
        error.reason != "duplicateAfterConversion",
        let (compatibility, isOld) = try comparison(family, outcome)
      else { continue }
      let errors = compatibility.findings.compactMap { finding in
        (isOld ? finding.oldFile : finding.newFile)?.error?.rawValue
      }
      // Nor does one show defaults, with which a key that has moved is ambiguous in place of missing.
      let told = error.reason == "ambiguousKey" ? [error.reason, "missingKey"] : [error.reason]
      #expect(!Set(errors).isDisjoint(with: told), "\(outcome.file) read by \(outcome.reader)")
    }
  }

  @Test(arguments: try families.get())
  func `what is fine for all files, every reader reads`(family: EvolutionFamily) throws {
    for outcome in family.expectation.outcomes {
      guard Int(outcome.reader) != nil,
        let (compatibility, isOld) = try comparison(family, outcome)
      else { continue }
      if compatibility.severity(for: [isOld ? .old : .new]) == .fine {
        #expect(
          outcome.error == nil || outcome.values != nil, "\(outcome.file) read by \(outcome.reader)"
        )
      }
    }
  }

  /// The comparison of the class tables of the file and of the reader of an outcome, and whether the file is the older one; nil
  /// if they are of one version.
  private func comparison(
    _ family: EvolutionFamily, _ outcome: EvolutionFamily.Outcome
  ) throws -> (compatibility: ArchiveCompatibility, isOld: Bool)? {
    guard let file = family.generation(of: outcome.file),
      let reader = family.generation(of: outcome.reader), file != reader
    else { return nil }
    let isOld = file < reader
    let compatibility = ArchiveCompatibility(
      old: try schema(family, isOld ? outcome.file : "\(reader)"),
      new: try schema(family, isOld ? "\(reader)" : outcome.file))
    return (compatibility, isOld)
  }

  private func schema(_ family: EvolutionFamily, _ file: String) throws -> ArchiveSchema {
    try ArchiveSchema(ArchiveReader(opening: try FixtureFolder.bytes(family.path(ofArchive: file))))
  }
}

extension EvolutionFamily {
  /// The version of the program that wrote a file or reads, such as 2 of `2-large`.
  fileprivate func generation(of name: String) -> Int? {
    name.split(separator: "-").first.flatMap { Int($0) }
  }
}
