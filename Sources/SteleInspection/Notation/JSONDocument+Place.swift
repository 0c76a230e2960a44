import Stele

extension JSONDocument {
  func error(_ reason: NotationError.Reason, at index: Int) -> NotationError {
    error(reason, atOffset: nodes[index].start)
  }

  /// Returns an error at an offset; its line, column and path come from the text read so far.
  func error(_ reason: NotationError.Reason, atOffset offset: Int) -> NotationError {
    let before = bytes.prefix(offset)
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let line = before.count { $0 == UInt8(ascii: "\n") }
    let column = before[lineStart...].count { $0 & 0xC0 != 0x80 }
    let path = (outer.map { "\($0.path)[\($0.index)]" } ?? "") + path(to: offset)
    return NotationError(
      reason, at: offset, line: line + 1, column: column + 1,
      path: path.hasPrefix(".") ? String(path.dropFirst()) : path)
  }

  /// Returns the path of members and elements that contain an offset.
  func path(to offset: Int) -> String {
    var path = ""
    var container = 0
    while container < nodes.count, let step = step(from: container, to: offset) {
      path += step.text
      container = step.node
    }
    return path
  }

  /// Returns the child of a node that contains an offset, and the path step to the child.
  private func step(from container: Int, to offset: Int) -> (text: String, node: Int)? {
    let children = children(of: container)
    for (position, child) in children.enumerated() {
      let node = nodes[child]
      guard node.start <= offset else { return nil }
      if node.kind == .name {
        if offset < valueStart(after: child) { return (member(child), nodes.count) }
      } else if offset < node.end {
        let isMember = nodes[container].kind == .object
        return (isMember ? member(children[position - 1]) : "[\(position)]", child)
      }
    }
    return nil
  }

  private func valueStart(after name: Int) -> Int {
    name + 1 < nodes.count ? nodes[name + 1].start : .max
  }

  private func member(_ index: Int) -> String {
    let name = string(index)
    let isWord =
      !name.isEmpty
      && name.utf8.allSatisfy {
        Unicode.Scalar($0).isASCII && (Unicode.Scalar($0).properties.isAlphabetic || $0 == 0x5F)
          || (0x30...0x39).contains($0)
      }
    return isWord
      ? ".\(name.shortened())" : "[\(JSONWriter.quoted(name.shortened()))]"
  }
}
