internal import Stele
import SteleInspection

/// The output of `stele schema`: the class table of an archive, with the numbers of objects and the reused names.
struct SchemaReport {
  let head: Head
  let classes: ArchiveClassTable
  let reusedNames: [Int: [Int: Retirement]]
  /// The number of objects of each entry, entry 1 first.
  private(set) var objectCounts: [Int]
  let sink: (Line) throws -> Void

  init(_ head: Head, _ context: ReadingContext, to sink: @escaping (Line) throws -> Void) {
    (self.head, self.sink) = (head, sink)
    classes = context.classes
    reusedNames = classes.reusedNames()
    objectCounts = Array(repeating: 0, count: classes.count + 1)
    for entry in context.objectEntries ?? [] where objectCounts.indices.contains(Int(entry)) {
      objectCounts[Int(entry)] += 1
    }
  }

  var objectCount: Int { objectCounts.reduce(0, +) }
}
