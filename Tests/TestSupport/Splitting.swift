internal import Stele
package import SteleModel

/// Spreads the objects of classes over several entries, as a streaming writer does that meets ever
/// more keys.
///
/// A variant of an entry lacks some of the optional keys at its end; only objects in which they
/// are absent are moved to it.
package struct Splitting {
  private var random: RandomSource

  package init(seed: UInt64) { random = RandomSource(seed: seed) }

  /// A graph with one more optional key at the end of each class without subclasses, absent in some
  /// objects.
  package mutating func extended(_ graph: ArchiveGraph) -> ArchiveGraph {
    var result = graph
    let superclasses = Set(graph.classes.entries.compactMap(\.superclass))
    result.classes = ArchiveClassTable(
      graph.classes.entries.enumerated().map { index, entry in
        guard entry.kind == .class, !superclasses.contains(index + 1) else { return entry }
        var entry = entry
        // A name above all others, so that the key is the last one in the canonical form, too.
        entry.keys.append(ArchiveKey("\u{10FFFF}", .int8, presence: .optional))
        return entry
      })
    for index in result.objects.indices where !superclasses.contains(result.objects[index].entry) {
      result.objects[index].values.append(random.isOne(in: 2) ? nil : .integer(1))
    }
    return result
  }

  /// A graph with the same content as one in canonical form.
  package mutating func split(_ graph: ArchiveGraph) -> ArchiveGraph {
    var result = graph
    var variants: [Int: Int] = [:]
    for number in 1..<(graph.classes.count + 1) {
      guard var entry = graph.classes[number], entry.kind == .class,
        let last = entry.keys.last, last.presence == .optional
      else { continue }
      entry.keys.removeLast()
      variants[number] = result.classes.define(entry)
    }
    var shown: Set<Int> = []
    for index in result.objects.indices {
      let object = result.objects[index]
      // One object stays, so that the entry with all keys remains in use.
      guard !shown.insert(object.entry).inserted, let variant = variants[object.entry],
        object.values.last == .some(nil), random.isOne(in: 2)
      else { continue }
      result.objects[index] = ArchiveObject(entry: variant, values: Array(object.values.dropLast()))
    }
    return result
  }
}
