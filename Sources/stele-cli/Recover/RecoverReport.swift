internal import Stele
import SteleInspection

extension RecoveryReport {
  // A heavily damaged file can lose millions of references; a longer list is less useful than their number.
  private static let listedCount = 20

  /// Returns the report for people.
  func lines(savesUnchecked: Bool) -> [Line] {
    var lines: [Line] = []
    func add(_ details: [Line], furtherCount: Int = 0) {
      lines += details.prefix(Self.listedCount).map { "  \($0)" }
      let unlistedCount = max(0, details.count - Self.listedCount) + furtherCount
      if unlistedCount > 0 { lines.append("  and \(unlistedCount.grouped) more") }
    }
    let saved = [savedObjects.count.of("object"), savedRootCount.of("root")]
    lines.append("\(outcome.rawValue): \(saved.joined(separator: " and ")) saved")
    if let refusal {
      lines.append("  readers refuse it at byte \(refusal.offset): \(refusal.cause)")
    }
    if archives.count > 1 {
      let ends = Self.listed(archives.map { $0.lowerBound...($0.upperBound - 1) })
      let count = archives.count
      lines.append("  the file has \(count) archives (--archive N saves another): bytes \(ends)")
    } else if hasForeignContent {
      lines.append("  content is left that does not belong to the archive")
    }
    if !isVersionKnown {
      lines.append("  no head is left: the version of the format is taken to be 1.0")
      lines.append("  the type of the document and the writer are lost")
    }
    add(repairs.map(repair))
    add(damages.map(damage))
    if hasOtherClasses { lines.append("  the class table is that of another archive") }
    if lostObjectCount > 0 {
      let listed = Self.listed(lostObjects)
      lines.append("  \(lostObjectCount.of("object")) lost: \(listed)")
    }
    let fate =
      savesUnchecked
      ? "saved, but unchecked" : "readable, but unchecked (--unchecked saves them)"
    if uncheckedObjectCount > 0 {
      let listed = Self.listed(uncheckedObjects)
      lines.append("  \(uncheckedObjectCount.of("object")) \(fate): \(listed)")
    }
    if uncheckedRootCount > 0 { lines.append("  \(uncheckedRootCount.of("root")) \(fate)") }
    if mayHaveLostFurtherObjects { lines.append("  further objects may be lost") }
    switch lostRootCount {
    case 0?: break
    case let count?: lines.append("  \(count.of("root")) lost")
    case nil: lines.append("  roots may be lost")
    }
    if hasLostMetadata { lines.append("  metadata is lost") }
    if hasLostClasses { lines.append("  class definitions are lost") }
    if hasLostWeakSlots { lines.append("  weak references are lost") }
    if hasLostUnknownContent {
      lines.append("  content is lost that version 1 of the format does not define")
    }
    add(
      droppedObjects.map {
        "object \($0.object) dropped: \($0.keyPath) needs object \($0.target)"
      })
    add(
      lostReferences.map {
        let fate = $0.isLeftOut ? "was left out" : "is nil now"
        return "\($0.keyPath): the reference to object \($0.target) \(fate)"
      }, furtherCount: furtherLostReferenceCount)
    add(
      respellings.map {
        "\($0.keyPath): has equal elements in two spellings, which are kept"
      })
    return lines
  }

  private static func listed(_ ranges: [ClosedRange<Int>]) -> String {
    let texts = ranges.prefix(listedCount).map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)"
    }
    return texts.joined(separator: ", ") + (ranges.count > listedCount ? " and more" : "")
  }

  private func repair(_ repair: Repair) -> Line {
    let place = "at byte \(repair.offset) (\(repair.type))"
    switch repair.change {
    case .replaced(let byte): return "repaired \(place): its value is \(Int(byte)) now"
    case .inserted(let byte): return "repaired \(place): a byte was missing, \(Int(byte))"
    case .removed: return "repaired \(place): the byte was too many"
    @unknown default: return "repaired \(place)"
    }
  }

  private func damage(_ damage: Damage) -> Line {
    let type = damage.type.map { " (\($0))" } ?? ""
    let range = damage.range
    let place =
      range.isEmpty
      ? "at byte \(range.lowerBound)" : "bytes \(range.lowerBound) to \(range.upperBound - 1)"
    let rule = "\(damage.rule.number) \(damage.rule.rawValue)"
    guard damage.rule != .memory else {
      return "lost \(place)\(type): \(rule)\(Refusal.memoryAdvice)"
    }
    return "damaged \(place)\(type): \(rule)"
  }

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
