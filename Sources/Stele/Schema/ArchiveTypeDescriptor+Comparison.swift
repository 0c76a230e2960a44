extension ArchiveTypeDescriptor: Hashable {
  /// Compares codes and, by their bytes, names.
  public static func == (left: ArchiveTypeDescriptor, right: ArchiveTypeDescriptor) -> Bool {
    var rest = [(left, right)]
    while let (left, right) = rest.popLast() {
      guard left.code == right.code else { return false }
      switch (left.className, right.className) {
      case (nil, nil): break
      case (let left?, let right?) where left.isExactly(right): break
      default: return false
      }
      rest += zip(left.parts, right.parts)
    }
    return true
  }

  /// Hashes codes and the bytes of names.
  public func hash(into hasher: inout Hasher) {
    var rest = [self]
    while let type = rest.popLast() {
      hasher.combine(type.code)
      for byte in type.className?.utf8 ?? "".utf8 { hasher.combine(byte) }
      rest += type.parts
    }
  }
}
