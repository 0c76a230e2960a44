internal import Stele

/// The key paths of findings.
extension ValueReader {
  /// The length beyond which a path is cut short: an archive must not choose the size of its findings.
  private static let pathByteLimit = 480
  private static let nameByteLimit = 64

  /// Adds a finding at the innermost open value.
  mutating func note(_ rule: ArchiveRule, _ offset: Int) {
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
      path = "objects[\(object)]." + Self.shortened(name.text.utf8)
    case .root(let name):
      path = "roots[\"\(Self.shortened(cursor.part[name]))\"]"
    case .metadata(let name):
      path = "metadata[\"\(Self.shortened(cursor.part[name]))\"]"
    }
    for value in open + [top] {
      guard path.utf8.count < Self.pathByteLimit else { return path + "…" }
      path += component(value)
    }
    return path
  }

  private func component(_ value: OpenValue) -> String {
    switch value.kind {
    case .none, .any:
      return ""
    case .body:
      guard value.next > 0 else { return "" }
      let name = contents.classes.keyNames[Int(keys[value.next - 1].name)]
      return "." + Self.shortened(name.utf8)
    case .plainList, .structList, .set:
      return value.next > 0 ? "[\(value.next - 1)]" : ""
    case .map:
      guard value.next > 0 else { return "" }
      return "[\((value.next - 1) / 2)].\(value.next % 2 == 1 ? "key" : "value")"
    }
  }

  /// The text of a name, or the beginning of a long one.
  private static func shortened(_ name: some Collection<UInt8>) -> String {
    var text = Array(name.prefix(nameByteLimit + 1))
    guard text.count > nameByteLimit else { return String(decoding: text, as: UTF8.self) }
    // No scalar is cut in two.
    while let last = text.popLast(), last & 0xC0 == 0x80 {}
    return String(decoding: text, as: UTF8.self) + "…(\(name.count) bytes)"
  }
}
