extension ValueCheck {
  /// The key path that leads through all open containers.
  func pathOfFrames() -> String {
    var path = ""
    for frame in frames {
      let part = frame.next - 1
      switch frame.kind {
      case .whole: break
      case .record, .body: path += pathOfKey(in: frame)
      case .elements: path += "[\(frame.position)]" + pathOfKey(in: frame)
      case .cases, .list, .mixedList, .set: path += "[\(part)]"
      case .map: path += part % 2 == 0 ? "[key \(part / 2)]" : "[\(part / 2)]"
      }
    }
    return path
  }

  /// The key of a body that is due.
  private func pathOfKey(in frame: CheckFrame) -> String {
    let layout = layouts[frame.entry - 1]
    let body =
      layout.cases.isEmpty
      ? layout.body : layout.cases[frame.body - classes.entries[frame.entry - 1].firstBody]
    let place = frame.next - 1 - classes.bodies[frame.body].keys.lowerBound
    return body.keys.indices.contains(place) ? ".\(body.keys[place].name.shortened())" : ""
  }
}
