internal import Stele

/// The key paths of findings.
extension ValuePass {
  private static let byteLimit = 480

  /// Adds a finding after which the structure of the value is clear, so that the pass can go on.
  @inline(never)
  mutating func note(_ bytes: Span<UInt8>, _ rule: ArchiveRule, _ offset: Int) {
    let path = log.hasRoom ? keyPath(bytes) : nil
    log.add(
      rule, at: offset, chunk: chunk, object: object == 0 ? nil : object, keyPath: path)
  }

  mutating func note(_ bytes: Span<UInt8>, _ defect: Defect) {
    note(bytes, defect.rule, defect.offset)
  }

  /// The key path of the value that is read, such as `objects[12].Person.name[3]`.
  ///
  /// Long names and long paths are cut short: an archive must not choose the size of its findings.
  private func keyPath(_ bytes: Span<UInt8>) -> String? {
    var path: String
    switch site {
    case .none:
      return nil
    case .record(let entry):
      path = "objects[\(object)]"
      let name = Int(contents.classes[entry].name)
      if name > 0, name <= contents.classes.nameOffsets.count {
        path +=
          "." + Self.text(contents.classes.bytes.span, at: contents.classes.nameOffsets[name - 1])
      }
    case .root(let nameOffset):
      path = "roots[\"\(Self.text(bytes, at: nameOffset))\"]"
    case .metadata(let nameOffset):
      path = "metadata[\"\(Self.text(bytes, at: nameOffset))\"]"
    }
    for value in open { path += component(value, after: path) }
    path += component(top, after: path)
    return path
  }

  private func component(_ value: OpenValue, after path: String) -> String {
    let length = path.utf8.count
    guard length < Self.byteLimit else { return path.hasSuffix("…") ? "" : "…" }
    switch value.kind {
    case .none, .any:
      return ""
    case .body:
      guard value.next > 0 else { return "" }
      let key = Int(keys.keys[value.next - 1].name)
      return "." + Self.text(contents.classes.bytes.span, at: contents.classes.keyNameOffsets[key])
    case .plainList, .uniformList, .mixedList, .set:
      return value.next > 0 ? "[\(value.next - 1)]" : ""
    case .map:
      guard value.next > 0 else { return "" }
      return "[\((value.next - 1) / 2)].\(value.next & 1 == 1 ? "key" : "value")"
    }
  }

  /// The string whose length stands at an offset, or its beginning.
  private static func text(_ bytes: Span<UInt8>, at offset: Int) -> String {
    var cursor = Cursor(offset..<bytes.count)
    do throws(Defect) {
      let byteCount = try cursor.readCount(bytes)
      var end = cursor.offset + min(byteCount, 64)
      // No scalar is cut in two.
      if byteCount > 64 { while end > cursor.offset, bytes[end] & 0xC0 == 0x80 { end -= 1 } }
      let text = String(decoding: (cursor.offset..<end).map { bytes[$0] }, as: UTF8.self)
      return byteCount > 64 ? "\(text)…(\(byteCount) bytes)" : text
    } catch {
      return "?"
    }
  }
}
