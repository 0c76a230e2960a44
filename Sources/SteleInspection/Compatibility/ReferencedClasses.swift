import Stele
import SteleModel

/// The classes to which the keys and roots of an archive refer.
struct ReferencedClasses {
  private let names: ComparedNames
  private var referenced: Set<NumberedName> = []
  /// Whether a key or root admits objects of any class, or values of any type.
  private var takesAll = false

  init(_ classes: JoinedClasses, _ roots: [ArchiveSchema.Root]) {
    names = classes.names
    for identity in classes.order {
      guard let newest = classes.newest(identity) else { continue }
      for key in newest.keys + newest.cases.flatMap(\.keys) where key.isStored { record(key.type) }
    }
    for root in roots { record(root.type) }
  }

  private mutating func record(_ type: ArchiveTypeDescriptor) {
    for type in type.preorder {
      switch type {
      case .any, .reference(to: nil), .weakReference(to: nil): takesAll = true
      default: if let name = type.className { referenced.insert(names.numbered(name)) }
      }
    }
  }

  /// Returns whether a key or root can contain, or refer to, an instance of a class, struct or enum.
  func lead(to joined: JoinedClass) -> Bool {
    takesAll || referenced.contains(joined.identity.name)
      || joined.superclasses.contains { referenced.contains(names.numbered($0)) }
  }

  /// Returns the effect on a program with these references if objects of a class have levels that the program lacks.
  func verdict(
    onLevels levels: [String], ofClass name: String
  ) -> ArchiveCompatibility.Verdict {
    if let level = levels.first(where: { referenced.contains(names.numbered($0)) }) {
      return .dependsOnValues(
        .wrongType,
        "skipped, but a \(name.shortened()) cannot stand in references to \(level.shortened())")
    }
    return .fine("the level is skipped")
  }
}
