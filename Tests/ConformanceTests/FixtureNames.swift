import Stele
import SteleModel
import TestSupport
import Testing

extension Manifest.Valid: CustomTestStringConvertible {
  package var testDescription: String { file }
}

extension Manifest.Invalid: CustomTestStringConvertible {
  package var testDescription: String { file }
}

extension Manifest.Future: CustomTestStringConvertible {
  package var testDescription: String { file }
}

extension Manifest.Damaged: CustomTestStringConvertible {
  package var testDescription: String { file }
}

/// The rule and the offset by which something refuses an archive, or nil if it does not.
func refusal<Result>(_ body: () throws -> Result) -> Manifest.Finding? {
  thrown(ArchiveError.self, by: body).map { Manifest.Finding($0.rule, at: $0.offset) }
}
