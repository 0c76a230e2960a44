/// The objects of an archive so far, and the pending references to later ones.
///
/// It takes four bytes for each object, and a little more for each object to which references are pending.
///
/// Spec §5.3, §5.4.
package struct ReferenceLedger {
  /// A reference whose target has not been added.
  struct PendingReference: Hashable {
    /// The number of the class name that the target must have on its chain, or 0.
    let name: Int
    /// The number of the object that has the reference, or 0 for a root.
    let object: Int
    /// The position of the key among the stored keys, or of the root among the roots.
    let key: Int
  }

  /// The entry numbers of the objects, object 1 first.
  private var entries: [UInt32] = []
  /// Whether ``entries`` has all objects of the archive.
  private var isComplete = false
  /// The pending references to each object of a class, one for each class name, by the numbers of the objects; those through a weak
  /// slot by its number in references, -1 less the slot.
  private var pending: [Int: [PendingReference]] = [:]
  /// The highest target of references to any object, and the first reference to it.
  private var highest: (target: Int, reference: PendingReference)?

  /// Whether references are known to be valid.
  package var isTrusted = false

  /// The object number in each weak slot, or 0.
  private(set) var slots: [Int] = []

  /// Returns the entry number of an object.
  func entry(of object: Int) -> Int? {
    entries.indices.contains(object &- 1) ? Int(entries[object - 1]) : nil
  }

  /// Sets the entries of all objects before the first is written.
  mutating func complete(with all: [UInt32]) {
    entries = all
    isComplete = true
  }

  /// Adds the next object, unless all are there already, and returns a pending reference to it that is of another class, if any.
  mutating func add(entry: UInt32, in tables: ClassTableWriter) -> PendingReference? {
    guard !isComplete else { return nil }
    entries.append(entry)
    let number = entries.count
    guard !pending.isEmpty, let references = pending.removeValue(forKey: number) else {
      return nil
    }
    return references.first {
      !tables.schema.entry(Int(entry), isA: Int32(truncatingIfNeeded: $0.name))
    }
  }

  /// Adds the next objects, to which no references are pending.
  mutating func append(entries new: [UInt32]) {
    if entries.isEmpty { entries = new } else { entries += new }
  }

  /// Remembers a reference, and returns the entry of its target if that has been added.
  ///
  /// - Throws: Rule R5 if there will be no such object.
  mutating func remember(_ target: Int, _ reference: PendingReference) throws(ArchiveWritingError)
    -> Int?
  {
    guard !isTrusted else { return nil }
    if target <= entries.count { return Int(entries[target - 1]) }
    guard !isComplete else { throw ArchiveWritingError(.breaks(.danglingReference)) }
    if reference.name == 0 {
      if target > highest?.target ?? 0 { highest = (target, reference) }
    } else {
      add(reference, to: target)
    }
    return nil
  }

  /// Adds a pending reference unless there is one with the class name.
  private mutating func add(_ reference: PendingReference, to number: Int) {
    guard pending[number]?.contains(where: { $0.name == reference.name }) != true else { return }
    pending[number, default: []].append(reference)
  }

  /// The first reference to an object that has not been added, if there is one: the reference of the object with the lowest
  /// number.
  var firstPending: PendingReference? {
    if pending.isEmpty, highest == nil { return nil }
    func place(_ reference: PendingReference) -> (Int, Int) {
      (reference.object == 0 ? .max : reference.object, reference.key)
    }
    var all = pending.compactMap { $0.key > 0 ? $0.value.first : nil }
    if let highest, highest.target > entries.count { all.append(highest.reference) }
    return all.min { place($0) < place($1) }
  }
}

extension ReferenceLedger {
  /// Adds a weak slot that holds nil, and returns its number.
  package mutating func addSlot() -> Int {
    slots.append(0)
    return slots.count - 1
  }

  /// Sets the object in a slot, or returns `false` if there is no slot of the number.
  package mutating func resolve(slot: Int, to object: Int) -> Bool {
    guard slots.indices.contains(slot), object >= 0 else { return false }
    slots[slot] = object
    return true
  }

  /// Remembers a weak reference through a slot, or returns `false` if there is no slot of the number.
  mutating func remember(slot: Int, _ reference: PendingReference) -> Bool {
    guard !isTrusted else { return true }
    guard slots.indices.contains(slot) else { return false }
    if reference.name != 0 { add(reference, to: -1 - slot) }
    return true
  }

  /// Returns the references through a slot, one for each class name.
  func pendingReferences(toSlot slot: Int) -> [PendingReference] {
    pending[-1 - slot] ?? []
  }
}
