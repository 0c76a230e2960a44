/// The path from a value of an archive to one of its objects.
struct ObjectPath {
  /// The steps through all objects on the path.
  fileprivate(set) var steps: [PathKey] = []
  /// The objects on the path, the target last.
  fileprivate(set) var objects: [Int] = []
  /// Whether the value is itself a reference to the first of the objects.
  fileprivate(set) var beginsAtObject = false
  /// Whether the beginning of a long path is omitted.
  fileprivate(set) var isCut = false
}

/// Finds the shortest path to an object, for errors: an archive has no references back from an object.
///
///     root ── friends[3] ──▶ object 4 ── pet ──▶ object 12        friends[3].pet
///
/// A breadth-first search remembers for each object the one that refers to it; the steps are then found in the few records on the
/// path.
struct ObjectPathSearch {
  enum Start {
    /// The value of a root, from its type on.
    case root(ValidCursor)
    case object(Int)
  }

  /// The greatest number of objects on a path.
  private static var objectLimit: Int { 64 }

  private let store: RecordStore
  private let visitor = ReferencePathVisitor()
  private var values: ValueInterpreter<ForwardingVisitor>
  /// The number of bytes that may still be visited; a search that exceeds it finds nothing.
  private(set) var byteBudget: Int

  init(_ store: RecordStore, byteBudget: Int = .max) {
    self.store = store
    self.byteBudget = byteBudget
    values = ValueInterpreter(store.context, visitor: ForwardingVisitor(visitor))
  }

  /// Finds the shortest path to an object, through strong references if possible.
  ///
  /// The path leads through known objects only.
  ///
  /// - Returns: The path, or nil if there is none.
  /// - Complexity: O(*n*), where *n* is the number of bytes of the records that are known.
  mutating func path(
    to target: Int, from start: Start, through isKnown: (Int) -> Bool
  ) -> ObjectPath? {
    guard target > 0 else { return nil }
    for followsWeak in [false, true] {
      visitor.followsWeak = followsWeak
      if let way = findObjects(to: target, from: start, through: isKnown) {
        return path(through: way, from: start)
      }
    }
    return nil
  }

  /// Returns the targets of the strong references of an object.
  mutating func references(of object: Int) -> [Int] {
    visitor.followsWeak = false
    walk(.object(object))
    return visitor.takeFound()
  }

  /// Returns the keys of an object, and of the values in it, that lead to its first strong reference to another one.
  mutating func keys(from object: Int, to target: Int) -> String {
    visitor.followsWeak = false
    return steps(from: .object(object), to: target)
      .filter { !$0.isMapKey && $0.intValue == nil }
      .map(\.stringValue).joined(separator: ".")
  }

  /// Returns the objects on the shortest path, the target last.
  private mutating func findObjects(
    to target: Int, from start: Start, through isKnown: (Int) -> Bool
  ) -> [Int]? {
    // The object from which each one was reached, or 0 for the start.
    var referrers: [Int: Int] = [:]
    var queue: [Int] = []
    var next = 0
    func visit(_ start: Start, _ referrer: Int) {
      walk(start)
      for number in visitor.takeFound() where isKnown(number) && referrers[number] == nil {
        referrers[number] = referrer
        queue.append(number)
      }
    }
    switch start {
    case .object(let number):
      referrers[number] = 0
      queue = [number]
    case .root:
      visit(start, 0)
    }
    while referrers[target] == nil, next < queue.count, byteBudget > 0 {
      visit(.object(queue[next]), queue[next])
      next += 1
    }
    guard referrers[target] != nil else { return nil }
    var way = [target]
    while let last = way.last, let referrer = referrers[last], referrer > 0 { way.append(referrer) }
    return way.reversed()
  }

  private mutating func path(through way: [Int], from start: Start) -> ObjectPath {
    var path = ObjectPath()
    path.objects = way.suffix(Self.objectLimit)
    path.isCut = path.objects.count < way.count
    if !path.isCut, case .root = start {
      path.steps = steps(from: start, to: way[0])
    }
    path.beginsAtObject = !path.isCut && path.steps.isEmpty
    for (object, target) in zip(path.objects, path.objects.dropFirst()) {
      path.steps += steps(from: .object(object), to: target)
    }
    return path
  }

  /// Returns the steps in one value or record to the first reference to an object.
  private mutating func steps(from start: Start, to target: Int) -> [PathKey] {
    (visitor.target, values.visitor.isInterested) = (target, true)
    defer { (visitor.target, values.visitor.isInterested) = (0, false) }
    walk(start)
    return visitor.takeSteps(values.schema)
  }

  /// Visits a value or record, which has been validated.
  private mutating func walk(_ start: Start) {
    switch start {
    case .root(var input):
      var offset = input.offset
      input.withCursor { input throws(ArchiveError) in
        let type = try values.readType(&input)
        offset = input.offset
        try values.walkValue(type, &input)
      }
      byteBudget -= input.offset - offset
    case .object(let number):
      // A record that cannot be read has no references.
      guard let record = try? store.record(number) else { return }
      var input = record.content
      let offset = input.offset
      input.withCursor { input throws(ArchiveError) in
        try values.walkRecord(ofEntry: record.entry, object: number, &input)
      }
      byteBudget -= input.offset - offset + 1
    }
  }
}
