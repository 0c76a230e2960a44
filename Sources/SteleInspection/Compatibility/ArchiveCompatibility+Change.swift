public import Stele

extension ArchiveCompatibility {
  /// A difference between two archives.
  ///
  /// Spec §10.3.
  @nonexhaustive
  public enum Change: Hashable, Sendable {
    /// Only the new archive has the class, struct or enum.
    case classAdded
    /// Only the old archive has the class, struct or enum.
    case classRemoved
    /// An added class is the only one with the keys of this removed class, or the only one that shares more than half of the
    /// keys.
    case classMayBeRenamed(to: String)
    /// The entry has changed its kind, for example from a class to a struct.
    case kindChanged(from: ArchiveClassEntry.Kind, to: ArchiveClassEntry.Kind)
    /// The version of the class is smaller in the new archive.
    case versionLowered(from: Int, to: Int)
    /// The class has changed, but its version has not been raised.
    case versionNotRaised(Int)
    /// These classes are now between the class and its former superclass.
    case superclassInserted([String])
    /// These classes are no longer superclasses.
    case superclassRemoved([String])
    /// The superclass is a different class.
    case superclassChanged(from: String, to: String)

    /// Only the new archive has the key.
    case keyAdded(ArchiveKey)
    /// The new archive neither has the key nor lists it as retired.
    case keyRemoved(ArchiveKey)
    /// The new archive lists the key as retired.
    case keyRetired(ArchiveKey)
    /// A retired key is stored again, with its former type.
    case keyReturned(ArchiveKey)
    /// A retired key has a different type than in an archive of the same or a newer version.
    case retiredKeyReused(from: ArchiveTypeDescriptor, to: ArchiveTypeDescriptor)
    /// A retired key is no longer listed.
    case retirementForgotten(ArchiveKey)
    /// An added key has the type of this removed key.
    case keyMayBeRenamed(to: String)
    /// A superclass or a subclass now has the key.
    case keyMayHaveMoved(toClass: String)
    /// The key or the root has a different type.
    case typeChanged(from: ArchiveTypeDescriptor, to: ArchiveTypeDescriptor, TypeChange)
    /// A key that every record had may now be absent.
    case madeOptional
    /// A key that could be absent is now in every record.
    case madeRequired
    /// The keys, or the cases, are in a different order.
    case orderChanged
    /// The key or case is listed as introduced by a different version.
    case sinceChanged(from: Int, to: Int)
    /// The key or case is listed as introduced by a version that did not have it.
    case sinceContradicts(since: Int, version: Int)

    /// Only the new archive has the case.
    case caseAdded
    /// The new archive neither has the case nor lists it as retired.
    case caseRemoved
    /// The new archive lists the case as retired.
    case caseRetired
    /// A retired case is in use again.
    case caseReturned
    /// An added case has exactly the keys of this removed case.
    case caseMayBeRenamed(to: String)

    /// Only the new archive has the root.
    case rootAdded(ArchiveTypeDescriptor)
    /// Only the old archive has the root.
    case rootRemoved(ArchiveTypeDescriptor)
  }

  /// The effect of a change of type on values.
  ///
  /// Spec §10.4.
  @nonexhaustive
  public enum TypeChange: Hashable, Sendable, CaseIterable {
    /// Every value converts, in both directions.
    case equivalent
    /// Every old value converts to the new type, but not every new value converts back.
    case widened
    /// Every new value converts to the old type, but not every old value converts to the new type.
    case narrowed
    /// Some values convert in each direction.
    case overlapping
    /// In at least one direction no value converts, unless the program declares a conversion.
    case incompatible
  }
}

extension ArchiveCompatibility.Change {
  /// The section of the specification that defines the behaviour of a reader.
  public var section: String {
    switch self {
    case .typeChanged: "10.4"
    case .sinceChanged, .sinceContradicts: "10.2"
    case .classAdded, .classRemoved, .classMayBeRenamed: "10.5"
    case .versionLowered, .versionNotRaised: "10.6"
    default: "10.3"
    }
  }

  /// The machine-readable name of the change, without its details.
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
