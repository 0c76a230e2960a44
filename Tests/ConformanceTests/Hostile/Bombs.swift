import TestSupport

/// Archives that are small for what they make a careless reader do.
enum Bombs {
  /// Large enough to show work that grows with the square of the size.
  #if DEBUG
    static let count = 4_000
  #else
    static let count = 1_000_000
  #endif

  private static func archive(_ build: (inout ChunkAssembler) -> Void) -> [UInt8] {
    var assembler = ChunkAssembler.withHead
    build(&assembler)
    return assembler.finished()
  }

  static func root(_ type: [UInt8], _ value: [UInt8]) -> [UInt8] {
    archive { $0.root("root", type, value) }
  }

  static func payload(of type: String, _ payload: [UInt8], count: Int = 0) -> [UInt8] {
    archive { $0.chunk(type, payload: payload, count: count) }
  }

  /// Entries of one class after another, in one instalment.
  static func classes(_ names: [String], _ entries: [[UInt8]]) -> [UInt8] {
    archive { $0.classes(names: names, entries: entries) }
  }

  /// Objects each of which refers to the next, in blocks.
  static func linkedList(count: Int, isBackward: Bool = false) -> [UInt8] {
    archive {
      $0.classes(
        names: ["A"],
        entries: [Wire.classEntry(name: 1, keys: [Wire.key("next", [0x20, 0x30, 1])])])
      let blockCount = 100
      for block in 0..<blockCount {
        let first = block * (count / blockCount) + 1
        $0.objects(
          first: first,
          records: (first..<(first + count / blockCount)).map {
            [1] + Wire.varint(isBackward ? $0 - 1 : $0 == count ? 0 : $0 + 1)
          })
      }
      $0.root("root", [0x30, 1], Wire.varint(isBackward ? count : 1))
    }
  }

  /// References to a superclass whose name is like those of its subclasses but for the last letter.
  static func longNames(referenceCount: Int, nameByteCount: Int) -> [UInt8] {
    let stem = String(repeating: "n", count: nameByteCount)
    let names = "abcdefgh".map { stem + String($0) }
    return archive {
      $0.classes(
        names: names, entries: names.indices.map { Wire.classEntry(name: $0 + 1, superclass: $0) })
      $0.objects(records: [[UInt8(names.count)]])
      $0.root(
        "root", [0x21, 0x30, 1],
        Wire.varint(referenceCount) + Array(repeating: 1, count: referenceCount))
    }
  }

  /// Strings that are canonically equivalent, and all different by their bytes.
  static func equivalentNames(count: Int) -> [String] {
    (0..<count).map { number in
      (0..<20).map { number >> $0 & 1 == 0 ? "\u{E9}" : "e\u{301}" }.joined()
    }
  }
}
