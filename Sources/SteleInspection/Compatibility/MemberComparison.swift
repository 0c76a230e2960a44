import Stele

/// A comparison of the keys of one level, or of one case, or of the cases of an enum, in two archives.
///
/// Spec §10.2, §10.3.
struct MemberComparison {
  /// The class, struct, enum or case with the keys or cases.
  var owner: ArchiveCompatibility.Subject
  let oldVersion: Int
  let newVersion: Int
  /// The conversions of values of the old file and of the new file.
  let conversions: (oldFile: TypeConversion, newFile: TypeConversion)
  /// The keys that each file has at other levels; `nil` for keys of structs and enums.
  var moves: (oldFile: LevelMoves, newFile: LevelMoves)?

  private static let skipped = ArchiveCompatibility.Verdict.fine("skipped")

  /// Adds the differences: the keys of the old archive in their order, then the added ones.
  func compare(_ old: [ArchiveKey], _ new: [ArchiveKey], in log: inout FindingLog) {
    let oldKeys = PositionsByName(old.map(\.name))
    let newKeys = PositionsByName(new.map(\.name))
    for key in old {
      compare(key, newKeys[key.name].map { new[$0] }, in: &log)
    }
    for key in new where key.isStored && oldKeys[key.name] == nil {
      log.add(
        subject(key), .keyAdded(key), oldFile: missing(key, in: moves?.oldFile),
        newFile: Self.skipped)
      addSince(key, in: &log)
    }
    let order = old.filter(\.isStored).compactMap { key in
      newKeys[key.name].flatMap { new[$0].isStored ? $0 : nil }
    }
    compareOrder(order, in: &log)
    addPossibleRenames(
      gone: old.filter { key in
        key.isStored && !(newKeys[key.name].map { new[$0].isStored } ?? false)
      },
      added: new.filter { $0.isStored && oldKeys[$0.name] == nil }, in: &log)
  }

  /// Adds a finding if the new positions of the keys or cases that both archives have are not in the old order.
  private func compareOrder(_ positions: [Int], in log: inout FindingLog) {
    guard positions != positions.sorted() else { return }
    let verdict = ArchiveCompatibility.Verdict.fine("matched by name")
    log.add(owner, .orderChanged, oldFile: verdict, newFile: verdict)
  }

  private func subject(_ key: ArchiveKey) -> ArchiveCompatibility.Subject {
    var subject = owner
    subject.key = key.name
    return subject
  }

  /// Returns the effect on a program if the file lacks one of its keys at that level.
  private func missing(_ key: ArchiveKey, in moves: LevelMoves?) -> ArchiveCompatibility.Verdict {
    guard let className = owner.className,
      let moved = moves?.verdict(onMissing: key, of: className)
    else { return Self.missing(key) }
    return moved
  }

  /// Returns the effect on a program if the file lacks one of its keys.
  private static func missing(_ key: ArchiveKey) -> ArchiveCompatibility.Verdict {
    if key.presence == .optional { return .fine("missing, and the program takes it for absent") }
    if key.type.isNilIfMissing { return .fine("missing, and the program takes it for nil") }
    return .needsDeclaration(.missingKey, "missing; needs a default")
  }

  private func compare(_ old: ArchiveKey, _ new: ArchiveKey?, in log: inout FindingLog) {
    let subject = subject(old)
    guard let new else {
      if old.isStored {
        log.add(
          subject, .keyRemoved(old),
          oldFile: .fine("skipped; retire it, so that the name keeps its type"),
          newFile: missing(old, in: moves?.newFile))
      } else {
        log.add(
          subject, .retirementForgotten(old),
          oldFile: .fine("no values; list it, so that the name keeps its type"))
      }
      return
    }
    if owner.kind != .enum, isReused(old, new) {
      let isRetiredInNew = old.isStored
      log.add(
        subject, .retiredKeyReused(from: old.type, to: new.type),
        oldFile: isRetiredInNew
          ? Self.skipped : Self.reused(conversions.oldFile.verdict(from: old.type, to: new.type)),
        newFile: isRetiredInNew
          ? Self.reused(conversions.newFile.verdict(from: new.type, to: old.type)) : Self.skipped)
    }
    switch (old.isStored, new.isStored) {
    case (true, true): compareStored(old, new, in: &log)
    case (true, false):
      log.add(
        subject, .keyRetired(old), oldFile: Self.skipped, newFile: missing(old, in: moves?.newFile))
    case (false, true):
      log.add(
        subject, .keyReturned(new), oldFile: missing(new, in: moves?.oldFile), newFile: Self.skipped
      )
    case (false, false): break
    }
    if old.since != new.since {
      log.add(subject, .sinceChanged(from: old.since, to: new.since))
    }
  }

  /// Returns the effect on a program that reads values of a retired key, which had another type.
  ///
  /// Neither file has one of these values.
  private static func reused(_ verdict: ArchiveCompatibility.Verdict)
    -> ArchiveCompatibility.Verdict
  {
    ArchiveCompatibility.Verdict(
      severity: verdict.severity, error: verdict.error,
      text: "values from before the retirement: \(verdict.text); take a new name")
  }

  /// Returns whether the version that retires a key gives it a different type than the same or a later version does.
  private func isReused(_ old: ArchiveKey, _ new: ArchiveKey) -> Bool {
    guard !conversions.oldFile.names.mayBeEqual(old.type, new.type) else { return false }
    return (!old.isStored && newVersion >= oldVersion)
      || (!new.isStored && oldVersion >= newVersion)
  }

  private func compareStored(_ old: ArchiveKey, _ new: ArchiveKey, in log: inout FindingLog) {
    let subject = subject(old)
    if !conversions.oldFile.names.areEqual(old.type, new.type) {
      let oldFile = conversions.oldFile.verdict(from: old.type, to: new.typeOfProgram)
      let newFile = conversions.newFile.verdict(from: new.type, to: old.typeOfProgram)
      let change = ArchiveCompatibility.TypeChange(oldFile: oldFile, newFile: newFile)
      log.add(
        subject, .typeChanged(from: old.type, to: new.type, change), oldFile: oldFile,
        newFile: newFile)
    }
    switch (old.presence, new.presence) {
    case (.required, .optional):
      log.add(
        subject, .madeOptional, oldFile: .fine("converts"), newFile: Self.missing(old))
    case (.optional, .required):
      log.add(
        subject, .madeRequired, oldFile: Self.missing(new), newFile: .fine("converts"))
    default: break
    }
  }

  /// Adds a finding for a key that is listed as older than an archive without it.
  ///
  /// Possibly no object had the key.
  private func addSince(_ key: ArchiveKey, in log: inout FindingLog) {
    guard key.since <= oldVersion, key.presence == .required, oldVersion < newVersion else {
      return
    }
    log.add(subject(key), .sinceContradicts(since: key.since, version: oldVersion))
  }

  /// Adds findings for pairs of a removed and an added key, if no other removed or added key has their type.
  private func addPossibleRenames(gone: [ArchiveKey], added: [ArchiveKey], in log: inout FindingLog)
  {
    let names = conversions.oldFile.names
    let goneByType = Dictionary(grouping: gone) { names.numbered($0.type) }
    let addedByType = Dictionary(grouping: added) { names.numbered($0.type) }
    for key in gone {
      let type = names.numbered(key.type)
      guard goneByType[type]?.count == 1, let others = addedByType[type],
        others.count == 1
      else { continue }
      log.addPossibleRename(of: subject(key), .keyMayBeRenamed(to: others[0].name))
    }
  }
}

extension MemberComparison {
  private static let cannotOccur = ArchiveCompatibility.Verdict.fine("does not occur")

  private static let unknownCase = ArchiveCompatibility.Verdict.needsDeclaration(
    .unknownCase, "unknown; needs a case that stands for unknown ones")

  /// Adds the differences: the cases of the old archive in their order, then the added ones.
  func compare(_ old: [ArchiveCase], _ new: [ArchiveCase], in log: inout FindingLog) {
    let oldCases = PositionsByName(old.map(\.name))
    let newCases = PositionsByName(new.map(\.name))
    for entryCase in old {
      compare(entryCase, newCases[entryCase.name].map { new[$0] }, in: &log)
    }
    let added = new.filter { oldCases[$0.name] == nil && !$0.isRetired }
    for entryCase in added {
      log.add(
        subject(entryCase), .caseAdded, oldFile: Self.cannotOccur, newFile: Self.unknownCase)
    }
    compareOrder(old.compactMap { newCases[$0.name] }, in: &log)
    let gone = old.filter { newCases[$0.name] == nil && !$0.isRetired }
    if gone.count == 1, added.count == 1,
      conversions.oldFile.names.areEqual(gone[0].keys, added[0].keys)
    {
      log.addPossibleRename(of: subject(gone[0]), .caseMayBeRenamed(to: added[0].name))
    }
  }

  private func subject(_ entryCase: ArchiveCase) -> ArchiveCompatibility.Subject {
    var subject = owner
    subject.caseName = entryCase.name
    return subject
  }

  private func compare(_ old: ArchiveCase, _ new: ArchiveCase?, in log: inout FindingLog) {
    let subject = subject(old)
    guard let new else {
      guard !old.isRetired else { return }
      // The program may have the case although the file does not: a file lists only the cases that its writer listed.
      log.add(
        subject, .caseRemoved,
        oldFile: .needsDeclaration(.unknownCase, "unknown, unless the program still has the case"),
        newFile: Self.cannotOccur)
      return
    }
    switch (old.isRetired, new.isRetired) {
    case (false, true):
      log.add(
        subject, .caseRetired,
        oldFile: .needsDeclaration(
          .unknownCase, "needs a migration, or a case that stands for unknown ones"),
        newFile: Self.cannotOccur)
    case (true, false):
      log.add(subject, .caseReturned, oldFile: Self.cannotOccur, newFile: Self.unknownCase)
    default: break
    }
    if old.since != new.since {
      log.add(subject, .sinceChanged(from: old.since, to: new.since))
    }
    var ofCase = self
    (ofCase.owner, ofCase.moves) = (subject, nil)
    ofCase.compare(old.keys, new.keys, in: &log)
  }
}

extension ArchiveCompatibility.TypeChange {
  init(oldFile: ArchiveCompatibility.Verdict, newFile: ArchiveCompatibility.Verdict) {
    self =
      switch (oldFile.severity, newFile.severity) {
      case (.fine, .fine): .equivalent
      case (.fine, .dependsOnValues): .widened
      case (.dependsOnValues, .fine): .narrowed
      case _ where oldFile.convertsNothing || newFile.convertsNothing: .incompatible
      default: .overlapping
      }
  }
}

extension ArchiveCompatibility.Verdict {
  /// Whether no value converts without a declaration.
  var convertsNothing: Bool {
    severity == .breaks || (severity == .needsDeclaration && error == .wrongType)
  }
}
