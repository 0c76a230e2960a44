import Stele

extension ArchiveTypeDescriptor {
  /// A hash that is the same in every process.
  ///
  /// The hash covers only the beginning and the length of a long name, since a type may have many values.
  var contentHash: UInt64 {
    var hash: UInt64 = 4
    var rest = [self]
    while let type = rest.popLast() {
      hash = OutlineDigest.mix(hash, UInt64(type.code.rawValue))
      if let name = type.className {
        hash = OutlineDigest.mix(hash, OutlineDigest(text: name.shortened()).a)
      }
      rest += type.parts
    }
    return hash
  }
}
