internal import Stele

/// The strong references of some values, in their order.
struct Edges {
  /// The objects to which the references lead.
  private(set) var targets: [Int] = []
  /// The objects that have references, and where the targets of each end.
  private(set) var sources: [(object: Int, end: Int)] = []

  mutating func append(_ target: Int) { targets.append(target) }

  /// Ends the references of an object, which began after those of the one before.
  mutating func endSource(_ object: Int) {
    if targets.count > sources.last?.end ?? 0 { sources.append((object, targets.count)) }
  }

  /// Removes all references, with room for as many: blocks are much alike.
  mutating func removeAll() {
    let (targetCount, sourceCount) = (targets.count, sources.count)
    self = Edges()
    targets.reserveCapacity(targetCount)
    sources.reserveCapacity(sourceCount)
  }
}

/// The objects that strong references reach from the roots, as far as is known.
struct Reach {
  /// Whether each object, from number 0 up, has been reached.
  private(set) var isReached: [Bool]
  /// Whether each object has references, and had not been reached when these were followed.
  private(set) var isDeferred: [Bool]

  init(objectCount: Int) {
    isReached = Array(repeating: false, count: objectCount + 1)
    isDeferred = isReached
  }

  /// Adds the references of roots.
  mutating func insert(_ edges: Edges) {
    for target in edges.targets { isReached[target] = true }
  }

  /// Follows the references of the records of a block.
  mutating func follow(_ edges: Edges) {
    var start = 0
    for (object, end) in edges.sources {
      if isReached[object] {
        for index in start..<end { isReached[edges.targets[index]] = true }
      } else {
        isDeferred[object] = true
      }
      start = end
    }
  }

  /// Adds an object, and returns whether its own references are to be followed now.
  mutating func insert(_ number: Int) -> Bool {
    guard !isReached[number] else { return false }
    isReached[number] = true
    return isDeferred[number]
  }
}

/// Counts the objects that no strong references reach from the roots (§9.5).
///
/// Most have been reached by the end of phase 6, which follows references in the order of the file. The references of
/// the others are followed from object to object.
struct Reachability {
  private let bytes: VerifiedBytes
  private let blocks: [Chunk]
  private var reader: ValueReader
  private var reach: Reach

  /// Makes it for a valid archive.
  init(_ bytes: VerifiedBytes, _ chunks: [Chunk], _ reader: ValueReader, _ reach: Reach) {
    self.bytes = bytes
    blocks = chunks.filter { $0.type == .objects }
    self.reader = reader
    self.reach = reach
  }

  /// Follows every reference that has not been followed, without recursion (§8.3).
  mutating func unreachableObjectCount() -> Int {
    var stack = reach.isReached.indices.filter { reach.isReached[$0] && reach.isDeferred[$0] }
    while let number = stack.popLast() {
      for target in targets(of: number) where reach.insert(target) { stack.append(target) }
    }
    return reach.isReached.dropFirst().count { !$0 }
  }

  /// Reads the references of an object again; a record that cannot be read any more leads to nothing.
  private mutating func targets(of number: Int) -> [Int] {
    let block = block(ofObject: number)
    let record = reader.contents.objects.record(number - block.precedingObjectCount - 1, of: block)
    guard let cursor = bytes.cursor(record) else { return [] }
    reader.cursor = cursor
    reader.edges.removeAll()
    do throws(Defect) {
      try reader.readRecord(ofObject: number)
    } catch {
      reader.refuse(error)
    }
    return reader.edges.targets
  }

  private func block(ofObject number: Int) -> Chunk {
    var (low, high) = (0, blocks.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if blocks[middle].precedingObjectCount < number { low = middle } else { high = middle }
    }
    return blocks[low]
  }
}
