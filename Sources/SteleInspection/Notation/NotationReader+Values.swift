import Stele

extension NotationReader {
  /// Reads a value of a type, at depth 1.
  ///
  /// Spec annex C.5.
  mutating func value(of type: ArchiveTypeDescriptor, at node: Int) throws(NotationError)
    -> ArchiveValue
  {
    var frames: [NotationFrame] = []
    let value = try begin(type, node, depth: 1, &frames)
    return try finish(value, &frames)
  }

  /// Reads the values of the stored keys of an entry, at depth 1, from an object with a member for each key.
  mutating func values(
    ofEntry entry: Int, at node: Int
  ) throws(NotationError) -> [ArchiveValue?] {
    var frames: [NotationFrame] = []
    try begin(.struct(""), entry, node, depth: 1, &frames)
    guard case .struct(let value) = try finish(nil, &frames) else { return [] }
    return value.values
  }

  /// Reads the rest of the outermost value, with a list of open values instead of recursion.
  private mutating func finish(
    _ first: ArchiveValue?, _ frames: inout [NotationFrame]
  ) throws(NotationError) -> ArchiveValue {
    var whole = first
    while let last = frames.indices.last {
      if let value = whole { frames[last].add(value) }
      if let next = try next(in: &frames[last]) {
        whole = try begin(next.type, next.node, depth: next.depth, &frames)
      } else {
        try checkRequired(frames[last])
        whole = frames.removeLast().value
      }
    }
    return whole ?? .nil
  }

  /// Returns the next part of an open value, and its depth, or `nil` after the last one.
  private func next(
    in frame: inout NotationFrame
  ) throws(NotationError) -> (type: ArchiveTypeDescriptor, node: Int, depth: Int)? {
    switch frame.type {
    case .optional(let type): return frame.single.take().map { (type, $0, frame.depth) }
    case .any: return frame.single.take().map { (frame.contentType, $0, frame.depth) }
    case .list(let type):
      // The elements of packed lists do not count as nested.
      let isPacked = type.code.scalarLayout != nil
      return frame.children.popFirst().map { (type, $0, isPacked ? frame.depth - 1 : frame.depth) }
    case .set(let type): return frame.children.popFirst().map { (type, $0, frame.depth) }
    case .map(let key, let value):
      if let node = frame.single.take() { return (value, node, frame.depth) }
      guard let pair = frame.children.popFirst() else { return nil }
      try expect(.array, pair)
      let parts = document.children(of: pair)
      guard parts.count == 2 else {
        throw document.error(.elementCount(expected: 2), at: pair)
      }
      frame.single = parts[1]
      return (key, parts[0], frame.depth)
    default:
      guard let body = frame.body, let name = frame.children.popFirst(),
        let node = frame.children.popFirst()
      else { return nil }
      guard let place = body.places[document.string(name)] else {
        throw document.error(.unknownMember(document.string(name)), at: name)
      }
      frame.place = place
      return (body.keys[place].type, node, frame.depth)
    }
  }

  private func checkRequired(_ frame: NotationFrame) throws(NotationError) {
    guard let body = frame.body else { return }
    for place in body.keys.indices
    where frame.slots[place] == nil && body.keys[place].presence == .required {
      throw document.error(.missingMember(body.keys[place].name), at: frame.node)
    }
  }

  /// Reads a value without parts, or opens a value with parts.
  private mutating func begin(
    _ type: ArchiveTypeDescriptor, _ node: Int, depth: Int, _ frames: inout [NotationFrame]
  ) throws(NotationError) -> ArchiveValue? {
    if case .optional(.reference) = type { return try leaf(type, node) }
    if type.code == .ref || type.code == .weak { return try leaf(type, node) }
    guard depth <= limits.valueNesting else {
      throw document.error(.valueNesting(limit: limits.valueNesting), at: node)
    }
    switch type {
    case .optional(let part):
      if document.nodes[node].kind == .null { return .nil }
      frames.append(frame(type, node, depth, single: try content(of: part, at: node)))
    case .any:
      let members = try members(of: node, ["type", "value"])
      var frame = frame(type, node, depth, single: members[1])
      frame.contentType = try self.type(members[0])
      frames.append(frame)
    case .list, .set, .map:
      try expect(.array, node)
      frames.append(frame(type, node, depth))
    case .struct(let name):
      let members = try members(of: node, ["class", "values"])
      let entry = try entryNumber(members[0], .struct, name)
      try begin(type, entry, members[1], depth: depth + 1, &frames)
    case .enum(let name):
      let members = try members(of: node, ["class", "case", "values"])
      let entry = try entryNumber(members[0], .enum, name)
      let index = try caseIndex(members[1], of: entry)
      try begin(type, entry, caseIndex: index, members[2], depth: depth + 1, &frames)
    default: return try leaf(type, node)
    }
    return nil
  }

  /// Opens the values of the keys of an object, struct or enum.
  private mutating func begin(
    _ type: ArchiveTypeDescriptor, _ entry: Int, caseIndex: Int = 0, _ node: Int, depth: Int,
    _ frames: inout [NotationFrame]
  ) throws(NotationError) {
    let body = body(of: entry, caseIndex: caseIndex)
    try expect(.object, node)
    try pay(forValues: body.keys.count, at: node)
    var frame = frame(type, node, depth - 1)
    (frame.entry, frame.caseIndex, frame.body) = (entry, caseIndex, body)
    frame.slots = Array(repeating: nil, count: body.keys.count)
    frames.append(frame)
  }

  private func frame(
    _ type: ArchiveTypeDescriptor, _ node: Int, _ depth: Int, single: Int? = nil
  ) -> NotationFrame {
    NotationFrame(
      type: type, depth: depth + 1, node: node,
      children: single == nil ? document.children(of: node)[...] : [], single: single)
  }

  private func leaf(_ type: ArchiveTypeDescriptor, _ node: Int) throws(NotationError)
    -> ArchiveValue
  {
    guard let value = scalar(of: type, at: node) else {
      throw document.error(.expectedValue(of: type), at: node)
    }
    return value
  }

  /// Returns the node of the content of an optional, which is in an array if the content itself can be nil.
  private func content(
    of part: ArchiveTypeDescriptor, at node: Int
  ) throws(NotationError) -> Int {
    guard part.code == .optional || part.code == .weak else { return node }
    try expect(.array, node)
    let children = document.children(of: node)
    guard children.count == 1 else {
      throw document.error(.elementCount(expected: 1), at: node)
    }
    return children[0]
  }

  /// Reads the number of an entry, which must have a given kind and name.
  private func entryNumber(
    _ node: Int, _ kind: ArchiveClassEntry.Kind, _ name: String
  ) throws(NotationError) -> Int {
    let number = try entryNumber(node, kind)
    guard let entry = classes[number], entry.name.utf8.elementsEqual(name.utf8) else {
      throw document.error(.wrongName(entry: number), at: node)
    }
    return number
  }

  private mutating func caseIndex(_ node: Int, of entry: Int) throws(NotationError) -> Int {
    let name = try string(node)
    guard let index = bodies(of: entry).cases[name] else {
      throw document.error(.unknownWord(name), at: node)
    }
    return index
  }
}
