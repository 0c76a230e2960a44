internal import Stele

/// Counts the objects that no strong references lead to from the roots.
///
/// Spec §9.1.
struct Reachability {
  private var walk: ValueWalk

  /// Takes a walk with the purpose of tracing, over a valid archive.
  init(_ walk: ValueWalk) {
    self.walk = walk
  }

  /// Follows every reference once, with a list of what is to be followed instead of recursion.
  mutating func unreachableObjectCount(_ bytes: Span<UInt8>, _ chunks: [Chunk]) -> Int {
    for chunk in chunks where chunk.type == .roots {
      walk.enter(chunk)
      var cursor = Cursor(chunk.contentOffset..<chunk.payload.upperBound)
      do throws(Defect) {
        for _ in 0..<chunk.count {
          let offset = cursor.offset
          _ = try cursor.readString(bytes)
          try walk.walkNamedValue(bytes, &cursor, nameOffset: offset)
        }
      } catch {
        continue
      }
    }
    while let number = walk.unfollowed.popLast() { follow(Int(number), bytes) }
    return walk.objects.count - walk.named.count
  }

  private mutating func follow(_ number: Int, _ bytes: Span<UInt8>) {
    let (offset, recordCount) = walk.objects.offset(nearObject: number)
    var cursor = Cursor(offset..<bytes.count)
    do throws(Defect) {
      for _ in 0..<recordCount {
        let byteCount = try cursor.readCount(bytes)
        cursor.offset += byteCount
      }
      let byteCount = try cursor.readCount(bytes)
      let end = cursor.offset + byteCount
      let entry = try cursor.readNumber(bytes)
      try walk.walkRecord(bytes, entry: entry, range: cursor.offset..<end)
    } catch {
      return
    }
  }
}
