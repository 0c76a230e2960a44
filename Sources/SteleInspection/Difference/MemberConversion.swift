import Stele
import SteleModel

/// Converts values to the types of the joins of their entries, and keeps their entries and keys.
///
/// Values of two archives with the same joins are equal if they are equal after this conversion.
///
/// Spec §9.1, §9.7.
struct MemberConversion {
  /// The joins of the members, in the order of their lineages.
  let joins: ArchiveClassTable
  private let classes: ArchiveClassTable
  private let join: EntryJoin
  /// Whether a lineage has several members; otherwise all values stay unchanged.
  let isNeeded: Bool
  private var rewriter = ValueRewriter()

  /// Joins the members of a table: the entries of objects and values, and their superclasses.
  init(_ classes: ArchiveClassTable, members: Set<Int>) {
    self.classes = classes
    join = EntryJoin(classes, used: members)
    joins = join.classes
    isNeeded = members.count > joins.count
    if isNeeded { rewriter.join = join.keepingEntries }
  }

  /// Returns the number of the join of an entry, or 0 if the entry is not a member.
  func join(ofEntry entry: Int) -> Int { join[entry]?.entry ?? 0 }

  /// Returns whether the join wraps the values of a stored key of an entry or case in `any`.
  func isWrapped(entry: Int, caseIndex: Int?, position: Int) -> Bool {
    guard isNeeded, let replacement = join[entry] else { return false }
    var body = replacement.body
    if let caseIndex {
      guard replacement.cases.indices.contains(caseIndex) else { return false }
      body = replacement.cases[caseIndex].body
    }
    guard body.slots.indices.contains(position) else { return false }
    let slot = body.slots[position]
    return slot.from != slot.to && slot.to.withoutOptionals == .any
      && slot.from.withoutOptionals != .any
  }

  mutating func convert(_ object: consuming ArchiveObject) -> ArchiveObject {
    guard isNeeded else { return object }
    var values = object.values
    var position = 0
    for level in classes.chain(of: object.entry) {
      for slot in join[level]?.body.slots ?? [] {
        if !slot.isCopied, values.indices.contains(position), let value = values[position] {
          values[position] = convert(value, from: slot.from, to: slot.to)
        }
        position += 1
      }
    }
    return ArchiveObject(entry: object.entry, values: values)
  }

  mutating func convert(_ root: ArchiveNamedValue) -> ArchiveNamedValue {
    guard isNeeded, root.type.isWorthRewriting else { return root }
    return ArchiveNamedValue(
      root.name, root.type, convert(root.value, from: root.type, to: root.type))
  }

  private mutating func convert(
    _ value: ArchiveValue, from: ArchiveTypeDescriptor, to: ArchiveTypeDescriptor
  ) -> ArchiveValue {
    // Without a budget, a sorter and a limit of nesting, no value is refused.
    (try? rewriter.rewrite(value, from: from, to: to)) ?? value
  }
}

extension EntryJoin {
  /// The same conversions, but values keep their entries and positions.
  fileprivate var keepingEntries: EntryJoin {
    var result = self
    for (number, old) in replacements {
      var new = old
      new.entry = number
      new.body.keepPlaces()
      for index in new.cases.indices {
        new.cases[index].index = index
        new.cases[index].body.keepPlaces()
      }
      result.replacements[number] = new
    }
    return result
  }
}

extension EntryJoin.Body {
  fileprivate mutating func keepPlaces() {
    valueCount = slots.count
    slots = slots.enumerated().map {
      EntryJoin.Slot(position: $0, from: $1.from, to: $1.to)
    }
  }
}
