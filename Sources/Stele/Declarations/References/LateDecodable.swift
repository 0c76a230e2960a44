/// A property wrapper around a reference that decoders of other modules can fill later.
package protocol LateDecodable: Decodable {
  /// The type that is decoded.
  associatedtype Content: Decodable

  /// Makes an empty reference, and a closure that fills it and its copies.
  static func makeEmpty() -> (reference: Self, fill: (Content) -> Void)
}

extension BackReference: LateDecodable {
  package static func makeEmpty() -> (reference: BackReference, fill: (Target) -> Void) {
    let box = WeakTarget<Target>(nil)
    return (BackReference(box: box), { box.target = $0 })
  }
}

extension LateReference: LateDecodable {
  package static func makeEmpty() -> (reference: LateReference, fill: (Value) -> Void) {
    let box = LateBox(Value.placeholder)
    return (LateReference(box: box), { box.value = $0 })
  }
}
