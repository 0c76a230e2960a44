import Stele

/// The key paths of the nodes of an archive, each from a root through the fewest objects.
struct NodePaths {
  /// The largest number of objects in a path.
  ///
  /// A longer one begins with the number of an object.
  private static let stepLimit = 8
  /// The largest number of cached parts of paths, and of cached paths.
  private static let keptCount = 1 << 17

  let archive: ComparedArchive
  /// For each requested node, the parts of paths from the node to the objects that it leads to.
  private var parts: [Int: [UInt32: String]] = [:]
  private var partCount = 0
  private var paths: [Int: String] = [:]

  init(_ archive: ComparedArchive) {
    self.archive = archive
  }

  /// Returns the path of a node.
  mutating func path(of node: Int) throws(ArchiveDifference.Failure) -> String {
    if let path = paths[node] { return path }
    var steps: [Int] = []
    var next = node
    var path: String?
    while path == nil {
      if !archive.isObject(next) {
        path = rootName(next)
      } else if steps.count == Self.stepLimit {
        path = "…object \(next)"
      } else if !archive.isReached(next) {
        path = "object \(next)"
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

  /// Returns whether a path is that of the reference by which an object is first reached.
  mutating func isFirst(_ path: String, of object: Int) throws(ArchiveDifference.Failure) -> Bool {
    guard archive.isReached(object) else { return false }
    let parent = Int(archive.parents[object])
    let part = try part(from: parent, to: object)
    let start = try self.path(of: parent)
    return path == start + part
  }

  private func rootName(_ node: Int) -> String {
    guard let place = archive.place(of: node) else { return "object \(node)" }
    let isRoot = node - archive.outline.objectCount <= archive.outline.roots.count
    return (isRoot ? "root " : "metadata ") + KeyPathText.name(place.name)
  }

  /// Returns the part of a path from a node to an object that it is the first to lead to.
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

  private func partsOfObjects(
    in node: Int
  ) throws(ArchiveDifference.Failure) -> [UInt32: String] {
    var found: [UInt32: String] = [:]
    var rest: [(value: ArchiveValue, path: String)] = []
    switch try archive.content(of: node) {
    case .object(let object):
      for (key, value) in zip(archive.schema.keys(ofRecord: object.entry), object.values).reversed()
      {
        if let value { rest.append((value, KeyPathText.part(of: key))) }
      }
    case .value(let item): rest.append((item.value, ""))
    }
    while let (value, path) = rest.popLast() {
      switch value.unwrapped {
      case .reference(let number):
        let key = UInt32(truncatingIfNeeded: number)
        guard archive.isReached(number), Int(archive.parents[number]) == node, found[key] == nil
        else { continue }
        found[key] = path
      case .list(let values):
        guard values.contains(where: \.hasParts) else { continue }
        for index in values.indices.reversed() {
          if values[index].hasParts { rest.append((values[index], path + "[\(index)]")) }
        }
      case .set(let values):
        for value in values.reversed() where value.hasParts { rest.append((value, path + "{}")) }
      case .map(let pairs):
        for pair in pairs.reversed() where pair.value.hasParts || pair.key.hasParts {
          let inner = path + "{\(ValueText(pair.key, in: archive).text)}"
          rest.append((pair.value, inner))
          if pair.key.hasParts { rest.append((pair.key, path + "{key}")) }
        }
      case .structure(let value):
        append(value.values, archive.schema.keys(ofBody: value.entry), path, &rest)
      case .enumeration(let value):
        let keys = archive.schema.keys(ofBody: value.entry, caseIndex: value.caseIndex)
        append(value.values, keys, path, &rest)
      default: break
      }
    }
    return found
  }

  private func append(
    _ values: [ArchiveValue?], _ keys: [ComparedSchema.Key], _ path: String,
    _ rest: inout [(value: ArchiveValue, path: String)]
  ) {
    for (key, value) in zip(keys, values).reversed() {
      if let value, value.hasParts { rest.append((value, path + KeyPathText.part(of: key))) }
    }
  }
}
