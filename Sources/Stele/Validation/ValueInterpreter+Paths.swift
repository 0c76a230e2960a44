extension ValueInterpreter {
  /// Adds object and key path to an error, and closes all containers.
  @inline(never)
  mutating func located(_ error: ArchiveError, in frame: OpenValue) -> ArchiveError {
    frames.append(frame)
    let outermost = frames[0]
    var path = ""
    for frame in frames { path += pathComponent(of: frame) }
    frames.removeAll(keepingCapacity: true)
    lists.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
    openSetCount = 0
    path += error.keyPath ?? ""
    var object: Int?
    if outermost.kind == .record {
      // The frame is at a level of the class; the last of the levels is the class itself.
      let entry = outermost.count > 1 ? levels.last ?? 0 : Int(outermost.entry)
      path = KeyPathText.root(schema[entry].flatMap { schema.name($0.name) } ?? "") + path
      object = outermost.object
    }
    var complete = ArchiveError(error.rule, at: error.offset, object: object, keyPath: path)
    complete.found = error.found
    return complete
  }

  private func pathComponent(of frame: OpenValue) -> String {
    let part = frame.next - 1
    return switch frame.kind {
    case .whole: ""
    case .record, .body: keyName(in: frame)
    case .elements: KeyPathText.element(frame.position) + keyName(in: frame)
    case .list, .mixedList, .set: KeyPathText.element(part)
    case .map: KeyPathText.mapPart(part)
    }
  }

  /// The current key of a body.
  private func keyName(in frame: OpenValue) -> String {
    guard frame.entry > 0, schema.bodies[Int(frame.body)].keys.contains(frame.next - 1) else {
      return ""
    }
    let name = schema.keyNames[frame.next - 1]
    return KeyPathText.key(name, ofClass: frame.kind == .record ? level(of: name, in: frame) : nil)
  }

  /// The class of the current key of a record, if another level has a key of its name.
  private func level(of name: String, in frame: OpenValue) -> String? {
    guard frame.count > 1 else { return nil }
    let levelCount = levels.count { level in
      schema.body(ofEntry: level)?.keys.contains { schema.keyNames[$0].isExactly(name) } ?? false
    }
    return levelCount > 1 ? schema[Int(frame.entry)].flatMap { schema.name($0.name) } : nil
  }
}
