import Stele

/// The keys that a program has at one level of a class and a file at another level, where readers find them.
///
/// Spec §10.2.
final class LevelMoves {
  /// The conversion of values of the file to those of the program; it has the classes of both.
  private let conversion: TypeConversion
  /// The classes that the keys and roots of the file refer to.
  private let references: ReferencedClasses
  /// The classes of the file that are not superclasses of another class.
  private lazy var leaves = Set(orderedLeaves)
  private lazy var orderedLeaves = leavesOfFile()
  /// The levels of the objects that have the level requested last.
  private var last: (className: NumberedName, lineages: [Lineage])?
  /// The number of levels that may still be visited; further levels yield no finding.
  private var budget = 1 << 18
  private var keysOfFile: [NumberedName: [NumberedName: ArchiveKey]] = [:]
  private var keysOfReader: [NumberedName: [NumberedName: ArchiveKey]] = [:]

  /// The largest number of levels that are visited for one key.
  private static let levelLimit = 256

  /// The levels of the objects of one class.
  private struct Lineage {
    let inFile: [NumberedName]
    let inReader: Set<NumberedName>
    /// Whether a level has a smaller version in the file; otherwise readers do not look for a key that may be nil at the levels
    /// of superclasses.
    let isOlder: Bool

    /// Returns whether a level of the file is that of a superclass of another level.
    func leads(from level: NumberedName, upTo other: NumberedName) -> Bool {
      guard let start = inFile.firstIndex(of: level) else { return false }
      return inFile[start...].contains(other)
    }
  }

  init(_ conversion: TypeConversion, _ references: ReferencedClasses) {
    self.conversion = conversion
    self.references = references
  }

  private var names: ComparedNames { conversion.file.names }

  /// Returns the effect of a key that the file lacks at a level, or `nil` if the file lacks the key at all other
  /// levels, too.
  func verdict(onMissing key: ArchiveKey, of className: String) -> ArchiveCompatibility.Verdict? {
    let level = names.numbered(className)
    let lineages = lineages(of: level)
    guard !lineages.isEmpty else { return nil }
    let name = names.numbered(key.name)
    var worst: ArchiveCompatibility.Verdict?
    for lineage in lineages {
      let sources = lineage.inFile.filter { source in
        source != level && fileKeys(source)[name] != nil
          && !(lineage.inReader.contains(source) && readerKeys(source)[name] != nil)
      }
      guard sources.count == 1, let source = fileKeys(sources[0])[name] else { return nil }
      // A superclass has been read before, and has no such key.
      if !lineage.isOlder, !key.needsValue, lineage.leads(from: level, upTo: sources[0]) {
        return nil
      }
      var verdict = conversion.verdict(from: source.type, to: key.typeOfProgram)
      if source.presence == .optional, key.needsValue, verdict.severity < .needsDeclaration {
        verdict = .needsDeclaration(.missingKey, "absent in some objects; needs a default")
      } else if verdict.severity == .fine {
        verdict = .fine("found at the level of \(sources[0].string.shortened())")
      }
      if worst.map({ verdict.severity > $0.severity }) ?? true { worst = verdict }
    }
    let identity = JoinedClass.Identity(name: level, kind: .class)
    guard worst?.severity == .fine, key.needsValue, !leaves.contains(identity),
      let joined = conversion.file.newest(identity), references.lead(to: joined)
    else { return worst }
    return .dependsOnValues(
      .missingKey, "found at the levels of subclasses; missing in objects of the class itself")
  }

  /// Returns the levels of the file's objects that have a level of the program, or none if there are too many.
  ///
  /// A superclass may have objects of its own, but the file does not show whether it has; superclasses are left out.
  private func lineages(of level: NumberedName) -> [Lineage] {
    if let last, last.className == level { return last.lineages }
    last = (level, [])
    var found: [Lineage] = []
    var levelCount = 0
    for leaf in orderedLeaves {
      guard let joined = conversion.file.newest(leaf), let own = conversion.reader.newest(leaf)
      else { continue }
      let inReader = chain(of: own)
      budget -= inReader.count
      guard budget > 0 else { return [] }
      guard inReader.contains(level) else { continue }
      let inFile = chain(of: joined)
      levelCount += inFile.count + inReader.count
      guard levelCount <= 2 * Self.levelLimit else { return [] }
      found.append(
        Lineage(
          inFile: inFile, inReader: Set(inReader), isOlder: inFile.contains(where: isOlder)))
    }
    last = (level, found)
    return found
  }

  private func isOlder(_ name: NumberedName) -> Bool {
    let identity = JoinedClass.Identity(name: name, kind: .class)
    guard let own = conversion.reader.newest(identity) else { return false }
    return conversion.file.newest(identity)?.version ?? 0 < own.version
  }

  private func chain(of joined: JoinedClass) -> [NumberedName] {
    [joined.identity.name] + joined.superclasses.map { names.numbered($0) }
  }

  private func leavesOfFile() -> [JoinedClass.Identity] {
    let identities = conversion.file.order.filter { $0.kind == .class }
    let superclasses = Set(
      identities.compactMap { identity in
        conversion.file.newest(identity)?.superclasses.first.map { names.numbered($0) }
      })
    return identities.filter { !superclasses.contains($0.name) }
  }

  private func fileKeys(_ name: NumberedName) -> [NumberedName: ArchiveKey] {
    if let known = keysOfFile[name] { return known }
    let keys = storedKeys(of: name, in: conversion.file)
    keysOfFile[name] = keys
    return keys
  }

  private func readerKeys(_ name: NumberedName) -> [NumberedName: ArchiveKey] {
    if let known = keysOfReader[name] { return known }
    let keys = storedKeys(of: name, in: conversion.reader)
    keysOfReader[name] = keys
    return keys
  }

  private func storedKeys(
    of name: NumberedName, in classes: JoinedClasses
  ) -> [NumberedName: ArchiveKey] {
    let keys = classes.newest(JoinedClass.Identity(name: name, kind: .class))?.keys ?? []
    return Dictionary(
      keys.filter(\.isStored).map { (names.numbered($0.name), $0) }, uniquingKeysWith: { $1 })
  }
}
