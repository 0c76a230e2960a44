internal import Stele
import SteleInspection

/// The report of a recovery for people.
struct RecoverText {
  private(set) var lines: [Line] = []

  // A heavily damaged file can lose millions of references; a longer list is less useful than their number.
  private static let listedCount = 20

  init(_ report: RecoveryReport, savesUnchecked: Bool) {
    let saved = [report.savedObjects.count.of("object"), report.savedRootCount.of("root")]
    lines.append("\(report.outcome.rawValue): \(saved.joined(separator: " and ")) saved")
    if let refusal = report.refusal {
      lines.append("  readers refuse it at byte \(refusal.offset): \(refusal.cause)")
    }
    if report.archives.count > 1 {
      let ends = Self.listed(report.archives.map { $0.lowerBound...($0.upperBound - 1) })
      let count = report.archives.count
      lines.append("  the file has \(count) archives (--archive N saves another): bytes \(ends)")
    } else if report.hasForeignContent {
      lines.append("  content is left that does not belong to the archive")
    }
    if !report.isVersionKnown {
      lines.append("  no head is left, so that the version of the format is taken to be 1.0")
    }
    add(report.repairs.map(repair))
    add(report.damages.map(damage))
    if report.hasOtherClasses { lines.append("  the class table is that of another archive") }
    if report.lostObjectCount > 0 {
      let listed = Self.listed(report.lostObjects)
      lines.append("  \(report.lostObjectCount.of("object")) lost: \(listed)")
    }
    addUnchecked(report, isSaved: savesUnchecked)
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
    add(
      report.droppedObjects.map {
        "object \($0.object) dropped: \($0.keyPath) needs object \($0.target)"
      })
    add(
      report.lostReferences.map {
        let fate = $0.isLeftOut ? "was left out" : "is nil now"
        return "\($0.keyPath): the reference to object \($0.target) \(fate)"
      }, furtherCount: report.furtherLostReferenceCount)
    add(
      report.respellings.map {
        "\($0.keyPath): has equal elements in two spellings, which are kept"
      })
  }

  private static func listed(_ ranges: [ClosedRange<Int>]) -> String {
    let texts = ranges.prefix(listedCount).map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)"
    }
    return texts.joined(separator: ", ") + (ranges.count > listedCount ? " and more" : "")
  }

  private mutating func addUnchecked(_ report: RecoveryReport, isSaved: Bool) {
    let fate = isSaved ? "saved, but unchecked" : "readable, but unchecked (--unchecked saves them)"
    if report.uncheckedObjectCount > 0 {
      let listed = Self.listed(report.uncheckedObjects)
      lines.append("  \(report.uncheckedObjectCount.of("object")) \(fate): \(listed)")
    }
    if report.uncheckedRootCount > 0 {
      lines.append("  \(report.uncheckedRootCount.of("root")) \(fate)")
    }
  }

  private func repair(_ repair: RecoveryReport.Repair) -> Line {
    let place = "at byte \(repair.offset) (\(repair.type))"
    switch repair.change {
    case .replaced(let byte): return "repaired \(place): its value is \(Int(byte)) now"
    case .inserted(let byte): return "repaired \(place): a byte was missing, \(Int(byte))"
    case .removed: return "repaired \(place): the byte was too many"
    @unknown default: return "repaired \(place)"
    }
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
}
