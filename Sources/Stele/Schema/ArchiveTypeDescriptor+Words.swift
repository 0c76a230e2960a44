extension ArchiveTypeDescriptor {
  /// The type in words as errors and reports show it: cut, with its length, if it is long.
  package var shortWords: String { words(nameByteCount: 100).shortened(to: 200) }

  /// The type in words, such as `list of optional ref Person`.
  package var words: String { words(nameByteCount: .max) }

  /// The type in words, with long class names shortened.
  package func words(nameByteCount: Int) -> String {
    enum Item {
      case type(ArchiveTypeDescriptor)
      case text(String)
    }
    var words = ""
    var rest = [Item.type(self)]
    while let item = rest.popLast() {
      switch item {
      case .text(let text): words += text
      case .type(.optional(let part)): rest += [.type(part), .text("optional ")]
      case .type(.list(let part)): rest += [.type(part), .text("list of ")]
      case .type(.set(let part)): rest += [.type(part), .text("set of ")]
      case .type(.map(let key, let value)):
        rest += [.type(value), .text(" to "), .type(key), .text("map of ")]
      case .type(.reference(let name)):
        words += "ref \(name?.shortened(to: nameByteCount) ?? "to any object")"
      case .type(.weakReference(let name)):
        words += "weak ref \(name?.shortened(to: nameByteCount) ?? "to any object")"
      case .type(.struct(let name)): words += "struct \(name.shortened(to: nameByteCount))"
      case .type(.enum(let name)): words += "enum \(name.shortened(to: nameByteCount))"
      case .type(let type): words += String(describing: type.code)
      }
    }
    return words
  }
}
