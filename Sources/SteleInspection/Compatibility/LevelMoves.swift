import Stele

/// Keys that a program has at one level of a class, and a file at another one, where readers find them.
///
/// Spec §8.2.
final class LevelMoves {
  /// How values of the file convert to those of the program, which has the classes of both.
  private let conversion: TypeConversion
  /// The classes of the file that are superclasses of no other one.
  private lazy var leaves = Set(orderedLeaves)
  private lazy var orderedLeaves = leavesOfFile()
  /// The levels of the objects that have the level that was asked for last.
  private var last: (className: NumberedName, lineages: [Lineage])?
  /// How many levels may still be looked at; of more nothing is said.
  private var budget = 1 << 18
  private var keysOfFile: [NumberedName: [NumberedName: ArchiveKey]] = [:]
  private var keysOfReader: [NumberedName: [NumberedName: ArchiveKey]] = [:]

  /// How many levels are looked at for one key.
  private static let levelLimit = 256

  /// The levels of the objects of one class.
  private struct Lineage {
    let inFile: [NumberedName]
    let inReader: Set<NumberedName>
  }

  init(_ conversion: TypeConversion) { self.conversion = conversion }

  private var names: ComparedNames { conversion.file.names }

  /// The meaning of a key that the file does not have at a level, or nil if it does not have the key at another level either.
  func verdict(onMissing key: ArchiveKey, of className: String) -> Compatibility.Verdict? {
    let level = names.numbered(className)
    let lineages = lineages(of: level)
    guard !lineages.isEmpty else { return nil }
    let name = names.numbered(key.name)
    var worst: Compatibility.Verdict?
    for lineage in lineages {
      let sources = lineage.inFile.filter { source in
        source != level && fileKeys(source)[name] != nil
          && !(lineage.inReader.contains(source) && readerKeys(source)[name] != nil)
      }
      guard sources.count == 1, let source = fileKeys(sources[0])[name] else { return nil }
      var verdict = conversion.verdict(from: source.type, to: key.type)
      if source.presence == .optional, key.needsValue {
        verdict = .needsDeclaration(.missingKey, "absent in some objects; needs a default")
      } else if verdict.severity == .fine {
        verdict = .fine("found at the level of \(sources[0].string.shortened())")
      }
      if worst.map({ verdict.severity > $0.severity }) ?? true { worst = verdict }
    }
    let identity = JoinedClass.Identity(name: level, kind: .class)
    guard worst?.severity == .fine, key.needsValue, !leaves.contains(identity),
      conversion.file.newest(identity) != nil
    else { return worst }
    return .dependsOnValues(
      .missingKey, "found at the levels of subclasses; missing in objects of the class itself")
  }

  /// The levels of the objects of the file that have a level of the program; none if there are too many.
  ///
  /// Classes that others have as a superclass may have objects of their own, which nothing tells; they are left out.
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
      found.append(Lineage(inFile: inFile, inReader: Set(inReader)))
    }
    last = (level, found)
    return found
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
