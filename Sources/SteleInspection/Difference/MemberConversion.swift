import Stele
import SteleModel

/// Converts values to the types of the joins of their entries, and keeps their entries and keys.
///
/// Values of two archives with the same joins are equal if they are equal after this conversion.
///
/// Spec §9.1, §9.7.
struct MemberConversion: ValueTranslation {
  /// The joins of the members, in the order of their lineages.
  let joins: ArchiveClassTable
  let classes: ArchiveClassTable
  private let join: EntryJoin
  /// Whether a lineage has several members; otherwise all values stay as they are.
  let isNeeded: Bool

  /// Joins the members of a table: the entries of objects and values, and superclasses of these.
  init(_ classes: ArchiveClassTable, members: Set<Int>) {
    self.classes = classes
    join = EntryJoin(classes, used: members)
    joins = join.classes
    isNeeded = members.count > joins.count
  }

  /// Returns the number of the join of an entry, or 0 if the entry is not a member.
  func join(ofEntry entry: Int) -> Int { join[entry]?.entry ?? 0 }

  /// Returns whether the join gives the values of a stored key of an entry or case another type of `any`.
  func isWrapped(entry: Int, caseIndex: Int?, position: Int) -> Bool {
    guard isNeeded, let slot = slot(entry, caseIndex, position) else { return false }
    return slot.from != slot.to && slot.to.withoutOptionals == .any
      && slot.from.withoutOptionals != .any
  }

  private func slot(_ entry: Int, _ caseIndex: Int?, _ position: Int) -> EntryJoin.Slot? {
    guard let joined = join[entry] else { return nil }
    var slots = joined.slots
    if let caseIndex {
      guard joined.cases.indices.contains(caseIndex) else { return nil }
      slots = joined.cases[caseIndex].slots
    }
    return slots.indices.contains(position) ? slots[position] : nil
  }

  /// Converts the values of an object.
  func convert(_ object: consuming ArchiveObject) -> ArchiveObject {
    guard isNeeded else { return object }
    var values = object.values
    var position = 0
    for level in classes.chain(of: object.entry) {
      for slot in join[level]?.slots ?? [] {
        if values.indices.contains(position), let value = values[position] {
          values[position] = translate(value, slot.from).converted(from: slot.from, to: slot.to)
        }
        position += 1
      }
    }
    return ArchiveObject(entry: object.entry, values: values)
  }

  /// Converts a root.
  func convert(_ root: ArchiveNamedValue) -> ArchiveNamedValue {
    guard isNeeded, root.type.mayHoldMoreThanScalars else { return root }
    return ArchiveNamedValue(root.name, root.type, translate(root.value, root.type))
  }

  func reference(_ number: Int, _ type: ArchiveTypeDescriptor) -> ArchiveValue {
    .reference(number)
  }

  func type(_ type: ArchiveTypeDescriptor) -> ArchiveTypeDescriptor { type }

  func entry(_ number: Int) -> Int { number }

  func stored(
    _ value: consuming ArchiveValue, entry: Int, caseIndex: Int, position: Int
  ) -> ArchiveValue {
    guard let slot = slot(entry, classes[entry]?.kind == .enum ? caseIndex : nil, position) else {
      return value
    }
    return value.converted(from: slot.from, to: slot.to)
  }
}

extension ArchiveValue {
  /// Returns a value of a type as one of a type that it has been joined to.
  fileprivate func converted(
    from: ArchiveTypeDescriptor, to: ArchiveTypeDescriptor
  ) -> ArchiveValue {
    switch (from, to, self) {
    case _ where from == to: self
    case (.reference, .optional(.reference), _),
      (.optional(.reference), .optional(.reference), _):
      self
    case (.optional(let from), .optional(let to), .some(let value)):
      .some(value.converted(from: from, to: to))
    case (.optional, .optional, .nil): self
    case (.optional(let from), .optional(let to), _): .some(converted(from: from, to: to))
    case (_, .optional(let to), _): .some(converted(from: from, to: to))
    case (_, .any, _): .any(from, self)
    default: self
    }
  }
}
