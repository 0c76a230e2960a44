// Keys that the program has moved to another level of the class hierarchy

extension ArchivedKeys {
  /// The index of a key by its name in the archive, or nil if the level does not list it.
  func index(archived name: String) -> Int? {
    (0..<count).first { self.name($0).isExactly(name) && $0 != overflow }
  }

  /// Whether the program reads a key of the archive at this level, as far as that is known: because it has done so,
  /// because it declares the key, or because the class has a property of the name.
  func isClaimed(_ index: Int) -> Bool {
    declaration != nil && (hasAsked(index) || claims(name(index), at: index))
  }

  /// Whether the program reads a key of a name at this level, as far as that is known.
  func claims(_ name: String) -> Bool {
    let index = index(of: name)
    return index.map(isClaimed) == true || claims(name, at: index)
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
  ///   - index: The index of the key.
  ///   - reader: The class that reads it.
  ///   - isDeclared: Whether the program declares that the key has moved.
  func note(moved index: Int, to reader: TypeDeclaration, isDeclared: Bool) {
    if isDeclared {
      declaredMoves.insert(index)
    } else {
      readers[index] = ObjectIdentifier(reader)
    }
  }

  /// Whether the program reads a key that did not fit into the entry at this level, as far as that is known.
  func isClaimed(overflow name: String) -> Bool {
    declaration != nil && (hasAsked(name) || claims(name))
  }

  /// Notes that the value of a key that did not fit into the entry is read at the level of another class.
  func note(moved name: String, to reader: TypeDeclaration, isDeclared: Bool) {
    if isDeclared {
      declaredOverflowMoves.insert(ExactString(name))
    } else {
      overflowReaders[ExactString(name)] = ObjectIdentifier(reader)
    }
  }

  /// Whether the value of a key that did not fit into the entry is read at the level of another class.
  func isMoved(_ name: String) -> Bool {
    isTaken(name) || declaredOverflowMoves.contains(ExactString(name))
  }

  /// Whether it is read there although no class declares that.
  func isTaken(_ name: String) -> Bool {
    !overflowReaders.isEmpty && overflowReaders[ExactString(name)] != nil
  }

  /// Whether it is read at the level of another class than one.
  func isMoved(_ name: String, elsewhereThanTo reader: TypeDeclaration) -> Bool {
    overflowReaders[ExactString(name)].map { $0 != ObjectIdentifier(reader) } ?? false
  }

  /// Whether the value of a key is read at another level.
  func isMoved(_ index: Int) -> Bool { readers[index] != nil || declaredMoves.contains(index) }

  /// Whether the value of a key is read at the level of another class than one.
  func isMoved(_ index: Int, elsewhereThanTo reader: TypeDeclaration) -> Bool {
    readers[index].map { $0 != ObjectIdentifier(reader) } ?? false
  }
}
