extension TypeDescriptor {
  /// Makes the descriptor of a compiled type of its class name and its parts.
  init(_ type: CompiledType, name: String?, first: TypeDescriptor, second: TypeDescriptor) {
    switch type.code {
    case .ref: self = .reference(to: name)
    case .weak: self = .weakReference(to: name)
    case .struct: self = .structure(name ?? "")
    case .enum: self = .enumeration(name ?? "")
    case .optional: self = .optional(first)
    case .list: self = .list(first)
    case .set: self = .set(first)
    case .map: self = .map(key: first, value: second)
    default: self = Self.simpleTypes[type.code] ?? .any
    }
  }
}
