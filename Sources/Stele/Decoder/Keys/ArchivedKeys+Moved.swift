// Keys that the program has moved to another level of the class hierarchy

/// A key of a level of the archive.
enum LevelKey: Hashable {
  /// One of its entry, by its index there.
  case listed(Int)
  /// One that some records have beyond those of the entry.
  case further(ExactString)
}

extension ArchivedKeys {
  /// The index of a key by its name in the archive, or nil if the level does not list it.
  func index(archived name: String) -> Int? {
    (0..<count).first { self.name($0).isExactly(name) && $0 != overflow }
  }

  /// Whether the program reads a key of the archive at this level, as far as that is known: because it has done so,
  /// because it declares the key, or because the class has a property of the name.
  func isClaimed(_ key: LevelKey) -> Bool {
    guard declaration != nil else { return false }
    switch key {
    case .listed(let index): return hasAsked(index) || claims(name(index), at: index)
    case .further(let name): return hasAsked(name.string) || claims(name.string)
    }
  }

  /// Whether the program reads a key of a name at this level, as far as that is known.
  func claims(_ name: String) -> Bool {
    let index = index(of: name)
    return index.map { isClaimed(.listed($0)) } == true || claims(name, at: index)
  }

  private func claims(_ name: String, at index: Int?) -> Bool {
    guard let declaration else { return false }
    if let history = declaration.history(of: name) { return history.retiredType == nil }
    let isAlias = declaration.archiveClass.keys.contains { history in
      history.retiredType == nil && index != nil && self.index(of: history.name) == index
    }
    return isAlias || declaration.propertyNames.contains(ExactString(name))
  }

  /// Whether the class has a property that the level does not list, so that one of its keys may be called otherwise.
  var lacksProperty: Bool {
    declaration?.propertyNames.contains { index(of: $0.string) == nil } ?? false
  }

  /// Whether the program that wrote the level is not older than the one that reads it.
  var isCurrent: Bool { entry > 0 && version >= declaration?.archiveClass.version ?? 1 }

  /// Whether the program that wrote the level knew a key, so that a record without a value had nil for it.
  ///
  /// The entry lists each key that was nil, unless further keys go to the overflow key: then the version has to tell.
  func wasKnown(_ name: String, _ history: KeyHistory) -> Bool {
    version >= history.since && (overflowType != nil || index(of: name) != nil)
  }

  /// Notes that the value of a key is read at another level.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - reader: The class that reads it.
  ///   - isDeclared: Whether the program declares that the key has moved.
  func note(moved key: LevelKey, to reader: TypeDeclaration, isDeclared: Bool) {
    if isDeclared {
      declaredMoves.insert(key)
    } else {
      readers[key] = ObjectIdentifier(reader)
    }
  }

  /// Whether the value of a key is read at the level of another class.
  func isMoved(_ key: LevelKey) -> Bool {
    isTaken(key) || !declaredMoves.isEmpty && declaredMoves.contains(key)
  }

  /// Whether it is read there although no class declares that.
  func isTaken(_ key: LevelKey) -> Bool { !readers.isEmpty && readers[key] != nil }

  /// Whether it is read at the level of another class than one.
  func isMoved(_ key: LevelKey, elsewhereThanTo reader: TypeDeclaration) -> Bool {
    readers[key].map { $0 != ObjectIdentifier(reader) } ?? false
  }
}
