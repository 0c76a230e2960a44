import Stele

/// A comparison of the classes and the roots of two archives.
///
/// Spec §10.3.
struct SchemaComparison {
  var findings = FindingLog()

  let names: ComparedNames
  let old: JoinedClasses
  let new: JoinedClasses
  let conversions: (oldFile: TypeConversion, newFile: TypeConversion)
  /// The classes to which the keys and roots of both programs refer.
  let references: (old: ReferencedClasses, new: ReferencedClasses)
  /// The keys that the files have at other levels.
  let moves: (oldFile: LevelMoves, newFile: LevelMoves)

  init(old oldSchema: ArchiveSchema, new newSchema: ArchiveSchema) {
    names = ComparedNames()
    old = JoinedClasses(oldSchema.classes, names: names)
    new = JoinedClasses(newSchema.classes, names: names)
    conversions = (
      TypeConversion(reader: new, file: old), TypeConversion(reader: old, file: new)
    )
    references = (
      ReferencedClasses(old, oldSchema.roots), ReferencedClasses(new, newSchema.roots)
    )
    moves = (LevelMoves(conversions.oldFile), LevelMoves(conversions.newFile))
    compareClasses()
    addPossibleMoves()
    compareRoots(oldSchema.roots, newSchema.roots)
  }

  private mutating func compareClasses() {
    var removed: [JoinedClass] = []
    for identity in old.order {
      guard let oldClass = old.newest(identity) else { continue }
      guard let newClass = new.newest(identity) else {
        if let other = new.newest(named: identity.name, besides: old) {
          addKindChange(oldClass, other)
          if oldClass.identity.kind != .enum, other.identity.kind != .enum {
            findings += findings(between: oldClass, and: other)
          }
        } else {
          addRemoved(oldClass)
          removed.append(oldClass)
        }
        continue
      }
      var classLog = findings(between: oldClass, and: newClass)
      classLog.add(
        old.older(identity).flatMap { findings(between: $0, and: newClass) }, concerning: .old,
        names)
      classLog.add(
        new.older(identity).filter { $0.version > oldClass.version }
          .flatMap { findings(between: oldClass, and: $0) }, concerning: .new, names)
      findings += classLog
    }
    let added = new.order.filter {
      old.newest($0) == nil && old.newest(named: $0.name, besides: new) == nil
    }.compactMap { new.newest($0) }
    for newClass in added { addAdded(newClass) }
    addPossibleRenames(from: removed, to: added)
  }

  private mutating func addKindChange(_ oldClass: JoinedClass, _ newClass: JoinedClass) {
    let kinds = (oldClass.identity.kind, newClass.identity.kind)
    findings.add(
      newClass.subject, .kindChanged(from: kinds.0, to: kinds.1),
      oldFile: Self.verdict(from: kinds.0, to: kinds.1),
      newFile: Self.verdict(from: kinds.1, to: kinds.0))
  }

  /// Returns the effect of reading values of one kind as values of another kind.
  private static func verdict(
    from source: ArchiveClassEntry.Kind, to target: ArchiveClassEntry.Kind
  ) -> ArchiveCompatibility.Verdict {
    switch (source, target) {
    case (.struct, .class): .fine("each value becomes an object")
    case (.class, .struct): TypeConversion.copied
    default: .breaks(.wrongType, "needs a migration")
    }
  }

  private mutating func addRemoved(_ joined: JoinedClass) {
    findings.add(
      joined.subject, .classRemoved, oldFile: Self.unknown(joined, of: old, in: references.new),
      newFile: .fine("does not occur"))
  }

  private mutating func addAdded(_ joined: JoinedClass) {
    findings.add(
      joined.subject, .classAdded, oldFile: .fine("does not occur"),
      newFile: Self.unknown(joined, of: new, in: references.old))
  }

  private static func unknown(
    _ joined: JoinedClass, of file: JoinedClasses, in references: ReferencedClasses
  ) -> ArchiveCompatibility.Verdict {
    // An entry of a superclass does not show whether the class has its own objects; most superclasses have none.
    if joined.identity.kind == .class, file.hasSubclasses(joined.identity.name) {
      return .fine("a level of other classes")
    }
    guard references.lead(to: joined) else { return .fine("no key of the program leads to it") }
    return .needsDeclaration(.unknownClass, "unknown; has to be declared, or kept")
  }

  private mutating func compareRoots(
    _ oldRoots: [ArchiveSchema.Root], _ newRoots: [ArchiveSchema.Root]
  ) {
    let oldPositions = PositionsByName(oldRoots.map(\.name))
    let newPositions = PositionsByName(newRoots.map(\.name))
    let missing = ArchiveCompatibility.Verdict.needsDeclaration(
      .missingKey, "missing; the program has to do without")
    let skipped = ArchiveCompatibility.Verdict.fine("skipped")
    for root in oldRoots {
      let subject = ArchiveCompatibility.Subject(root: root.name)
      guard let other = newPositions[root.name].map({ newRoots[$0] }) else {
        findings.add(subject, .rootRemoved(root.type), oldFile: skipped, newFile: missing)
        continue
      }
      guard !names.areEqual(root.type, other.type) else { continue }
      let oldFile = conversions.oldFile.rootVerdict(from: root.type, to: other.type)
      let newFile = conversions.newFile.rootVerdict(from: other.type, to: root.type)
      let change = ArchiveCompatibility.TypeChange(oldFile: oldFile, newFile: newFile)
      findings.add(
        subject, .typeChanged(from: root.type, to: other.type, change), oldFile: oldFile,
        newFile: newFile)
    }
    for root in newRoots where oldPositions[root.name] == nil {
      findings.add(
        ArchiveCompatibility.Subject(root: root.name), .rootAdded(root.type), oldFile: missing,
        newFile: skipped)
    }
  }
}
