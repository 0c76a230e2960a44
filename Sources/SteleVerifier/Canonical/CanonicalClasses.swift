internal import Stele

/// The rules of the canonical form about the class table.
///
/// Spec §9.2.
struct CanonicalClasses {
  private let classes: ClassTable
  private let chunks: [Chunk]

  init(_ classes: ClassTable, _ chunks: [Chunk]) {
    self.classes = classes
    self.chunks = chunks.filter { $0.type == .classes }
  }

  /// Rules K3, K4, K5.
  func check(_ log: inout FindingLog) {
    let bytes = classes.bytes.span
    for (before, offset) in zip(classes.nameOffsets, classes.nameOffsets.dropFirst())
    where !bytes.isOrdered(bytes.string(at: before), before: bytes.string(at: offset)) {
      add(.canonicalNames, at: offset, &log)
    }
    for number in classes.entries.indices.dropFirst()
    where !isLineage(of: number, below: number + 1) {
      add(.canonicalEntries, at: classes[number + 1].offset, &log)
    }
    for entry in classes.entries {
      do throws(Defect) {
        try checkKeys(of: entry, bytes, &log)
      } catch {
        add(error.rule, at: error.offset, &log)
      }
    }
  }

  /// Rule K4: compares two chains item by item.
  private func isLineage(of first: Int, below second: Int) -> Bool {
    let bytes = classes.bytes.span
    var (left, right) = (first, second)
    while left != right, left != 0, right != 0 {
      let (one, two) = (classes[left], classes[right])
      if one.name != two.name {
        return bytes.isOrdered(
          bytes.string(at: classes.nameOffsets[Int(one.name) - 1]),
          before: bytes.string(at: classes.nameOffsets[Int(two.name) - 1]))
      }
      guard one.version == two.version else { return one.version < two.version }
      guard one.kind == two.kind else { return one.kind.rawValue < two.kind.rawValue }
      (left, right) = (Int(one.superclass), Int(two.superclass))
    }
    return left == 0 && right != 0
  }

  /// Rule K5.
  private func checkKeys(
    of entry: ClassEntry, _ bytes: Span<UInt8>, _ log: inout FindingLog
  ) throws(Defect) {
    var cursor = Cursor(entry.offset..<bytes.count)
    // Name, version, kind and superclass.
    _ = try cursor.readNumber(bytes)
    _ = try cursor.readShortNumber(bytes)
    try cursor.skip(1)
    _ = try cursor.readNumber(bytes)
    guard entry.kind == .enum else { return try checkKeys(bytes, &cursor, &log) }
    var previous: Range<Int>?
    for _ in 0..<(try cursor.readCount(bytes)) {
      try checkName(bytes, &cursor, after: &previous, &log)
      // Since and flags.
      _ = try cursor.readShortNumber(bytes)
      try cursor.skip(1)
      try checkKeys(bytes, &cursor, &log)
    }
  }

  private func checkKeys(
    _ bytes: Span<UInt8>, _ cursor: inout Cursor, _ log: inout FindingLog
  ) throws(Defect) {
    var previous: Range<Int>?
    for _ in 0..<(try cursor.readCount(bytes)) {
      try checkName(bytes, &cursor, after: &previous, &log)
      try TypeTable.skip(bytes, &cursor)
      // Since and flags.
      _ = try cursor.readShortNumber(bytes)
      try cursor.skip(1)
    }
  }

  private func checkName(
    _ bytes: Span<UInt8>, _ cursor: inout Cursor, after previous: inout Range<Int>?,
    _ log: inout FindingLog
  ) throws(Defect) {
    let offset = cursor.offset
    let name = try cursor.readString(bytes)
    if let previous, !bytes.isOrdered(previous, before: name) {
      add(.canonicalKeys, at: offset, &log)
    }
    previous = name
  }

  /// Rule K6.
  func check(useIn progress: CanonicalProgress, _ log: inout FindingLog) {
    var progress = progress
    for number in classes.entries.indices.map({ $0 + 1 })
    where progress.usedEntries.contains(number) {
      var superclass = Int(classes[number].superclass)
      while superclass != 0, !progress.usedEntries.contains(superclass) {
        progress.use(entry: superclass)
        superclass = Int(classes[superclass].superclass)
      }
    }
    for entry in classes.entries { progress.use(name: Int(entry.name)) }
    progress.use(namesIn: classes.types.nodes[...])
    for (index, offset) in classes.nameOffsets.enumerated()
    where !progress.usedNames.contains(index + 1) {
      add(.canonicalUse, at: offset, &log)
    }
    for (index, entry) in classes.entries.enumerated()
    where !progress.usedEntries.contains(index + 1) {
      add(.canonicalUse, at: entry.offset, &log)
    }
  }

  /// Adds a finding at an offset in the class table.
  private func add(_ rule: ArchiveRule, at offset: Int, _ log: inout FindingLog) {
    guard log.hasRoom else { return log.add(rule, at: offset) }
    let offset = classes.archiveOffset(of: offset)
    log.add(rule, at: offset, chunk: chunks.first { $0.payload.contains(offset) })
  }
}

extension Span<UInt8> {
  /// The bytes of the string whose length stands at an offset, in an archive that is valid.
  fileprivate func string(at offset: Int) -> Range<Int> {
    var cursor = Cursor(offset..<count)
    do throws(Defect) {
      let byteCount = try cursor.readCount(self)
      return cursor.offset..<(cursor.offset + byteCount)
    } catch {
      return offset..<offset
    }
  }
}
