import Stele
package import SteleInspection

extension Manifest {
  /// A damaged archive.
  package struct Damaged: Codable, Sendable {
    /// The path in the folder of fixtures.
    package var file: String
    /// The damage, in one sentence.
    package var about: String
    /// The valid fixture that it was made from, if there is one.
    package var base: String?
    /// The SHA-256 of the file.
    package var sha256: String
    /// The expected report of recovery.
    package var report: Report
    /// The path of what recovery makes of it, when anything can be saved.
    package var recovered: String?
    /// The SHA-256 of that.
    package var recoveredSHA256: String?

    package init(
      file: String, about: String, base: String?, bytes: [UInt8], recovery: ArchiveRecovery,
      recovered: (file: String, bytes: [UInt8])?
    ) {
      self.file = file
      self.about = about
      self.base = base
      sha256 = SHA256.hash(bytes)
      report = Report(recovery.report)
      self.recovered = recovered?.file
      recoveredSHA256 = (recovered?.bytes).map { SHA256.hash($0) }
    }
  }

  /// The report of recovery about a damaged archive.
  package struct Report: Codable, Hashable, Sendable {
    /// How much can be saved: complete, partial, nothing.
    package var outcome: String
    /// First and last number of each run of objects that are lost.
    package var lostObjects: [[Int]]
    /// Whether more objects may be lost.
    package var mayHaveLostFurtherObjects: Bool
    /// The number of roots that are lost, missing when it is not known.
    package var lostRootCount: Int?
    /// Whether metadata is or may be lost.
    package var hasLostMetadata: Bool
    /// Whether class definitions are or may be lost.
    package var hasLostClasses: Bool
    /// Whether weak slots are lost.
    package var hasLostWeakSlots: Bool
    /// Whether content is lost that this version of the format does not define.
    package var hasLostUnknownContent: Bool
    /// The references that lead to lost objects.
    package var lostReferences: [LostReference]
    /// The bytes that are damaged.
    package var damages: [Damage]
    /// How many objects are saved.
    package var savedObjectCount: Int
    /// How many roots are saved.
    package var savedRootCount: Int

    package init(_ report: RecoveryReport) {
      outcome = report.outcome.rawValue
      lostObjects = report.lostObjects.map { [$0.lowerBound, $0.upperBound] }
      mayHaveLostFurtherObjects = report.mayHaveLostFurtherObjects
      lostRootCount = report.lostRootCount
      hasLostMetadata = report.hasLostMetadata
      hasLostClasses = report.hasLostClasses
      hasLostWeakSlots = report.hasLostWeakSlots
      hasLostUnknownContent = report.hasLostUnknownContent
      lostReferences = report.lostReferences.map {
        LostReference(
          object: $0.object, keyPath: $0.keyPath, target: $0.target, isLeftOut: $0.isLeftOut)
      }
      damages = report.damages.map {
        Damage(
          start: $0.range.lowerBound, end: $0.range.upperBound, type: $0.type?.description,
          rule: $0.rule.number)
      }
      savedObjectCount = report.savedObjects.count
      savedRootCount = report.savedRootCount
    }
  }

  /// A reference whose target is lost.
  package struct LostReference: Codable, Hashable, Sendable {
    /// The number in the damaged archive of the object that has it; missing for a root.
    package var object: Int?
    /// Class and key, or root, that lead to it.
    package var keyPath: String
    /// The number of the target in the damaged archive.
    package var target: Int
    /// Whether a set element or a map pair was left out.
    package var isLeftOut: Bool
  }

  /// A run of damaged bytes.
  package struct Damage: Codable, Hashable, Sendable {
    /// The offset of the first byte.
    package var start: Int
    /// The offset after the last byte.
    package var end: Int
    /// The type of the chunk that stood there, when it is known.
    package var type: String?
    /// The rule that is broken.
    package var rule: String
  }
}
