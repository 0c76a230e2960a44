internal import Stele

/// Strong and weak references.
///
/// A finding in a reference does not stop the reading: the reference ends where its varint does.
extension ValueReader {
  /// A value of type `ref` or `optional ref` (§5.3): R4, R5, R6; in phase 7 K7, K11.
  mutating func readReference(to name: UInt32, isOptional: Bool) throws(Defect) {
    let offset = cursor.offset
    let number = try cursor.readNumber()
    if canonical != nil { checkCanonical(reference: number, at: offset) }
    guard number != 0 else {
      if !isOptional, contents.checksReferences { record(.nilReference, offset) }
      return
    }
    guard contents.areObjectsKnown else { return }
    guard number <= contents.objects.count else { return record(.danglingReference, offset) }
    edges.append(number)
    if !contents.isObject(number, ofClass: name) { record(.wrongClass, offset) }
  }

  /// Reads a value of type `ref`, and returns whether the value is known to break no rule.
  mutating func readSoundReference(to name: UInt32) -> Bool {
    guard canonical == nil, contents.areObjectsKnown, let number = try? cursor.readNumber(),
      number > 0, number <= contents.objects.count, contents.isObject(number, ofClass: name)
    else { return false }
    edges.append(number)
    return true
  }

  /// A value of type `weak` (§5.4): V16, R5 or R7, R6.
  mutating func readWeakReference(to name: UInt32) throws(Defect) {
    let offset = cursor.offset
    guard keyNesting == 0 else { throw Defect(.weakInKey, offset) }
    let value = try cursor.readVarint(width: 64)
    guard contents.checksReferences else { return }
    var number = Int(clamping: value / 2)
    if value % 2 == 1 {
      guard let slots = contents.slots.objects else { return }
      guard number < slots.count else { return record(.weakSlot, offset) }
      number = slots[number]
      // Phase 5 has checked the number in a slot.
      if number > contents.objects.count { return }
    }
    guard number != 0, contents.areObjectsKnown else { return }
    guard number <= contents.objects.count else { return record(.danglingReference, offset) }
    if !contents.isObject(number, ofClass: name) { record(.wrongClass, offset) }
  }
}
