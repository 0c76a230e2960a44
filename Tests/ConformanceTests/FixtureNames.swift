import Testing
import TestSupport

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
