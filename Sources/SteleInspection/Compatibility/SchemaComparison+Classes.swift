import Stele
import SteleModel

/// The comparison of a class, struct or enum in two archives.
///
/// Spec §10.3.
extension SchemaComparison {
  /// Returns the differences between a version in the old archive and a version in the new archive.
  func findings(between old: JoinedClass, and new: JoinedClass) -> FindingLog {
    var log = FindingLog()
    let subject = new.subject
    compareSuperclasses(old, new, in: &log)
    let members = MemberComparison(
      owner: subject, oldVersion: old.version, newVersion: new.version, conversions: conversions,
      moves: new.identity.kind == .class ? moves : nil)
    members.compare(old.keys, new.keys, in: &log)
    members.compare(old.cases, new.cases, in: &log)
    var versions = FindingLog()
    if new.version < old.version {
      versions.add(
        subject, .versionLowered(from: old.version, to: new.version),
        oldFile: .needsDeclaration(nil, "read like a new file; raise the version"))
    } else if new.version == old.version,
      log.contains(where: { !$0.change.canBeOfObjects(names) })
    {
      versions.add(
        subject, .versionNotRaised(new.version),
        oldFile: .needsDeclaration(nil, "no migration can tell it apart; raise the version"))
    }
    return versions + log
  }

  private func compareSuperclasses(
    _ old: JoinedClass, _ new: JoinedClass, in log: inout FindingLog
  ) {
    let oldNames = old.superclasses.map { names.numbered($0) }
    let newNames = new.superclasses.map { names.numbered($0) }
    let (oldNearest, newNearest) = (oldNames.first, newNames.first)
    guard oldNearest != newNearest else { return }
    if let end = oldNearest.map({ newNames.firstIndex(of: $0) }) ?? newNames.count {
      let inserted = Array(new.superclasses.prefix(end))
      log.add(
        new.subject, .superclassInserted(inserted),
        oldFile: Self.missing(inserted, in: self.new, moves.oldFile),
        newFile: references.old.verdict(onLevels: inserted, ofClass: new.name))
    } else if let end = newNearest.map({ oldNames.firstIndex(of: $0) }) ?? oldNames.count {
      let removed = Array(old.superclasses.prefix(end))
      log.add(
        new.subject, .superclassRemoved(removed),
        oldFile: references.new.verdict(onLevels: removed, ofClass: new.name),
        newFile: Self.missing(removed, in: self.old, moves.newFile))
    } else if let oldNearest, let newNearest {
      let lost = old.superclasses.prefix { name in !newNames.contains(names.numbered(name)) }
      let gained = new.superclasses.prefix { name in !oldNames.contains(names.numbered(name)) }
      log.add(
        new.subject, .superclassChanged(from: oldNearest.string, to: newNearest.string),
        oldFile: references.new.verdict(onLevels: Array(lost), ofClass: new.name),
        newFile: references.old.verdict(onLevels: Array(gained), ofClass: new.name))
      let skipped = ArchiveCompatibility.Verdict.fine("the level is skipped")
      let missingInOld = Self.missing(Array(gained), in: self.new, moves.oldFile)
      if missingInOld.severity > .fine {
        log.add(
          new.subject, .superclassInserted(Array(gained)), oldFile: missingInOld, newFile: skipped)
      }
      let missingInNew = Self.missing(Array(lost), in: self.old, moves.newFile)
      if missingInNew.severity > .fine {
        log.add(
          new.subject, .superclassRemoved(Array(lost)), oldFile: skipped, newFile: missingInNew)
      }
    }
  }

  /// The largest number of missing keys that a finding names.
  private static let shownKeyCount = 32

  /// Returns the effect on a program if objects lack the levels of some classes of the program.
  private static func missing(
    _ names: [String], in classes: JoinedClasses, _ moves: LevelMoves
  ) -> ArchiveCompatibility.Verdict {
    var worst = ArchiveCompatibility.Verdict.fine("its keys are missing, and need no default")
    var keys: [String] = []
    var count = 0
    for name in names {
      let identity = JoinedClass.Identity(name: classes.names.numbered(name), kind: .class)
      for key in classes.newest(identity)?.keys ?? [] where key.isStored {
        if let moved = moves.verdict(onMissing: key, of: name) {
          if moved.severity >= worst.severity { worst = moved }
        } else if key.needsValue {
          count += 1
          if keys.count < shownKeyCount {
            keys.append("\(name.shortened()).\(key.name.shortened())")
          }
        }
      }
    }
    guard count > 0 else { return worst }
    let others = count > keys.count ? " and \(count - keys.count) more" : ""
    return .needsDeclaration(
      .missingKey, "\(keys.joined(separator: ", "))\(others) missing; needs defaults")
  }
}

extension ArchiveKey {
  /// The type with which a program reads the key: a key that may be absent is read as an optional.
  var typeOfProgram: ArchiveTypeDescriptor {
    presence == .optional && !type.isNilIfMissing ? .optional(type) : type
  }

  /// Whether a program that has the key needs a default if a file lacks the key.
  var needsValue: Bool { presence == .required && !type.isNilIfMissing }
}

extension JoinedClass {
  var subject: ArchiveCompatibility.Subject {
    ArchiveCompatibility.Subject(className: name, kind: identity.kind)
  }
}

extension ArchiveCompatibility.Change {
  /// Returns whether two identical programs can write the change, because a class entry lists only the content of its objects.
  fileprivate func canBeOfObjects(_ names: ComparedNames) -> Bool {
    switch self {
    case .keyAdded(let key), .keyRemoved(let key): key.presence == .optional
    case .madeOptional, .madeRequired, .orderChanged, .caseAdded, .caseRemoved, .caseMayBeRenamed,
      .keyMayBeRenamed:
      true
    case .typeChanged(let old, let new, _):
      names.mayBeEqual(old.withoutOptionals, new.withoutOptionals)
        || old.withoutOptionals.code == .any || new.withoutOptionals.code == .any
    default: false
    }
  }
}

extension ArchiveTypeDescriptor {
  /// Whether a program reads a missing key of the type as nil.
  var isNilIfMissing: Bool { code == .optional || code == .weak }

  /// The type of the values inside all optionals.
  var withoutOptionals: ArchiveTypeDescriptor {
    var type = self
    while case .optional(let part) = type { type = part }
    return type
  }
}
