import Stele
import SteleInspection
import TestSupport
import Testing

@Suite("Verdicts of comparisons and what the library does")
struct CompatibilityMatrixTests {
  typealias Key = GeneratedProgram.Key
  typealias Body = GeneratedProgram.Body

  private func expectAgreement(_ rows: [MatrixRow]) throws {
    let lines = try rows.flatMap { try $0.disagreements() }
    #expect(
      lines.isEmpty,
      "\(lines.count) in \(rows.count) rows:\n\(lines.prefix(40).joined(separator: "\n"))")
  }

  /// A program whose objects have one key.
  private static func program(_ type: GeneratedType, version: Int) -> GeneratedProgram {
    var program = GeneratedProgram()
    program.levels = [Body("Thing", version: version, [Key("value", type)])]
    return program
  }

  static let types = GeneratedType.scalars

  @Test(arguments: types) func `changes of the type of a key`(_ old: GeneratedType) throws {
    try expectAgreement(
      Self.types.map { new in
        MatrixRow(
          title: "\(old) to \(new)", old: Self.program(old, version: 1),
          new: Self.program(new, version: 2))
      })
  }
}
