extension ArchiveTypeDescriptor {
  /// The type in words as errors and reports show it: cut, with its length, if it is long.
  package var shortWords: String { words(nameByteCount: 100).shortened(to: 200) }

  /// The type in words, such as `list of optional ref Person`.
  package var words: String { words(nameByteCount: .max) }

  /// The type in words, with long class names shortened.
  package func words(nameByteCount: Int) -> String {
    var words = ""
    // The types of which the words are missing, the next one last, each with the words before it.
    var rest = [(before: "", type: self)]
    while let (before, type) = rest.popLast() {
      words += before
      switch type {
      case .optional(let part): rest.append(("optional ", part))
      case .list(let part): rest.append(("list of ", part))
      case .set(let part): rest.append(("set of ", part))
      case .map(let key, let value): rest += [(" to ", value), ("map of ", key)]
      case .reference(let name):
        words += "ref \(name?.shortened(to: nameByteCount) ?? "to any object")"
      case .weakReference(let name):
        words += "weak ref \(name?.shortened(to: nameByteCount) ?? "to any object")"
      case .struct(let name): words += "struct \(name.shortened(to: nameByteCount))"
      case .enum(let name): words += "enum \(name.shortened(to: nameByteCount))"
      default: words += String(describing: type.code)
      }
    }
    return words
  }
}
