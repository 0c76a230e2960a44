internal import Stele
import SteleInspection

/// The class table of an archive, as it is shown: with the numbers of objects, and the names that have been used again.
struct SchemaTable {
  let head: Head
  let classes: ArchiveClassTable
  let reusedNames: ReusedNames
  /// How many objects there are of each entry, by its number.
  private(set) var objectCounts: [Int]

  init(_ head: Head, _ context: ReadingContext) {
    self.head = head
    classes = context.classes
    reusedNames = ReusedNames(classes)
    objectCounts = Array(repeating: 0, count: classes.count + 1)
    for entry in context.objectEntries ?? [] where objectCounts.indices.contains(Int(entry)) {
      objectCounts[Int(entry)] += 1
    }
  }

  /// How many objects there are.
  var objectCount: Int { objectCounts.reduce(0, +) }
}
