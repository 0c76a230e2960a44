import Stele

/// A comparison of the cases of an enum in two archives.
///
/// Spec §10.3.
struct CaseComparison {
  let owner: ArchiveCompatibility.Subject
  let oldVersion: Int
  let newVersion: Int
  let conversions: (oldFile: TypeConversion, newFile: TypeConversion)

  private static let cannotOccur = ArchiveCompatibility.Verdict.fine("does not occur")

  private static let unknown = ArchiveCompatibility.Verdict.needsDeclaration(
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
        subject(entryCase), .caseAdded, oldFile: Self.cannotOccur, newFile: Self.unknown)
    }
    let order = old.compactMap { newCases[$0.name] }
    if order != order.sorted() {
      let verdict = ArchiveCompatibility.Verdict.fine("matched by name")
      log.add(owner, .orderChanged, oldFile: verdict, newFile: verdict)
    }
    let gone = old.filter { newCases[$0.name] == nil && !$0.isRetired }
    if gone.count == 1, added.count == 1,
      conversions.oldFile.names.areEqual(gone[0].keys, added[0].keys)
    {
      log.add(
        subject(gone[0]), .caseMayBeRenamed(to: added[0].name),
        oldFile: .fine("if so, declare the alias"),
        newFile: .fine("if so, keep the old name in files"))
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
      log.add(subject, .caseReturned, oldFile: Self.cannotOccur, newFile: Self.unknown)
    default: break
    }
    if old.since != new.since {
      log.add(subject, .sinceChanged(from: old.since, to: new.since))
    }
    KeyComparison(
      owner: subject, oldVersion: oldVersion, newVersion: newVersion, conversions: conversions
    ).compare(old.keys, new.keys, in: &log)
  }
}
