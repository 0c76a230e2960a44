/// The class table made ready for coding: the facts needed to read and write values, in flat arrays.
///
///     classes  entry 1, entry 2, ...     by entry number, less 1
///        |
///     bodies   own keys or a case's      by `CompiledClass.firstBody`
///        |
///     keys     stored keys, keyNames     by `CompiledBody.keys`
///        |
///     types    descriptors and parts     by `CompiledKey.typeIndex`, `CompiledType.first` and `second`
///
/// Entries are never changed: each instalment of the class table adds to the schema of the one before. No entry has a
/// list of all keys of its chain, because an entry of five bytes can inherit the keys of 255 others (spec §11.5).
///
/// Spec chapter 4.
package struct CompiledSchema: Sendable {
  /// The class names; name 1 comes first.
  package private(set) var names: [String] = []
  /// The types of all keys and their parts, after the scalar types.
  package internal(set) var types: [CompiledType]
  /// The types of `any` values and roots, whose indices follow those of ``types``; none in a class table that is being read.
  ///
  /// They are in an array of their own, so that adding one does not copy the types that readers share.
  private var addedTypes: [CompiledType] = []
  private var isSealed = false
  /// The number of optional keys of the body that will be added next.
  private var optionalCount: Int32 = 0
  /// The stored keys of all bodies.
  package private(set) var keys: [CompiledKey] = []
  /// The names of the stored keys.
  package private(set) var keyNames: [String] = []
  /// The indices of the keys whose entry numbers stand before uniform lists, body by body.
  package private(set) var nestedKeys: [Int32] = []
  /// The names of the cases of all enums.
  package private(set) var caseNames: [String] = []
  /// The bodies of all entries.
  package private(set) var bodies: [CompiledBody] = []
  /// The entries; entry 1 comes first.
  package private(set) var classes: [CompiledClass] = []

  /// Makes the schema of a class table without entries and names, with some types.
  init(types: [CompiledType] = Self.scalarTypes) { self.types = types }

  /// The scalar types at their codes, and an unused one at index 0.
  static let scalarTypes: [CompiledType] =
    (0...TypeCode.lastSimple.rawValue).map { CompiledType(TypeCode(rawValue: $0) ?? .any) }

  /// The type at an index.
  @inline(__always)
  package func type(_ index: Int) -> CompiledType {
    index < types.count ? types[index] : addedTypes[index &- types.count]
  }

  /// The number of types, including those of `any` values and roots.
  var typeCount: Int { types.count + addedTypes.count }

  /// The number of names and entries so far.
  var definitions: Definitions {
    Definitions(nameCount: names.count, entryCount: classes.count)
  }

  /// Completes the types of the class table; types that are read later are kept apart.
  mutating func seal() { isSealed = true }

  /// Adds a type, and returns its index.
  mutating func append(_ type: CompiledType) -> Int {
    if isSealed { addedTypes.append(type) } else { types.append(type) }
    return typeCount - 1
  }

  /// Changes the type that was added last, or one whose parts have been added since.
  mutating func changeType(_ index: Int, _ change: (inout CompiledType) -> Void) {
    if index < types.count {
      change(&types[index])
    } else {
      change(&addedTypes[index - types.count])
    }
  }

  /// Forgets the types of `any` values and roots from an index on.
  mutating func removeTypes(from index: Int) {
    let first = max(0, index - types.count)
    while first < addedTypes.count { addedTypes.removeLast() }
  }

  /// The entry of a number, or nil if there is none.
  @inline(__always)
  package subscript(entry: Int) -> CompiledClass? {
    classes.indices.contains(entry &- 1) ? classes[entry &- 1] : nil
  }

  /// The body of a class or struct, or of the first case of an enum; nil if there is none.
  @inline(__always)
  package func body(ofEntry entry: Int) -> CompiledBody? {
    guard let index = self[entry]?.bodies.first, index < bodies.count else { return nil }
    return bodies[index]
  }

  /// The class name of a number, or nil for 0, which means any object.
  @inline(__always)
  package func name(_ number: Int32) -> String? {
    names.indices.contains(Int(number) &- 1) ? names[Int(number) &- 1] : nil
  }

  /// The entry numbers on the chain of an entry, the topmost superclass first.
  ///
  /// Spec §4.2.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the chain.
  package func chain(of entry: Int) -> [Int] {
    var chain: [Int] = []
    appendChain(of: entry, to: &chain)
    return chain
  }

  /// Replaces the content of an array by the chain of an entry.
  func appendChain(of entry: Int, to chain: inout [Int]) {
    chain.removeAll(keepingCapacity: true)
    var next = entry
    while next > 0, next <= classes.count {
      chain.append(next)
      next = Int(classes[next &- 1].superclass)
    }
    chain.reverse()
  }

  /// The number of stored keys on the chain of an entry: those of a record.
  @inline(__always)
  package func keyCount(ofChain entry: Int) -> Int {
    guard let own = self[entry], let body = body(ofEntry: entry) else { return 0 }
    return Int(own.inheritedKeyCount) + body.keys.count
  }

  /// The positions in a body of the keys whose entry numbers stand before uniform lists.
  func nestedPositions(in body: CompiledBody) -> [Int] {
    nestedKeys[body.nestedKeys].map { Int($0) - body.keys.lowerBound }
  }

  /// The number of presence bits of a record.
  @inline(__always)
  package func optionalCount(ofChain entry: Int) -> Int {
    let own = classes[entry &- 1]
    return Int(own.inheritedOptionalCount) &+ Int(bodies[Int(own.firstBody)].optionalCount)
  }

  /// Whether an object of an entry is a member of the class of a name.
  ///
  /// Spec §4.2.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the chain.
  package func entry(_ entry: Int, isA name: Int32) -> Bool {
    var next = entry
    while next > 0, next <= classes.count {
      let level = classes[next &- 1]
      if level.name == name { return true }
      next = Int(level.superclass)
    }
    return false
  }
}

// Adding the definitions of an instalment of the class table

extension CompiledSchema {
  /// Makes room for a number of further entries with a body each.
  mutating func reserveCapacity(_ count: Int) {
    classes.reserveCapacity(classes.count + count)
    bodies.reserveCapacity(bodies.count + count)
  }

  /// Adds a class name.
  mutating func addName(_ name: String) {
    names.append(name)
  }

  /// Adds a stored key of the body that will be added next.
  mutating func addKey(_ name: String, type: Int, isOptional: Bool) {
    if keys.isEmpty {
      keys.reserveCapacity(4)
      keyNames.reserveCapacity(4)
    }
    keys.append(
      CompiledKey(
        type: types[type], typeIndex: Int32(truncatingIfNeeded: type),
        presenceBit: isOptional ? optionalCount : -1))
    keyNames.append(name)
    if isOptional { optionalCount += 1 }
  }

  /// Adds the body of the keys that have been added since the one before it.
  mutating func addBody(isRetired: Bool = false, isStructure: Bool = false) {
    let firstKey = Int(bodies.last?.endKey ?? 0)
    let firstNested = nestedKeys.count
    var byteCount: Int? = firstKey < keys.count ? 0 : nil
    for index in firstKey..<keys.count {
      let key = keys[index]
      if key.isNestedInLists {
        nestedKeys.append(Int32(truncatingIfNeeded: index))
      } else {
        let own = key.isOptional ? nil : key.type.fixedByteCount
        byteCount = own.flatMap { own in byteCount.map { $0 + own } }
      }
    }
    bodies.append(
      CompiledBody(
        firstKey: Int32(truncatingIfNeeded: firstKey),
        endKey: Int32(truncatingIfNeeded: keys.count),
        optionalCount: optionalCount, firstNested: Int32(truncatingIfNeeded: firstNested),
        nestedCount: Int32(truncatingIfNeeded: nestedKeys.count - firstNested),
        fixedByteCount: byteCount.flatMap { Int32(exactly: $0) } ?? -1, isRetired: isRetired,
        isEmptyStructure: isStructure && firstKey == keys.count))
    optionalCount = 0
  }

  /// Adds an entry, whose bodies have been added, with the names of its cases.
  mutating func add(_ entry: CompiledClass, cases: [String] = []) {
    classes.append(entry)
    classes[classes.count - 1].firstCase = Int32(truncatingIfNeeded: caseNames.count)
    classes[classes.count - 1].caseCount = Int32(truncatingIfNeeded: cases.count)
    caseNames += cases
  }

  /// Removes all names and entries but the first ones; types stay.
  mutating func removeDefinitions(after kept: Definitions) {
    names.removeSubrange(kept.nameCount...)
    guard kept.entryCount < classes.count else { return }
    let first = classes[kept.entryCount]
    caseNames.removeSubrange(Int(first.firstCase)...)
    // An enum without cases has no body.
    if let body = bodies.dropFirst(Int(first.firstBody)).first {
      keys.removeSubrange(body.keys.lowerBound...)
      keyNames.removeSubrange(body.keys.lowerBound...)
      nestedKeys.removeSubrange(body.nestedKeys.lowerBound...)
      bodies.removeSubrange(Int(first.firstBody)...)
    }
    classes.removeSubrange(kept.entryCount...)
  }

  /// Validates superclasses, and completes the numbers that depend on them, in the entries from one on.
  ///
  /// - Parameters:
  ///   - firstEntry: The index of the first entry.
  ///   - limit: The largest number of entries on a chain.
  /// - Returns: The index of the first entry whose superclass is no class (C6), and otherwise of the first whose chain is a loop or
  ///   leads into one (C7), or is too long (L3), and that rule; nil if there is none.
  @discardableResult
  mutating func completeChains(
    from firstEntry: Int, limit: Int = ArchiveLimits().superclassChain
  ) -> (index: Int, rule: ArchiveRule)? {
    let new = firstEntry..<classes.count
    var hasSuperclasses = false
    for index in new where classes[index].superclass > 0 {
      hasSuperclasses = true
      guard classes[index].kind == .class,
        self[Int(classes[index].superclass)]?.kind == .class
      else { return (index, .superclass) }
    }
    guard hasSuperclasses else { return nil }
    // The entry from which each one was last reached on the way up, plus 1; -1 once its chain is known.
    var visits = [Int](repeating: 0, count: new.count)
    var path: [Int] = []
    for index in new {
      path.removeAll(keepingCapacity: true)
      var next = index
      while next >= firstEntry, next < classes.count, visits[next - firstEntry] >= 0 {
        guard visits[next - firstEntry] != index + 1 else { return (index, .superclassLoop) }
        visits[next - firstEntry] = index + 1
        path.append(next)
        next = Int(classes[next].superclass) - 1
      }
      for level in path.reversed() {
        visits[level - firstEntry] = -1
        let superclass = Int(classes[level].superclass)
        guard let upper = self[superclass], let body = body(ofEntry: superclass) else { continue }
        classes[level].chainCount = upper.chainCount + 1
        classes[level].inheritedKeyCount = upper.inheritedKeyCount + Int32(body.keys.count)
        classes[level].inheritedOptionalCount = upper.inheritedOptionalCount + body.optionalCount
      }
      guard classes[index].chainCount <= limit else { return (index, .superclassChain) }
    }
    return nil
  }
}

/// An entry of the class table made ready for coding.
///
/// The numbers that concern the chain of superclasses are known once all entries of an instalment have been read.
///
/// Spec §4.2.
package struct CompiledClass: Sendable {
  package let kind: ArchiveClassEntry.Kind
  /// The class version.
  package let version: Int32
  /// The number of the class name.
  package let name: Int32
  /// The entry number of the superclass, or 0.
  package let superclass: Int32
  /// The index of the body of a class or struct, or of the body of the first case of an enum.
  package let firstBody: Int32
  /// The index of the name of the first case in ``CompiledSchema/caseNames``.
  package internal(set) var firstCase: Int32 = 0
  /// The number of cases of an enum.
  package internal(set) var caseCount: Int32 = 0
  /// The number of entries on the chain, including this one.
  package internal(set) var chainCount: Int32 = 1
  /// The number of stored keys that records have before those of this entry.
  package internal(set) var inheritedKeyCount: Int32 = 0
  /// The number of presence bits that records have before those of this entry.
  package internal(set) var inheritedOptionalCount: Int32 = 0

  init(
    kind: ArchiveClassEntry.Kind, version: Int, name: Int, superclass: Int, firstBody: Int
  ) {
    self.kind = kind
    self.version = Int32(truncatingIfNeeded: version)
    self.name = Int32(truncatingIfNeeded: name)
    self.superclass = Int32(truncatingIfNeeded: superclass)
    self.firstBody = Int32(truncatingIfNeeded: firstBody)
  }

  /// The indices of the bodies: one of a class or struct, one for each case of an enum.
  package var bodies: Range<Int> {
    let first = Int(firstBody)
    return first..<(first &+ (kind == .enum ? Int(caseCount) : 1))
  }
}

/// The stored keys of a class, of a struct or of a case of an enum.
///
/// The body of a class has its own keys; its superclasses have bodies of their own.
///
/// Spec §3.7.
package struct CompiledBody: BitwiseCopyable, Sendable {
  /// The indices of the keys.
  package let firstKey: Int32
  package let endKey: Int32
  /// The number of keys that are optional, each of which has a presence bit.
  package let optionalCount: Int32
  /// The first of the keys whose entry numbers stand before uniform lists (spec §3.5), in
  /// ``CompiledSchema/nestedKeys``, and their number.
  package let firstNested: Int32
  package let nestedCount: Int32
  /// The size in bytes of all values except those of nested keys, if any bytes of that size are valid; otherwise -1.
  let fixedByteCount: Int32
  /// Whether no value may have this body, because its case is retired.
  package let isRetired: Bool
  /// Whether the body is that of a struct without stored keys, which is one byte 0.
  package let isEmptyStructure: Bool

  /// The indices of the keys.
  package var keys: Range<Int> { Int(firstKey)..<Int(endKey) }

  /// The range in ``CompiledSchema/nestedKeys`` of the keys whose entry numbers stand before uniform lists.
  package var nestedKeys: Range<Int> { Int(firstNested)..<(Int(firstNested) &+ Int(nestedCount)) }

  /// The number of presence bytes.
  package var presenceByteCount: Int { (Int(optionalCount) &+ 7) &>> 3 }
}

/// A stored key made ready for coding.
///
/// Its name is ``CompiledSchema/keyNames`` at the same index.
///
/// Spec §4.3.
package struct CompiledKey: BitwiseCopyable, Sendable {
  /// The type.
  package let type: CompiledType
  /// The index of the type.
  package let typeIndex: Int32
  /// The number of the presence bit among those of the body, or -1 in a required key.
  package let presenceBit: Int32

  /// Whether records may leave the key out.
  @inline(__always)
  package var isOptional: Bool { presenceBit >= 0 }

  /// Whether the entry number of the values stands before a uniform list, not in its elements.
  ///
  /// Spec §3.5.
  @inline(__always)
  package var isNestedInLists: Bool { type.operation == .struct && presenceBit < 0 }
}

extension ArchiveError {
  /// Makes the error for a reference to an object of another class: R6.
  ///
  /// - Parameters:
  ///   - number: The number of the object.
  ///   - entry: The entry of the object.
  ///   - name: The number of the class name in the type of the reference.
  ///   - schema: The class table.
  ///   - offset: The offset of the reference.
  /// - Returns: The error, which names both classes.
  @inline(never)
  static func wrongClass(
    _ number: Int, _ entry: Int, _ name: Int32, _ schema: CompiledSchema, at offset: Int
  ) -> ArchiveError {
    var error = ArchiveError(.wrongClass, at: offset)
    if let wanted = schema.name(name), let found = schema[entry].flatMap({ schema.name($0.name) }) {
      error.found =
        "object \(number) is of class \(found.quoted), the reference to one of class \(wanted.quoted)"
    }
    return error
  }
}

/// The first names and entries of a class table: those before a chunk, which may be used in the chunk, or those that an archive under
/// construction has so far.
///
/// Spec §3.1 (T2) and §4.2 (C8).
package struct Definitions: Hashable, Sendable {
  /// The number of names that have been defined.
  package var nameCount = 0
  /// The number of entries that have been defined.
  package var entryCount = 0

  package init(nameCount: Int = 0, entryCount: Int = 0) {
    (self.nameCount, self.entryCount) = (nameCount, entryCount)
  }
}
