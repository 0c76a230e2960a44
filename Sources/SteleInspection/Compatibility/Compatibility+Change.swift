public import Stele

extension Compatibility {
  /// A difference between two archives.
  ///
  /// Spec §8.3.
  @nonexhaustive
  public enum Change: Hashable, Sendable {
    /// Only the new archive has the class, struct or enum.
    case classAdded
    /// Only the old archive has the class, struct or enum.
    case classRemoved
    /// An added class has exactly the keys of this one, which is gone.
    case classMayBeRenamed(to: String)
    /// A class has become a struct, a struct an enum, and the like.
    case kindChanged(from: ArchiveClassEntry.Kind, to: ArchiveClassEntry.Kind)
    /// The version of the class is smaller in the new archive.
    case versionLowered(from: Int, to: Int)
    /// The class has changed, and its version has not.
    case versionNotRaised(Int)
    /// These classes have come between the class and what was its superclass.
    case superclassInserted([String])
    /// These classes were superclasses.
    case superclassRemoved([String])
    /// The superclass is another one.
    case superclassChanged(from: String, to: String)

    /// Only the new archive has the key.
    case keyAdded(ArchiveKey)
    /// The new archive does not have the key, nor lists it as retired.
    case keyRemoved(ArchiveKey)
    /// The new archive lists the key as retired.
    case keyRetired(ArchiveKey)
    /// A retired key is stored again, with the type that it had.
    case keyReturned(ArchiveKey)
    /// A retired key has another type than in an archive of the same or a newer version.
    case retiredKeyReused(from: ArchiveTypeDescriptor, to: ArchiveTypeDescriptor)
    /// A retired key is not listed any more.
    case retirementForgotten(ArchiveKey)
    /// An added key has the type of this one, which is gone.
    case keyMayBeRenamed(to: String)
    /// A superclass or a subclass has the key now.
    case keyMayHaveMoved(toClass: String)
    /// The key or the root has another type.
    case typeChanged(from: ArchiveTypeDescriptor, to: ArchiveTypeDescriptor, TypeChange)
    /// A key that every record had may be absent now.
    case madeOptional
    /// A key that might be absent is in every record now.
    case madeRequired
    /// The keys, or the cases, stand in another order.
    case orderChanged
    /// The key or case is said to have been introduced by another version.
    case sinceChanged(from: Int, to: Int)
    /// The key or case is said to be as old as a version that did not have it.
    case sinceContradicts(since: Int, version: Int)

    /// Only the new archive has the case.
    case caseAdded
    /// The new archive does not have the case, nor lists it as retired.
    case caseRemoved
    /// The new archive lists the case as retired.
    case caseRetired
    /// A retired case is in use again.
    case caseReturned
    /// An added case has exactly the keys of this one, which is gone.
    case caseMayBeRenamed(to: String)

    /// Only the new archive has the root.
    case rootAdded(ArchiveTypeDescriptor)
    /// Only the old archive has the root.
    case rootRemoved(ArchiveTypeDescriptor)
  }

  /// What becomes of values when their type changes.
  ///
  /// Spec §8.4.
  public enum TypeChange: Hashable, Sendable, CaseIterable {
    /// Every value converts, in both directions.
    case equivalent
    /// Every old value converts to the new type, not every new one back.
    case widened
    /// Every new value converts to the old type, not every old one to the new type.
    case narrowed
    /// In both directions some values convert.
    case overlapping
    /// In one direction at least no value converts, unless the program declares how.
    case incompatible
  }
}

extension Compatibility.Change {
  /// The section of the specification that says what a reader does.
  public var section: String {
    switch self {
    case .typeChanged: "8.4"
    case .sinceChanged, .sinceContradicts: "8.2"
    case .classAdded, .classRemoved, .classMayBeRenamed: "8.5"
    case .versionLowered, .versionNotRaised: "8.6"
    default: "8.3"
    }
  }

  /// The name of the change, without its details, for machines.
  public var name: String {
    switch self {
    case .classAdded: "classAdded"
    case .classRemoved: "classRemoved"
    case .classMayBeRenamed: "classMayBeRenamed"
    case .kindChanged: "kindChanged"
    case .versionLowered: "versionLowered"
    case .versionNotRaised: "versionNotRaised"
    case .superclassInserted: "superclassInserted"
    case .superclassRemoved: "superclassRemoved"
    case .superclassChanged: "superclassChanged"
    case .keyAdded: "keyAdded"
    case .keyRemoved: "keyRemoved"
    case .keyRetired: "keyRetired"
    case .keyReturned: "keyReturned"
    case .retiredKeyReused: "retiredKeyReused"
    case .retirementForgotten: "retirementForgotten"
    case .keyMayBeRenamed: "keyMayBeRenamed"
    case .keyMayHaveMoved: "keyMayHaveMoved"
    case .typeChanged(_, _, .equivalent): "typeChanged"
    case .typeChanged(_, _, .widened): "typeWidened"
    case .typeChanged(_, _, .narrowed): "typeNarrowed"
    case .typeChanged(_, _, .overlapping): "typeOverlapping"
    case .typeChanged(_, _, .incompatible): "typeIncompatible"
    case .madeOptional: "madeOptional"
    case .madeRequired: "madeRequired"
    case .orderChanged: "orderChanged"
    case .sinceChanged: "sinceChanged"
    case .sinceContradicts: "sinceContradicts"
    case .caseAdded: "caseAdded"
    case .caseRemoved: "caseRemoved"
    case .caseRetired: "caseRetired"
    case .caseReturned: "caseReturned"
    case .caseMayBeRenamed: "caseMayBeRenamed"
    case .rootAdded: "rootAdded"
    case .rootRemoved: "rootRemoved"
    }
  }
}
