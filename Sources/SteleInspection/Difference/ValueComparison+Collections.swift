import Stele
import SteleModel

extension ValueComparison {
  /// Compares lists: aligns equal elements on each level, then finds moves, and then pairs the rest between the matches.
  mutating func compareLists(
    _ left: [ArchiveValue], _ right: [ArchiveValue], _ place: Place, _ keys: ReferenceKeys
  ) {
    var partners = Partners(left.count, right.count)
    partners.align(
      levelCount: keys.levelCount,
      key: { index, side, level in
        key(side == .old ? left[index] : right[index], side, level, keys)
      },
      isPlain: { index, side, level in
        isPlain(side == .old ? left[index] : right[index], side, level, keys)
      })
    let exact = partners
    partners.alignGaps { index, side in
      looseKey(side == .old ? left[index] : right[index], side, keys, index: index)
    }
    emit(left, right, place, partners, exact)
  }

  private mutating func emit(
    _ left: [ArchiveValue], _ right: [ArchiveValue], _ place: Place, _ partners: Partners,
    _ exact: Partners
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
    guard !findsReferencesOnly else { return place }
    return Place(
      old: place.old + KeyPathText.element(old), new: place.new + KeyPathText.element(new))
  }

  mutating func compareSets(
    _ left: [ArchiveValue], _ right: [ArchiveValue], _ place: Place, _ keys: ReferenceKeys
  ) {
    var partners = Partners(left.count, right.count)
    var found: [Task] = []
    for level in 0...keys.levelCount {
      let pairs = partners.matchRest { index, side in
        let value = side == .old ? left[index] : right[index]
        return level == keys.levelCount
          ? looseReferenceKey(value, side, keys, index: index) : key(value, side, level, keys)
      }
      for pair in pairs where findsReferencesOnly && left[pair.old].hasParts {
        found.append(.compare(left[pair.old], right[pair.new], place))
      }
    }
    if !findsReferencesOnly {
      let rest = partners.rest()
      found += rest.old.map { .emit(.removed(left[$0], inner(place, $0, $0))) }
      found += rest.new.map { .emit(.added(right[$0], inner(place, $0, $0))) }
    }
    tasks += found.reversed()
  }

  mutating func compareMaps(
    _ left: [ArchiveMapPair], _ right: [ArchiveMapPair], _ place: Place, _ keys: ReferenceKeys
  ) {
    var partners = Partners(left.count, right.count)
    var found: [Task] = []
    for level in 0..<keys.levelCount {
      let pairs = partners.matchRest { index, side in
        key((side == .old ? left[index] : right[index]).key, side, level, keys)
      }
      for pair in pairs {
        let (a, b) = (left[pair.old], right[pair.new])
        if findsReferencesOnly, a.key.hasParts { found.append(.compare(a.key, b.key, place)) }
        found.append(.compare(a.value, b.value, inner(place, left, right, pair.old, pair.new)))
      }
    }
    if !findsReferencesOnly {
      let rest = partners.rest()
      found += rest.old.map { .emit(.removed(left[$0].value, inner(place, left, left, $0, $0))) }
      found += rest.new.map { .emit(.added(right[$0].value, inner(place, right, right, $0, $0))) }
    }
    tasks += found.reversed()
  }

  private func inner(
    _ place: Place, _ left: [ArchiveMapPair], _ right: [ArchiveMapPair], _ old: Int, _ new: Int
  ) -> Place {
    guard !findsReferencesOnly else { return place }
    return Place(
      old: place.old + left.step(toValue: old, archives.old.schema.classes),
      new: place.new + right.step(toValue: new, archives.new.schema.classes))
  }

  // Keys of elements

  private mutating func key(
    _ value: ArchiveValue, _ side: ArchiveDifference.Side, _ level: Int, _ keys: ReferenceKeys
  ) -> UInt64 {
    digester.digest(of: value, in: archives[side]) { keys.key($0, side, level: level) }
  }

  private func isPlain(
    _ value: ArchiveValue, _ side: ArchiveDifference.Side, _ level: Int, _ keys: ReferenceKeys
  ) -> Bool {
    guard let number = value.referenceNumber else { return false }
    return keys.isPlain(number, side, level: level)
  }

  /// Returns a key that is equal for values of the same kind, and for references that may replace each other.
  private func looseKey(
    _ value: ArchiveValue, _ side: ArchiveDifference.Side, _ keys: ReferenceKeys, index: Int
  ) -> UInt64 {
    switch value.innermost {
    case .reference: return looseReferenceKey(value, side, keys, index: index)
    case .list: return 2
    case .set: return 3
    case .map: return 4
    case .struct(let value):
      return archives[side].schema.nameHash(ofEntry: value.entry)
    case .enum(let value):
      return archives[side].schema.nameHash(ofEntry: value.entry)
    default: return 1
    }
  }

  private func looseReferenceKey(
    _ value: ArchiveValue, _ side: ArchiveDifference.Side, _ keys: ReferenceKeys, index: Int
  ) -> UInt64 {
    if let number = value.referenceNumber, archives[side].isReached(number),
      let key = keys.looseKey(number, side)
    {
      return OutlineDigest.mix(key, 5)
    }
    // The key is unique, so the element matches no other element.
    return OutlineDigest.mix(UInt64(truncatingIfNeeded: index), side == .old ? 6 : 7)
  }
}

extension [ArchiveMapPair] {
  /// Returns the step of a key path to the value of a pair: its key, or its position if the key has parts, is long, or may
  /// share its text with other keys.
  func step(toValue index: Int, _ classes: ArchiveClassTable) -> String {
    let key = self[index].key
    if case .any = key { return KeyPathText.mapPart(2 * index + 1) }
    guard let text = key.plainText(classes), text.utf8.count <= 64 else {
      return KeyPathText.mapPart(2 * index + 1)
    }
    return KeyPathText.mapKey(text)
  }
}

extension ArchiveValue {
  /// The number of the object, or `nil` if the value is not a reference.
  var referenceNumber: Int? {
    if case .reference(let number) = innermost { number } else { nil }
  }

  /// Whether the value may contain references.
  var hasParts: Bool {
    switch self {
    case .some, .any, .list, .set, .map, .struct, .enum, .reference: true
    default: false
    }
  }
}
