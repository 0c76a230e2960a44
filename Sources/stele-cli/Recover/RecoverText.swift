internal import Stele
import SteleInspection

/// The report of a recovery for people.
struct RecoverText {
  private(set) var lines: [Line] = []

  // A heavily damaged file can lose millions of references; a longer list is of less use than their number.
  private static let listedCount = 20

  init(_ report: RecoveryReport) {
    let saved = [report.savedObjects.count.of("object"), report.savedRootCount.of("root")]
    lines.append("\(report.outcome.rawValue): \(saved.joined(separator: " and ")) saved")
    if let refusal = report.refusal {
      lines.append("  readers refuse it at byte \(refusal.offset): \(refusal.cause)")
    }
    if !report.isVersionKnown {
      lines.append("  no head is left, so that the version of the format is taken to be 1.0")
    }
    add(report.damages.map(damage))
    if report.lostObjectCount > 0 {
      let ranges = report.lostObjects.map {
        $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)"
      }
      let listed = ranges.prefix(Self.listedCount).joined(separator: ", ")
      let more = ranges.count > Self.listedCount ? " and more" : ""
      lines.append("  \(report.lostObjectCount.of("object")) lost: \(listed)\(more)")
    }
    if report.mayHaveLostFurtherObjects { lines.append("  further objects may be lost") }
    switch report.lostRootCount {
    case 0?: break
    case let count?: lines.append("  \(count.of("root")) lost")
    case nil: lines.append("  roots may be lost")
    }
    if report.hasLostMetadata { lines.append("  metadata is lost") }
    if report.hasLostClasses { lines.append("  class definitions are lost") }
    if report.hasLostWeakSlots { lines.append("  weak references are lost") }
    if report.hasLostUnknownContent {
      lines.append("  content is lost that version 1 of the format does not define")
    }
    add(report.lostReferences.map(reference), furtherCount: report.furtherLostReferenceCount)
    add(report.respellings.map(respelling))
  }

  private mutating func add(_ details: [Line], furtherCount: Int = 0) {
    lines += details.prefix(Self.listedCount).map { "  \($0)" }
    let unlistedCount = max(0, details.count - Self.listedCount) + furtherCount
    if unlistedCount > 0 { lines.append("  and \(unlistedCount.grouped) more") }
  }

  private func damage(_ damage: RecoveryReport.Damage) -> Line {
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

  private func respelling(_ respelling: RecoveryReport.Respelling) -> Line {
    let owner = respelling.object.map { "object \($0), " } ?? ""
    return "\(owner)\(respelling.keyPath): has equal elements in two spellings, which are kept"
  }

  private func reference(_ reference: RecoveryReport.LostReference) -> Line {
    let owner = reference.object.map { "object \($0), " } ?? ""
    let fate = reference.isLeftOut ? "was left out" : "is nil now"
    return
      "\(owner)\(reference.keyPath): the reference to object \(reference.target) \(fate)"
  }
}
