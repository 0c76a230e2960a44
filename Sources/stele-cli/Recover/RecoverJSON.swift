internal import Stele
import SteleInspection

/// The report of a recovery for machines.
struct RecoverJSON {
  let document: JSON

  /// Makes the document.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - output: The file of the new archive; nil if nothing was written.
  init(_ report: RecoveryReport, output: Argument?) {
    document = .object([
      JSON.format(Recover.self), ("outcome", .string(report.outcome.rawValue)),
      ("output", .string(output?.text)),
      ("refusal", report.refusal.map(Self.refusal) ?? .null),
      ("archives", .array(report.archives.map(Self.bytes))),
      ("hasForeignContent", .bool(report.hasForeignContent)),
      ("isVersionKnown", .bool(report.isVersionKnown)),
      ("savedObjects", .number(report.savedObjects.count)),
      ("savedRoots", .number(report.savedRootCount)),
      ("lostObjects", .array(report.lostObjects.map(Self.range))),
      ("mayHaveLostFurtherObjects", .bool(report.mayHaveLostFurtherObjects)),
      ("lostRoots", .number(report.lostRootCount)),
      ("hasLostMetadata", .bool(report.hasLostMetadata)),
      ("hasLostClasses", .bool(report.hasLostClasses)),
      ("hasLostWeakSlots", .bool(report.hasLostWeakSlots)),
      ("hasLostUnknownContent", .bool(report.hasLostUnknownContent)),
      ("uncheckedObjects", .array(report.uncheckedObjects.map(Self.range))),
      ("uncheckedRoots", .number(report.uncheckedRootCount)),
      ("hasOtherClasses", .bool(report.hasOtherClasses)),
      ("repairs", .array(report.repairs.map(Self.repair))),
      ("damages", .array(report.damages.map(Self.damage))),
      ("lostReferences", .array(report.lostReferences.map(Self.reference))),
      ("furtherLostReferences", .number(report.furtherLostReferenceCount)),
      ("droppedObjects", .array(report.droppedObjects.map(Self.dropped))),
      ("respellings", .array(report.respellings.map(Self.respelling))),
    ])
  }

  private static func refusal(_ error: ArchiveError) -> JSON {
    .object([
      ("rule", .string(error.rule.number)), ("code", .string(error.rule.rawValue)),
      ("offset", .number(error.offset)), ("object", .number(error.object)),
      ("keyPath", .string(wholeKeyPath(error.keyPath, object: error.object))),
      ("message", .string(error.rule.summary)),
    ])
  }

  private static func bytes(_ range: Range<Int>) -> JSON {
    .object([("offset", .number(range.lowerBound)), ("bytes", .number(range.count))])
  }

  private static func range(_ range: ClosedRange<Int>) -> JSON {
    .array([.number(range.lowerBound), .number(range.upperBound)])
  }

  private static func dropped(_ dropped: RecoveryReport.DroppedObject) -> JSON {
    .object([
      ("object", .number(dropped.object)), ("keyPath", .string(dropped.keyPath)),
      ("target", .number(dropped.target)),
    ])
  }

  private static func repair(_ repair: RecoveryReport.Repair) -> JSON {
    let (change, byte): (String, UInt8?) =
      switch repair.change {
      case .replaced(let byte): ("replaced", byte)
      case .inserted(let byte): ("inserted", byte)
      case .removed: ("removed", nil)
      @unknown default: ("other", nil)
      }
    return .object([
      ("offset", .number(repair.offset)), ("chunk", .string(String(describing: repair.type))),
      ("change", .string(change)), ("byte", .number(byte.map(Int.init))),
    ])
  }

  private static func damage(_ damage: RecoveryReport.Damage) -> JSON {
    .object([
      ("offset", .number(damage.range.lowerBound)), ("bytes", .number(damage.range.count)),
      ("chunk", .string(damage.type.map { String(describing: $0) })),
      ("rule", .string(damage.rule.number)), ("code", .string(damage.rule.rawValue)),
    ])
  }

  private static func respelling(_ respelling: RecoveryReport.Respelling) -> JSON {
    .object([
      ("object", .number(respelling.object)), ("keyPath", .string(respelling.keyPath)),
    ])
  }

  private static func reference(_ reference: RecoveryReport.LostReference) -> JSON {
    .object([
      ("object", .number(reference.object)), ("keyPath", .string(reference.keyPath)),
      ("target", .number(reference.target)), ("isLeftOut", .bool(reference.isLeftOut)),
    ])
  }
}
