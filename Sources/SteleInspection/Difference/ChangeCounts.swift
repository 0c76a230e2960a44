import Stele
import SteleModel

/// The numbers of changes, and of the affected objects of each class.
package struct ChangeCounts: Sendable {
  /// A count for each kind of change that occurs.
  package typealias Counts = [ArchiveDifference.Change.Kind: Int]

  package private(set) var changes: Counts = [:]
  private var names = NameNumbers()
  private var objects: [NumberedName: Counts] = [:]

  package var changeCount: Int { changes.values.reduce(0, +) }

  /// The classes with objects that differ, in ascending order.
  package var classes: [(name: String, objects: Counts)] {
    objects.sorted { ExactString($0.key.string) < ExactString($1.key.string) }.map {
      ($0.key.string, $0.value)
    }
  }

  mutating func count(_ kind: ArchiveDifference.Change.Kind) { changes[kind, default: 0] += 1 }

  mutating func count(_ kind: ArchiveDifference.Change.Kind, objectOf name: String) {
    objects[names.numbered(name), default: [:]][kind, default: 0] += 1
  }
}
