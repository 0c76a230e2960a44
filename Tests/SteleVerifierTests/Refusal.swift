import Stele
import SteleVerifier
import TestSupport
import Testing

/// A rule and an offset.
struct Refusal: Hashable, CustomStringConvertible {
  let rule: ArchiveRule
  let offset: Int

  init(_ rule: ArchiveRule, _ offset: Int) {
    self.rule = rule
    self.offset = offset
  }

  var description: String { "\(rule.number) \(rule.rawValue) at \(offset)" }
}

/// Everything that the verifier finds.
func refusals(
  _ bytes: [UInt8], level: VerificationLevel = .references, limits: VerifierLimits = .init()
) -> [Refusal] {
  Verifier(level: level, limits: limits).verify(bytes).findings.map {
    Refusal($0.rule, $0.offset)
  }
}

/// An archive, and the place of the payload that a test is about.
struct Sample {
  let bytes: [UInt8]
  let payloadOffset: Int

  /// Everything that the verifier finds, with offsets within the payload.
  func refusals(
    level: VerificationLevel = .references, limits: VerifierLimits = .init()
  ) -> [Refusal] {
    Verifier(level: level, limits: limits).verify(bytes).findings.map {
      Refusal($0.rule, $0.offset - payloadOffset)
    }
  }

  /// An archive of one root of a type; offsets count from its value.
  ///
  /// There are objects 1 (of entry 1, name A), 2 (of entry 2, name B, a subclass of A) and 3 (of
  /// entry 3, name C), slots 0 (nil), 1 (object 2) and 2 (object 3), and the names and entries of
  /// `StandardClasses`.
  static func root(_ type: [UInt8], _ value: [UInt8]) -> Sample {
    var assembler = ChunkAssembler.withHead
    assembler.classes(names: StandardClasses.names, entries: StandardClasses.entries)
    assembler.objects(records: [[1], [2], [3]])
    assembler.weak([0, 2, 3])
    assembler.root("r", type, value)
    return Sample(
      bytes: assembler.finished(), payloadOffset: assembler.lastPayloadOffset + 3 + type.count)
  }
}
