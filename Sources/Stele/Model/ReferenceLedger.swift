/// Which objects an archive has so far, and what references ask of those that are still to come.
///
/// It takes four bytes for each object, and a little for each forward reference that waits.
///
/// Spec §5.3, §5.4.
struct ReferenceLedger {
  /// A reference whose target has not come yet, by the place where it stands.
  struct Demand: Hashable {
    /// The name number that the target must have on its chain, or 0.
    let name: Int
    /// The number of the object that refers, or 0 for a root.
    let object: Int
    /// The place of the key among the stored keys, or of the root among the roots.
    let key: Int
  }

  /// The entry numbers of the objects, object 1 first.
  private var entries: [UInt32] = []
  /// Whether ``entries`` holds all objects that there will be.
  private var isComplete = false
  private var outstanding: [Int: Demand] = [:]
  /// Further demands with another name for the same target.
  private var furtherOutstanding: [Int: [Demand]] = [:]
  /// The highest target of a reference to any object, and who asks for it.
  private var highest: (target: Int, demand: Demand)?

  /// Whether the writer of references has validated them already.
  var isTrusted = false

  /// The weak slots: an object number each, or 0.
  private(set) var slots: [Int] = []
  private var slotDemands: [Int: [Demand]] = [:]

  /// The number of objects.
  var objectCount: Int { entries.count }

  /// The entry number of an object.
  func entry(of object: Int) -> Int? {
    entries.indices.contains(object &- 1) ? Int(entries[object - 1]) : nil
  }

  /// Makes all objects known before the first is written.
  mutating func complete(with all: [UInt32]) {
    entries = all
    isComplete = true
  }

  /// Adds the next object, and gives the demand that it does not meet, if there is one.
  mutating func add(entry: UInt32, in tables: ClassTableWriter) -> Demand? {
    entries.append(entry)
    let number = entries.count
    guard !outstanding.isEmpty, let demand = outstanding.removeValue(forKey: number) else {
      return nil
    }
    let further = furtherOutstanding.removeValue(forKey: number) ?? []
    return ([demand] + further).first {
      !tables.types.schema.entry(Int(entry), isA: Int32(truncatingIfNeeded: $0.name))
    }
  }

  /// Adds the next objects, of which nothing was asked.
  mutating func append(entries new: [UInt32]) {
    entries += new
  }

  /// Takes note of a reference, and gives the entry of its target when the target is there.
  ///
  /// - Throws: Rule R5 when there will be no such object.
  mutating func note(_ target: Int, _ demand: Demand) throws(ArchiveWritingError) -> Int? {
    guard !isTrusted else { return nil }
    if target <= entries.count { return Int(entries[target - 1]) }
    guard !isComplete else { throw ArchiveWritingError(.breaks(.danglingReference)) }
    if demand.name == 0 {
      if target > highest?.target ?? 0 { highest = (target, demand) }
    } else if let other = outstanding[target] {
      guard other.name != demand.name else { return nil }
      var further = furtherOutstanding[target] ?? []
      if !further.contains(where: { $0.name == demand.name }) { further.append(demand) }
      furtherOutstanding[target] = further
    } else {
      outstanding[target] = demand
    }
    return nil
  }

  /// The demand that waits for an object that never came, if there is one: that of the object with the
  /// lowest number.
  var unmet: Demand? {
    if outstanding.isEmpty, highest == nil { return nil }
    func place(_ demand: Demand) -> (Int, Int) {
      (demand.object == 0 ? .max : demand.object, demand.key)
    }
    var all = Array(outstanding.values)
    if let highest, highest.target > entries.count { all.append(highest.demand) }
    return all.min { place($0) < place($1) }
  }
}

extension ReferenceLedger {
  /// Adds a weak slot that holds nil, and gives its number.
  mutating func addSlot() -> Int {
    slots.append(0)
    return slots.count - 1
  }

  /// Says what a slot holds, or with false that there is no such slot.
  mutating func resolve(slot: Int, to object: Int) -> Bool {
    guard slots.indices.contains(slot), object >= 0 else { return false }
    slots[slot] = object
    return true
  }

  /// Takes note of a weak reference through a slot, or returns `false` if there is no such slot.
  mutating func note(slot: Int, _ demand: Demand) -> Bool {
    guard !isTrusted else { return true }
    guard slots.indices.contains(slot) else { return false }
    guard demand.name != 0 else { return true }
    var demands = slotDemands[slot] ?? []
    if !demands.contains(where: { $0.name == demand.name }) { demands.append(demand) }
    slotDemands[slot] = demands
    return true
  }

  /// What references ask of the object in a slot.
  func demands(ofSlot slot: Int) -> [Demand] {
    slotDemands[slot] ?? []
  }
}
