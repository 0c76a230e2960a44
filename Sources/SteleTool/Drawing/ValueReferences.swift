internal import Stele

/// A search for the references in a value, without recursion.
struct ValueReferences {
  /// The class entries, which declare whether the references in structs and enums are weak.
  let classes: ArchiveClassTable

  /// The contents of an open container.
  private struct Frame {
    var parts: [ArchiveValue]
    var types: [ArchiveTypeDescriptor]
    var next = 0
  }

  /// Passes on each reference in a value, except nil.
  func forEach(
    in value: ArchiveValue, of type: ArchiveTypeDescriptor, _ body: (Int, _ isWeak: Bool) -> Void
  ) {
    var frames = [Frame(parts: [value], types: [type])]
    while let last = frames.indices.last {
      guard frames[last].next < frames[last].parts.count, !frames[last].types.isEmpty else {
        frames.removeLast()
        continue
      }
      // The types of a map are those of its key and value, in turn; the elements of a list have one type.
      let index = frames[last].next
      let part = frames[last].parts[index]
      let type = frames[last].types[index % frames[last].types.count]
      frames[last].next += 1
      switch (part, type) {
      case (.reference(let number), .weakReference): body(number, true)
      case (.reference(let number), _): body(number, false)
      default:
        if let frame = frame(of: part, type) { frames.append(frame) }
      }
    }
  }

  private func frame(of value: ArchiveValue, _ type: ArchiveTypeDescriptor) -> Frame? {
    switch value {
    case .any(let type, let part): Frame(parts: [part], types: [type])
    case .some, .list, .set, .map: Frame(parts: value.parts, types: type.parts)
    case .structure(let structure):
      bodyFrame(structure.values, classes[structure.entry]?.keys ?? [])
    case .enumeration(let enumeration):
      bodyFrame(enumeration.values, keys(of: enumeration))
    default: nil
    }
  }

  private func keys(of value: ArchiveEnumValue) -> [ArchiveKey] {
    guard let cases = classes[value.entry]?.cases, cases.indices.contains(value.caseIndex) else {
      return []
    }
    return cases[value.caseIndex].keys
  }

  private func bodyFrame(_ values: [ArchiveValue?], _ keys: [ArchiveKey]) -> Frame {
    var frame = Frame(parts: [], types: [])
    for (value, key) in zip(values, keys.lazy.filter(\.isStored)) {
      guard let value else { continue }
      frame.parts.append(value)
      frame.types.append(key.type)
    }
    return frame
  }
}
