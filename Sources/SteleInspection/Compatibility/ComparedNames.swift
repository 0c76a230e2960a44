import Stele
import SteleModel

/// The numbered names of two archives that are compared.
///
/// An archive can repeat a long name in many keys, so names and types are compared by number. The table is an object, because
/// all parts of a comparison must use the same numbers.
final class ComparedNames {
  private var numbers = NameNumbers()

  func numbered(_ name: String) -> NumberedName { numbers.numbered(name) }

  func numbered(_ type: ArchiveTypeDescriptor) -> NumberedType { numbers.numbered(type) }

  /// Returns whether two names have the same bytes.
  func areEqual(_ left: String, _ right: String) -> Bool { numbers.areEqual(left, right) }

  /// Returns whether two types have the same codes and names.
  func areEqual(_ left: ArchiveTypeDescriptor, _ right: ArchiveTypeDescriptor) -> Bool {
    numbers.areEqual(left, right)
  }

  /// Returns whether two types are equal, ignoring parts that are `never`, a type without values, in either.
  func mayBeEqual(_ left: ArchiveTypeDescriptor, _ right: ArchiveTypeDescriptor) -> Bool {
    left.completed(with: right, names: &numbers) != nil
  }

  func areEqual(_ left: [ArchiveKey], _ right: [ArchiveKey]) -> Bool {
    numbers.areEqual(left, right)
  }

  /// Returns the keys of entries of the same lineage, joined.
  ///
  /// Spec §9.7.
  func joined(_ members: [[ArchiveKey]]) -> [ArchiveKey] { KeyJoin.join(members, names: &numbers) }

  /// Returns the cases of entries of the same lineage, joined.
  ///
  /// Spec §9.7.
  func joined(_ members: [[ArchiveCase]]) -> [ArchiveCase] {
    KeyJoin.join(members, names: &numbers)
  }
}

/// A subject and a change, as numbers.
struct NumberedDifference: Hashable {
  private var words: [Int] = []
  private let change: String

  init(
    _ subject: ArchiveCompatibility.Subject, _ change: ArchiveCompatibility.Change,
    _ names: ComparedNames
  ) {
    self.change = change.name
    for name in [subject.className, subject.caseName, subject.key, subject.root] {
      words.append(name.map { names.numbered($0).number } ?? 0)
    }
    words.append(subject.kind.map { Int($0.rawValue) } ?? -1)
    add(change, names)
  }

  private mutating func add(_ change: ArchiveCompatibility.Change, _ names: ComparedNames) {
    switch change {
    case .classMayBeRenamed(let name), .keyMayBeRenamed(let name), .keyMayHaveMoved(let name),
      .caseMayBeRenamed(let name):
      words.append(names.numbered(name).number)
    case .superclassInserted(let all), .superclassRemoved(let all):
      words += all.map { names.numbered($0).number }
    case .superclassChanged(let old, let new):
      words += [old, new].map { names.numbered($0).number }
    case .kindChanged(let old, let new): words += [old, new].map { Int($0.rawValue) }
    case .versionLowered(let old, let new), .sinceChanged(let old, let new),
      .sinceContradicts(let old, let new):
      words += [old, new]
    case .versionNotRaised(let version): words.append(version)
    case .keyAdded(let key), .keyRemoved(let key), .keyRetired(let key), .keyReturned(let key),
      .retirementForgotten(let key):
      words += [names.numbered(key.name).number, key.since, Int(key.presence.rawValue)]
      words += names.numbered(key.type).words
    case .retiredKeyReused(let old, let new), .typeChanged(let old, let new, _):
      // The codes of the first type determine where the second type begins.
      words += names.numbered(old).words + names.numbered(new).words
    case .rootAdded(let type), .rootRemoved(let type): words += names.numbered(type).words
    case .classAdded, .classRemoved, .madeOptional, .madeRequired, .orderChanged, .caseAdded,
      .caseRemoved, .caseRetired, .caseReturned:
      break
    }
  }
}
