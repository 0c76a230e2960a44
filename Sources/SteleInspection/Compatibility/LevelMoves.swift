import Stele
import SteleModel

/// The keys that a program has at one level of a class, and a file at another level, where readers find them.
///
/// Spec §10.2.
final class LevelMoves {
  /// The conversion of values of the file to those of the program; it also has the classes of both.
  private let conversion: TypeConversion
  /// The classes of the file that are not superclasses of another class.
  private lazy var leaves = leavesOfFile()
  /// The most recently requested level, and the levels of the objects that have it.
  private var last: (className: NumberedName, lineages: [Lineage])?
  /// The number of levels that may still be visited; further levels yield no finding.
  private var budget = 1 << 18
  private var file: ClassKeys
  private var reader: ClassKeys

  /// The largest number of levels that are visited for one key.
  private static let levelLimit = 256

  /// The levels of the objects of one class.
  private struct Lineage {
    let inFile: [NumberedName]
    let inReader: Set<NumberedName>
  }

  init(_ conversion: TypeConversion) {
    self.conversion = conversion
    file = ClassKeys(classes: conversion.file)
    reader = ClassKeys(classes: conversion.reader)
  }

  private var names: ComparedNames { conversion.file.names }

  /// Returns the effect of a key that the file lacks at a level.
  ///
  /// The result is `nil` if the file lacks the key at all other levels, too, or if the program has a key of that name there, or
  /// has retired it.
  func verdict(onMissing key: ArchiveKey, of className: String) -> ArchiveCompatibility.Verdict? {
    let level = names.numbered(className)
    let name = names.numbered(key.name)
    for lineage in lineages(of: level) {
      let source = lineage.inFile.first { source in
        source != level && file.keys(of: source)[name]?.isStored == true
          && !(lineage.inReader.contains(source) && reader.keys(of: source)[name] != nil)
      }
      if let source {
        return .needsDeclaration(
          key.needsValue ? .missingKey : .ambiguousKey,
          "at the level of \(source.string.shortened()); needs movedFrom")
      }
    }
    return nil
  }

  /// Returns the levels of the file's objects that have a level of the program, or an empty list if there are too many.
  ///
  /// Superclasses are left out: the file does not show whether a superclass has its own objects.
  private func lineages(of level: NumberedName) -> [Lineage] {
    if let last, last.className == level { return last.lineages }
    last = (level, [])
    var found: [Lineage] = []
    var levelCount = 0
    for leaf in leaves {
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
}

/// The keys of classes by name, looked up once for each class.
private struct ClassKeys {
  let classes: JoinedClasses
  var found: [NumberedName: [NumberedName: ArchiveKey]] = [:]

  mutating func keys(of name: NumberedName) -> [NumberedName: ArchiveKey] {
    if let keys = found[name] { return keys }
    let all = classes.newest(JoinedClass.Identity(name: name, kind: .class))?.keys ?? []
    let keys = Dictionary(
      all.map { (classes.names.numbered($0.name), $0) },
      uniquingKeysWith: { $0.isStored ? $0 : $1 })
    found[name] = keys
    return keys
  }
}
