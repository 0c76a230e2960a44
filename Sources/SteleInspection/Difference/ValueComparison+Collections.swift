import Stele

extension ValueComparison {
  /// Compares lists: aligns equal elements on each level, then finds moves, and then pairs the rest between matches.
  mutating func compareLists(
    _ left: [ArchiveValue], _ right: [ArchiveValue], _ place: Place, _ keys: some ReferenceKeys
  ) {
    var partners = ListPartners(left.count, right.count)
    partners.align(
      levelCount: keys.levelCount,
      key: { index, side, level in
        key(side == .old ? left[index] : right[index], side, level, keys)
      },
      isPlain: { index, side, level in
        isPlain(side == .old ? left[index] : right[index], side, level, keys)
      })
    let exact = partners
    partners.alignLoosely { index, side in
      looseKey(side == .old ? left[index] : right[index], side, keys, index: index)
    }
    emit(left, right, place, partners, exact)
  }

  private mutating func emit(
    _ left: [ArchiveValue], _ right: [ArchiveValue], _ place: Place, _ partners: ListPartners,
    _ exact: ListPartners
  ) {
    var found: [Task] = []
    var next = 0
    func emitAdded(before end: Int) {
      while next < end {
        defer { next += 1 }
        guard partners.old(of: next) == nil, !findsReferencesOnly else { continue }
        found.append(.emit(.added(right[next], inner(place, next, next))))
      }
    }
    for index in left.indices {
      guard let partner = partners.new(of: index) else {
        if !findsReferencesOnly {
          found.append(.emit(.removed(left[index], inner(place, index, index))))
        }
        continue
      }
      let isMove = partners.isMove(index)
      if !isMove { emitAdded(before: partner) }
      if findsReferencesOnly {
        if left[index].hasParts {
          found.append(.compare(left[index], right[partner], place))
        }
      } else if isMove {
        found.append(
          .emit(.moved(old: left[index], new: right[partner], inner(place, index, partner))))
      } else if exact.new(of: index) == nil {
        found.append(.compare(left[index], right[partner], inner(place, index, partner)))
      }
    }
    emitAdded(before: right.count)
    tasks += found.reversed()
  }

  private func inner(_ place: Place, _ old: Int, _ new: Int) -> Place {
    findsReferencesOnly ? place : Place(old: place.old + "[\(old)]", new: place.new + "[\(new)]")
  }

  mutating func compareSets(
    _ left: [ArchiveValue], _ right: [ArchiveValue], _ place: Place, _ keys: some ReferenceKeys
  ) {
    var (restOld, restNew) = (Array(left.indices), Array(right.indices))
    var found: [Task] = []
    for level in 0...keys.levelCount where !restOld.isEmpty && !restNew.isEmpty {
      let isLoose = level == keys.levelCount
      let a = restOld.map {
        isLoose
          ? looseReferenceKey(left[$0], .old, keys, index: $0) : key(left[$0], .old, level, keys)
      }
      let b = restNew.map {
        isLoose
          ? looseReferenceKey(right[$0], .new, keys, index: $0) : key(right[$0], .new, level, keys)
      }
      let pairs = SequenceAlignment.pairs(
        Array(a.indices), Array(b.indices), { a[$0] }, { b[$0] })
      for pair in pairs where findsReferencesOnly && left[restOld[pair.old]].hasParts {
        found.append(.compare(left[restOld[pair.old]], right[restNew[pair.new]], place))
      }
      let (takenOld, takenNew) = (Set(pairs.map(\.old)), Set(pairs.map(\.new)))
      restOld = restOld.indices.filter { !takenOld.contains($0) }.map { restOld[$0] }
      restNew = restNew.indices.filter { !takenNew.contains($0) }.map { restNew[$0] }
    }
    if !findsReferencesOnly {
      let inner = place.appending("{}")
      found += restOld.map { .emit(.removed(left[$0], inner)) }
      found += restNew.map { .emit(.added(right[$0], inner)) }
    }
    tasks += found.reversed()
  }

  mutating func compareMaps(
    _ left: [ArchiveMapPair], _ right: [ArchiveMapPair], _ place: Place, _ keys: some ReferenceKeys
  ) {
    var (restOld, restNew) = (Array(left.indices), Array(right.indices))
    var found: [Task] = []
    for level in 0..<keys.levelCount where !restOld.isEmpty && !restNew.isEmpty {
      let a = restOld.map { key(left[$0].key, .old, level, keys) }
      let b = restNew.map { key(right[$0].key, .new, level, keys) }
      let pairs = SequenceAlignment.pairs(
        Array(a.indices), Array(b.indices), { a[$0] }, { b[$0] })
      for pair in pairs {
        let (a, b) = (left[restOld[pair.old]], right[restNew[pair.new]])
        if findsReferencesOnly, a.key.hasParts { found.append(.compare(a.key, b.key, place)) }
        found.append(.compare(a.value, b.value, inner(place, a.key, b.key)))
      }
      let (takenOld, takenNew) = (Set(pairs.map(\.old)), Set(pairs.map(\.new)))
      restOld = restOld.indices.filter { !takenOld.contains($0) }.map { restOld[$0] }
      restNew = restNew.indices.filter { !takenNew.contains($0) }.map { restNew[$0] }
    }
    if !findsReferencesOnly {
      found += restOld.map {
        .emit(.removed(left[$0].value, inner(place, left[$0].key, left[$0].key)))
      }
      found += restNew.map {
        .emit(.added(right[$0].value, inner(place, right[$0].key, right[$0].key)))
      }
    }
    tasks += found.reversed()
  }

  private func inner(_ place: Place, _ old: ArchiveValue, _ new: ArchiveValue) -> Place {
    guard !findsReferencesOnly else { return place }
    return Place(
      old: place.old + "{\(ValueText(old, in: self.old).text)}",
      new: place.new + "{\(ValueText(new, in: self.new).text)}")
  }

  // Keys of elements

  private mutating func key(
    _ value: ArchiveValue, _ side: ArchiveDifference.Side, _ level: Int, _ keys: some ReferenceKeys
  ) -> UInt64 {
    digester.digest(of: value, in: side == .old ? old : new) { keys.key($0, side, level: level) }
  }

  private func isPlain(
    _ value: ArchiveValue, _ side: ArchiveDifference.Side, _ level: Int, _ keys: some ReferenceKeys
  ) -> Bool {
    guard let number = value.referenceNumber else { return false }
    return keys.isPlain(number, side, level: level)
  }

  /// Returns a key that is equal for values of one kind, and for references that may change into each other.
  private func looseKey(
    _ value: ArchiveValue, _ side: ArchiveDifference.Side, _ keys: some ReferenceKeys, index: Int
  ) -> UInt64 {
    switch value.unwrapped {
    case .reference: return looseReferenceKey(value, side, keys, index: index)
    case .list: return 2
    case .set: return 3
    case .map: return 4
    case .structure(let value):
      return (side == .old ? old : new).schema.nameHash(ofEntry: value.entry)
    case .enumeration(let value):
      return (side == .old ? old : new).schema.nameHash(ofEntry: value.entry)
    default: return 1
    }
  }

  private func looseReferenceKey(
    _ value: ArchiveValue, _ side: ArchiveDifference.Side, _ keys: some ReferenceKeys, index: Int
  ) -> UInt64 {
    if let number = value.referenceNumber, (side == .old ? old : new).isReached(number),
      let key = keys.looseKey(number, side)
    {
      return OutlineDigest.mix(key, 5)
    }
    // The key is unique, so the element matches no other.
    return OutlineDigest.mix(UInt64(truncatingIfNeeded: index), side == .old ? 6 : 7)
  }
}

extension ArchiveValue {
  /// The value without the optional and `any` values around it.
  var unwrapped: ArchiveValue {
    var value = self
    while true {
      switch value {
      case .some(let inner), .any(_, let inner): value = inner
      default: return value
      }
    }
  }

  /// The number of the object, or `nil` if the value is not a reference.
  var referenceNumber: Int? {
    if case .reference(let number) = unwrapped { number } else { nil }
  }

  /// Whether the value may contain references.
  var hasParts: Bool {
    switch self {
    case .some, .any, .list, .set, .map, .structure, .enumeration, .reference: true
    default: false
    }
  }
}
