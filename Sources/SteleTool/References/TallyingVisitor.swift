import Stele

/// A connection from a key to an entry.
package struct ReferenceLink: Hashable, Sendable {
  /// The index of the key in ``CompiledSchema/keys``, or -1 in a root or the metadata.
  package let key: Int
  /// The entry of the target object, struct or enum.
  package let target: Int
  package let isWeak: Bool
}

/// A visitor that counts the references from keys to objects, and the structs and enums in their values, by entry.
///
/// Spec §5.3.
final class TallyingVisitor: ValueVisitor {
  private let objectEntries: [UInt32]
  private var position = KeyPosition()
  private var links: [ReferenceLink: Int] = [:]
  /// The number of structs and enums of each entry, entry 1 first.
  private(set) var valueCounts: [Int]
  // Most values refer to the same target as the previous value; counting these needs no hashing.
  private var last = ReferenceLink(key: -2, target: 0, isWeak: false)
  private var lastCount = 0

  init(_ context: ReadingContext) {
    objectEntries = context.objectEntries ?? []
    valueCounts = Array(repeating: 0, count: context.classes.count)
  }

  /// Returns the counted links, and starts counting anew.
  func takeLinks() -> [ReferenceLink: Int] {
    flush()
    defer { links = [:] }
    return links
  }

  private func flush() {
    if lastCount > 0 { links[last, default: 0] += lastCount }
    lastCount = 0
  }

  private func count(_ link: ReferenceLink) {
    if link != last {
      flush()
      last = link
    }
    lastCount += 1
  }

  func leaf(_ type: CompiledType, _ bytes: inout ByteCursor) throws(ArchiveError) {
    _ = position.take()
  }

  func reference(_ number: Int, _ type: CompiledType, at index: Int, offset: Int, isHashed: Bool) {
    let key = position.take()
    guard number > 0, number <= objectEntries.count else { return }
    count(
      ReferenceLink(
        key: key, target: Int(objectEntries[number - 1]), isWeak: type.operation == .weakReference))
  }

  func none() { _ = position.take() }

  func absentKey() { _ = position.take() }

  func open(
    _ container: VisitedContainer, count: Int, at offset: Int, _ schema: borrowing CompiledSchema
  ) throws(ArchiveError) {
    let key = position.open(container, schema)
    switch container {
    case .struct(let entry), .enum(let entry, _):
      self.count(ReferenceLink(key: key, target: entry, isWeak: false))
      if valueCounts.indices.contains(entry - 1) { valueCounts[entry - 1] += 1 }
    default: break
    }
  }

  func close() { position.close() }
}
