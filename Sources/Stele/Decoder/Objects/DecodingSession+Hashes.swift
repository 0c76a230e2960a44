// Back references and late references in elements of sets and keys of dictionaries

extension DecodingSession {
  /// Sets the back references in a value that is hashed next, as far as their objects have been made, and decodes what is
  /// late if no initialiser is running.
  ///
  /// - Parameters:
  ///   - type: The type of the value in the archive.
  ///   - start: The value.
  /// - Throws: What decoding late references throws.
  func completeReferences(inHashed type: ArchivedType, at start: ValidCursor) throws {
    if !isCompletingHashed, walk.isEmpty, pending.hasLate {
      isCompletingHashed = true
      defer { isCompletingHashed = false }
      try completeLate()
    }
    for found in types.references(in: type, at: start) {
      guard found.isStrong else {
        setBackReferences(to: found.number)
        continue
      }
      // Each object is looked at once, however many elements it is in.
      guard pending.hashed.insert(found.number).inserted,
        let record = try? store.record(found.number)
      else { continue }
      types.forEachReference(inRecordOf: record.entry, at: record.content) { inner in
        if !inner.isStrong { setBackReferences(to: inner.number) }
      }
    }
  }

  private func setBackReferences(to target: Int) {
    if let object = objects.object(target) { pending.set(target, to: object) }
  }

  /// Has the hashes of elements compared when all references have been set, if they can still change.
  ///
  /// - Parameters:
  ///   - elements: The elements of a set or the keys of a dictionary.
  ///   - type: Their type in the archive.
  ///   - offset: The offset of the set or dictionary.
  func watchHashes<Elements: Collection>(
    of elements: Elements, _ type: ArchivedType, at offset: Int
  ) where Elements.Element: Hashable {
    guard type.concernsGraph, !pending.isEmpty, !elements.isEmpty else { return }
    let hashes = elements.map(\.hashValue)
    let way = path.prefix(to: path.count)
    secondPhase.add(check: { session in
      guard zip(elements, hashes).contains(where: { $0.hashValue != $1 }) else { return }
      session.path.push(.prefix(way))
      throw session.failure(.hashCycle([]), at: offset)
    })
  }
}
