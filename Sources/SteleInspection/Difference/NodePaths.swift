import Stele

/// The key paths of the nodes of an archive, each by the shortest way from a root.
struct NodePaths {
  /// The largest number of objects in a path.
  ///
  /// A longer path begins with the number of an object.
  private static let stepLimit = 8
  /// The largest number of cached parts of paths, and of cached paths.
  private static let keptCount = 1 << 17

  let archive: ComparedArchive
  /// For each requested node, the parts of paths from the node to the objects first reached from it.
  private var parts: [Int: [UInt32: String]] = [:]
  private var partCount = 0
  private var paths: [Int: String] = [:]
  /// A walk without types: the conversion of an entry may have wrapped values in `any`, which the types of its keys do not show.
  private var walk = ValueWalk(skipsScalars: true)

  /// A container, or nil for the node itself, and the position of the current part.
  private struct Step {
    let container: ArchiveValue?
    var position = 0
  }

  init(_ archive: ComparedArchive) {
    self.archive = archive
  }

  mutating func path(of node: Int) throws(ArchiveDifference.Failure) -> String {
    if let path = paths[node] { return path }
    var steps: [Int] = []
    var next = node
    var path: String?
    while path == nil {
      if !archive.isObject(next) {
        path = rootName(next)
      } else if steps.count == Self.stepLimit {
        path = objectPath(next)
      } else if !archive.isReached(next) {
        path = objectPath(next)
      } else {
        steps.append(next)
        next = Int(archive.parents[next])
      }
    }
    var result = path ?? ""
    for step in steps.reversed() {
      result += try part(from: next, to: step)
      next = step
    }
    if paths.count >= Self.keptCount { paths.removeAll(keepingCapacity: true) }
    paths[node] = result
    return result
  }

  /// Returns whether a path belongs to the reference by which an object is first reached.
  mutating func isFirst(_ path: String, of object: Int) throws(ArchiveDifference.Failure) -> Bool {
    guard archive.isReached(object) else { return false }
    let parent = Int(archive.parents[object])
    let part = try part(from: parent, to: object)
    let start = try self.path(of: parent)
    return path == start + part
  }

  private func objectPath(_ number: Int) -> String {
    KeyPathText.object(archive.part.map { $0.numbers[number - 1] } ?? number)
  }

  private func rootName(_ node: Int) -> String {
    if let part = archive.part { return part.path }
    return archive.place(of: node)?.keyPath ?? KeyPathText.object(node)
  }

  /// Returns the part of a path from a node to an object first reached from it.
  private mutating func part(
    from node: Int, to object: Int
  ) throws(ArchiveDifference.Failure) -> String {
    let key = UInt32(truncatingIfNeeded: object)
    if let known = parts[node] { return known[key] ?? "" }
    let found = try partsOfObjects(in: node)
    if partCount + found.count > Self.keptCount {
      parts.removeAll(keepingCapacity: true)
      partCount = 0
    }
    partCount += found.count
    parts[node] = found
    return found[key] ?? ""
  }

  private mutating func partsOfObjects(
    in node: Int
  ) throws(ArchiveDifference.Failure) -> [UInt32: String] {
    var found: [UInt32: String] = [:]
    var keys: [ComparedSchema.Key] = []
    switch try archive.content(of: node) {
    case .object(let object):
      keys = archive.schema.keys(ofRecord: object.entry)
      walk.begin(object)
    case .value(let item): walk.begin(item.value)
    }
    var steps = [Step(container: nil)]
    while let event = walk.next() {
      guard case .value(let value, _, let position) = event else {
        steps.removeLast()
        continue
      }
      steps[steps.count - 1].position = position
      guard case .reference(let number) = value else {
        steps.append(Step(container: value))
        continue
      }
      let key = UInt32(truncatingIfNeeded: number)
      guard archive.isReached(number), Int(archive.parents[number]) == node, found[key] == nil
      else { continue }
      found[key] = steps.map { text(of: $0, keys) }.joined()
    }
    return found
  }

  /// Returns the step of a path into a container, or into a record with keys.
  private func text(of step: Step, _ keys: [ComparedSchema.Key]) -> String {
    let position = step.position
    func part(_ keys: [ComparedSchema.Key]) -> String {
      keys.indices.contains(position) ? keys[position].step : ""
    }
    return switch step.container {
    case nil: part(keys)
    case .list, .set: KeyPathText.element(position)
    case .map where position % 2 == 0: KeyPathText.mapPart(position)
    case .map(let pairs): pairs.step(toValue: position / 2, archive.schema.classes)
    case .struct(let value): part(archive.schema.keys(ofBody: value.entry))
    case .enum(let value):
      part(archive.schema.keys(ofBody: value.entry, caseIndex: value.caseIndex))
    default: ""
    }
  }
}
