internal import Stele

/// Strong and weak references.
///
/// Spec §5.3, §5.4.
extension ValuePass {
  /// Checks a value of type `ref` or `optional ref`, adds it to the edges, and returns a defect if there is one.
  ///
  /// Rules R4, R5, R6; in phase 7 K7, K11.
  @inline(__always)
  mutating func check(
    reference number: Int, at offset: Int, _ type: TypeNode, _ bytes: Span<UInt8>
  ) -> Defect? {
    if canonical != nil { checkCanonical(reference: number, at: offset, bytes) }
    guard number != 0 else {
      let isAllowed = type.layout == .optionalReference || !contents.checksReferences
      return isAllowed ? nil : Defect(.nilReference, offset)
    }
    guard contents.areObjectsKnown else { return nil }
    guard number <= contents.objects.count else { return Defect(.danglingReference, offset) }
    if latest.add(number, ofClass: type.first) { finishReferences() }
    if latest.areChecked || contents.isObject(number, ofClass: type.first) { return nil }
    return Defect(.wrongClass, offset)
  }

  /// Checks a value of type `weak`, and returns a defect if there is one.
  ///
  /// Rules R5, R7, R6.
  mutating func check(
    weakReference value: UInt64, at offset: Int, _ type: TypeNode, _ bytes: Span<UInt8>
  ) -> Defect? {
    guard contents.checksReferences else { return nil }
    var number = Int(saturating: value >> 1)
    let isSlot = value & 1 == 1
    if isSlot {
      guard let slots = contents.slots.objects else { return nil }
      guard number < slots.count else { return Defect(.weakSlot, offset) }
      number = slots[number]
    }
    guard number != 0, contents.areObjectsKnown else { return nil }
    guard number <= contents.objects.count else {
      // Phase 5 checked the number in a slot.
      return isSlot ? nil : Defect(.danglingReference, offset)
    }
    return contents.isObject(number, ofClass: type.first) ? nil : Defect(.wrongClass, offset)
  }
}
