/// Says which entries are of which class, in logarithmic time.
///
/// The entries are numbered in the order of a walk through the trees of superclasses, so that an
/// entry and all that descend from it are a range. The entries of a name and their descendants
/// are a few such ranges, which a search by halves looks through: a chain of 256 superclasses
/// costs no more than one of two. Spec §4.2, rule R6.
struct ClassMembership {
  private struct Subtree {
    var first: UInt32
    var last: UInt32
  }

  /// The number of each entry in the order of the walk.
  private var places: [UInt32] = []
  /// The ranges of each name, those of name n from `starts[n]` to `starts[n + 1]`.
  private var subtrees: [Subtree] = []
  private var starts: [Int] = []
  private let names: [UInt32]

  init(_ table: ClassTable) {
    names = table.entries.map(\.name)
    let count = table.entries.count
    // The descendants of entry 0, which is none, are all classes.
    var firstChild = [UInt32](repeating: 0, count: count + 1)
    var nextSibling = [UInt32](repeating: 0, count: count + 1)
    for number in stride(from: count, to: 0, by: -1) {
      let superclass = Int(table[number].superclass)
      nextSibling[number] = firstChild[superclass]
      firstChild[superclass] = UInt32(truncatingIfNeeded: number)
    }
    places = [UInt32](repeating: 0, count: count + 1)
    var order: [UInt32] = []
    order.reserveCapacity(count)
    var last = [UInt32](repeating: 0, count: count + 1)
    var stack: [UInt32] = [firstChild[0]]
    while let number = stack.popLast() {
      guard number != 0 else {
        // The children of the entry below have all been walked.
        if let parent = stack.popLast() {
          last[Int(parent)] = UInt32(truncatingIfNeeded: order.count - 1)
          stack.append(nextSibling[Int(parent)])
        }
        continue
      }
      places[Int(number)] = UInt32(truncatingIfNeeded: order.count)
      order.append(number)
      stack.append(number)
      stack.append(firstChild[Int(number)])
    }
    collect(order, last, nameCount: table.nameOffsets.count)
  }

  /// Sorts the subtrees by name and by place, and leaves out those inside of others.
  private mutating func collect(_ order: [UInt32], _ last: [UInt32], nameCount: Int) {
    var ends = [UInt32?](repeating: nil, count: nameCount + 1)
    var isOuter = [Bool](repeating: false, count: names.count + 1)
    starts = [Int](repeating: 0, count: nameCount + 2)
    for number in order {
      let name = Int(names[Int(number) - 1])
      if let end = ends[name], places[Int(number)] <= end { continue }
      ends[name] = last[Int(number)]
      isOuter[Int(number)] = true
      starts[name + 1] += 1
    }
    for name in 0...nameCount { starts[name + 1] += starts[name] }
    var next = starts
    subtrees = Array(repeating: Subtree(first: 0, last: 0), count: starts[nameCount + 1])
    for number in order where isOuter[Int(number)] {
      let name = Int(names[Int(number) - 1])
      subtrees[next[name]] = Subtree(first: places[Int(number)], last: last[Int(number)])
      next[name] += 1
    }
  }

  /// Whether the objects of an entry are of the class of a name.
  @inline(__always)
  func isEntry(_ entry: Int, ofClass name: Int) -> Bool {
    Int(names[entry &- 1]) == name || hasSuperclass(entry, name)
  }

  @inline(never)
  private func hasSuperclass(_ entry: Int, _ name: Int) -> Bool {
    let place = places[entry]
    var low = starts[name]
    var high = starts[name + 1]
    // Finds the first subtree that ends at the place or behind it.
    while low < high {
      let middle = (low + high) / 2
      if subtrees[middle].last < place { low = middle + 1 } else { high = middle }
    }
    return low < starts[name + 1] && subtrees[low].first <= place
  }
}
