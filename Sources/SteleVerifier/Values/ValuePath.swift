internal import Stele

/// Tells people where in a value a finding was made.
extension ValueWalk {
  private static let byteLimit = 480

  /// Adds a finding that leaves the structure of the value clear, so that the walk can go on.
  @inline(never)
  mutating func note(_ bytes: Span<UInt8>, _ rule: Rule, _ offset: Int) {
    guard !isQuick else {
      hasFoundSomething = true
      return
    }
    let number = object == 0 ? nil : object
    let path = log.hasRoom ? path(bytes) : nil
    log.add(rule, at: offset, chunk: chunk, object: number, keyPath: path)
  }

  /// The way to the value that is being read, such as `objects[12].Person.name[3]`.
  ///
  /// Long names and long ways are cut short: an archive must not choose the size of its findings.
  private func path(_ bytes: Span<UInt8>) -> String? {
    var path: String
    switch site {
    case .none:
      return nil
    case .record(let entry):
      path = "objects[\(object)]"
      let name = Int(classes[entry].name)
      if name > 0, name <= classes.nameOffsets.count {
        path += "." + Self.text(classes.bytes.span, at: classes.nameOffsets[name - 1])
      }
    case .root(let nameOffset):
      path = "roots[\"\(Self.text(bytes, at: nameOffset))\"]"
    case .metadata(let nameOffset):
      path = "metadata[\"\(Self.text(bytes, at: nameOffset))\"]"
    }
    for frame in frames { path += component(frame, after: path) }
    path += component(top, after: path)
    if elementIndex >= 0 { path += "[\(elementIndex)]" }
    return path
  }

  private func component(_ frame: ValueFrame, after path: String) -> String {
    let length = path.utf8.count
    guard length < Self.byteLimit else { return path.hasSuffix("…") ? "" : "…" }
    switch frame.kind {
    case .base, .scope:
      return ""
    case .body:
      guard frame.next > frame.first else { return "" }
      let key = Int(plans.operations[frame.next - 1].key)
      return "." + Self.text(classes.bytes.span, at: classes.keyNameOffsets[key])
    case .list, .uniform, .mixed, .set:
      return frame.next > 0 ? "[\(frame.next - 1)]" : ""
    case .map:
      guard frame.next > 0 else { return "" }
      return "[\((frame.next - 1) / 2)].\(frame.next & 1 == 1 ? "key" : "value")"
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
