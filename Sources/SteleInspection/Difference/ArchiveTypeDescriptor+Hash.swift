import Stele

extension ArchiveTypeDescriptor {
  /// A hash that is the same in every process.
  ///
  /// Of long names it takes the beginning and the length, since there may be many values of
  /// a type.
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
