internal import Stele

/// The key paths of findings.
extension ValueReader {
  /// The length beyond which a path is cut short: an archive must not choose the size of its findings.
  private static let pathByteLimit = 480

  /// Adds a finding at the innermost open value.
  mutating func record(_ rule: ArchiveRule, _ offset: Int) {
    let path = log.hasRoom ? keyPath : nil
    log.add(rule, at: offset, chunk: chunk, object: object == 0 ? nil : object, keyPath: path)
  }

  /// The way to the value that is read, such as `objects[12].Person.name[3]`.
  private var keyPath: String? {
    let classes = contents.classes
    var path: String
    switch site {
    case .none:
      return nil
    case .record(let entry):
      let name = classes.names[Int(classes[entry].name) - 1]
      path = KeyPathText.object(object, ofClass: name.text)
    case .root(let name):
      path = KeyPathText.root(String(decoding: cursor.part[name], as: UTF8.self))
    case .metadata(let name):
      path = KeyPathText.item(String(decoding: cursor.part[name], as: UTF8.self))
    }
    for (depth, value) in (open + [top]).enumerated() {
      guard path.utf8.count < Self.pathByteLimit else { return path + "…" }
      path += component(value, isRecord: depth == 0)
    }
    return path
  }

  private func component(_ value: OpenValue, isRecord: Bool) -> String {
    switch value.kind {
    case .none, .any:
      return ""
    case .body:
      guard value.next > 0 else { return "" }
      let name = contents.classes.keyNames[Int(keys[value.next - 1].name)]
      guard isRecord, case .record(let entry) = site else { return KeyPathText.key(name) }
      return KeyPathText.key(name, ofClass: level(of: name, value, entry))
    case .plainList, .structList, .set:
      return value.next > 0 ? KeyPathText.element(value.next - 1) : ""
    case .map:
      return value.next > 0 ? KeyPathText.mapPart(value.next - 1) : ""
    }
  }

  /// The class of the current key of a record, if another level has a key of its name.
  private func level(of name: String, _ body: OpenValue, _ entry: Int) -> String? {
    let classes = contents.classes
    // The keys of the class itself are the last ones.
    var (rest, owner) = (body.end - body.next, 0)
    var (next, levelCount) = (entry, 0)
    while next != 0 {
      let keys = classes[next].keys.range
      if owner == 0 {
        if rest < keys.count { owner = next } else { rest -= keys.count }
      }
      if classes.keys[keys].contains(where: {
        classes.keyNames[Int($0.name)].isExactly(name)
      }) {
        levelCount += 1
      }
      next = Int(classes[next].superclass)
    }
    guard levelCount > 1, owner > 0 else { return nil }
    return classes.names[Int(classes[owner].name) - 1].text
  }
}
