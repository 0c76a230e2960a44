/// Archives that end too early, in the ways that carry this to different rules.
package enum Prefixes {
  /// Every prefix as it is, with right checks, and with a closing signature; or a sample of them.
  package static func whole(_ archive: [UInt8], every step: Int = 1) -> [[UInt8]] {
    stride(from: archive.count % step, to: archive.count, by: step).flatMap { count -> [[UInt8]] in
      let prefix = Array(archive[..<count])
      let closed = prefix + ChunkAssembler.signature
      let all = [prefix, closed, ChunkAssembler.reseal(prefix), ChunkAssembler.reseal(closed)]
      // The archive itself comes out where only the closing signature was cut off.
      return all.compactMap { $0 }.filter { $0 != archive }
    }
  }

  /// Archives in which one payload ends too early and all else is right, with the index as it was
  /// and with a new one.
  package static func payloads(_ archive: [UInt8], every step: Int = 1) -> [[UInt8]] {
    guard let base = try? ArchiveParts(archive: archive) else { return [] }
    return base.parts.indices.flatMap { chunk in
      let size = base.parts[chunk].payload.count
      return stride(from: archive.count % step, to: size, by: step).flatMap { count -> [[UInt8]] in
        var cut = base
        cut.parts[chunk].payload.removeSubrange(count...)
        var reindexed = cut
        reindexed.renewIndex()
        return [cut.sealed(), reindexed.sealed()].filter { $0 != archive }
      }
    }
  }
}
