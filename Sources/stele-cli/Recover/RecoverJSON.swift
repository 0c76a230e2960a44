internal import Stele
import SteleInspection

extension RecoveryReport {
  /// Returns the report for machines; the output is nil if nothing was written.
  func document(output: Argument?) -> JSON {
    [
      "format": JSON.format(Recover.self), "outcome": outcome.rawValue, "output": output?.text,
      "refusal": refusal.map(Self.document(of:)),
      "archives": archives.map { ["offset": $0.lowerBound, "bytes": $0.count] as JSON },
      "hasForeignContent": hasForeignContent, "isVersionKnown": isVersionKnown,
      "savedObjects": savedObjects.count, "savedRoots": savedRootCount,
      "lostObjects": lostObjects.map { [$0.lowerBound, $0.upperBound] },
      "mayHaveLostFurtherObjects": mayHaveLostFurtherObjects, "lostRoots": lostRootCount,
      "hasLostMetadata": hasLostMetadata, "hasLostClasses": hasLostClasses,
      "hasLostWeakSlots": hasLostWeakSlots, "hasLostUnknownContent": hasLostUnknownContent,
      "uncheckedObjects": uncheckedObjects.map { [$0.lowerBound, $0.upperBound] },
      "uncheckedRoots": uncheckedRootCount, "hasOtherClasses": hasOtherClasses,
      "repairs": repairs.map(Self.document(of:)), "damages": damages.map(Self.document(of:)),
      "lostReferences": lostReferences.map(Self.document(of:)),
      "furtherLostReferences": furtherLostReferenceCount,
      "droppedObjects": droppedObjects.map {
        ["object": $0.object, "keyPath": $0.keyPath, "target": $0.target] as JSON
      },
      "respellings": respellings.map { ["object": $0.object, "keyPath": $0.keyPath] as JSON },
    ]
  }

  private static func document(of error: ArchiveError) -> JSON {
    [
      "rule": error.rule.number, "code": error.rule.rawValue, "offset": error.offset,
      "object": error.object, "keyPath": wholeKeyPath(error.keyPath, object: error.object),
      "message": error.rule.summary,
    ]
  }

  private static func document(of repair: Repair) -> JSON {
    let (change, byte): (String, UInt8?) =
      switch repair.change {
      case .replaced(let byte): ("replaced", byte)
      case .inserted(let byte): ("inserted", byte)
      case .removed: ("removed", nil)
      @unknown default: ("other", nil)
      }
    return [
      "offset": repair.offset, "chunk": String(describing: repair.type), "change": change,
      "byte": byte.map { Int($0) },
    ]
  }

  private static func document(of damage: Damage) -> JSON {
    [
      "offset": damage.range.lowerBound, "bytes": damage.range.count,
      "chunk": damage.type.map { String(describing: $0) }, "rule": damage.rule.number,
      "code": damage.rule.rawValue,
    ]
  }

  private static func document(of reference: LostReference) -> JSON {
    [
      "object": reference.object, "keyPath": reference.keyPath, "target": reference.target,
      "isLeftOut": reference.isLeftOut,
    ]
  }
}
