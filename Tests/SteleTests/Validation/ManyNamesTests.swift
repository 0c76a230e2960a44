import Stele
import SteleModel
import TestSupport
import Testing

/// Names that have to differ: a few are compared one by one, and many are found by a table.
struct ManyNamesTests {
  private func refusal(_ bytes: [UInt8]) -> ArchiveError? {
    thrown { try ArchiveReader.check(bytes) }
  }

  @Test(arguments: [1, 7, 8, 9, 15, 16, 17, 300])
  func `a root that is there is refused among many`(count: Int) {
    for repeated in Set([0, count / 2, count - 1]) {
      var assembler = ChunkAssembler.withHead
      assembler.roots((0..<count).map { ("root \($0)", [0x07], [1]) })
      #expect(refusal(assembler.finished()) == nil)
      assembler.root("root \(repeated)", [0x07], [1])
      let offset = assembler.lastPayloadOffset + 1
      #expect(
        refusal(assembler.finished())
          == ArchiveError(.duplicateRoot, at: offset, keyPath: "\"root \(repeated)\""))
    }
  }

  @Test(arguments: [1, 31, 32, 33, 100])
  func `a key that is there is refused among many`(count: Int) {
    for repeated in Set([0, count / 2, count - 1]) {
      let keys = ((0..<count) + [repeated]).map { Wire.key("key \($0)", [0x01]) }
      let entry = Wire.classEntry(name: 1, keys: keys)
      var assembler = ChunkAssembler.withHead
      assembler.classes(names: ["C"], entries: [Wire.classEntry(name: 1, keys: keys.dropLast())])
      #expect(refusal(assembler.finished()) == nil)
      assembler = ChunkAssembler()
      assembler.head()
      assembler.classes(names: ["C"], entries: [entry])
      let byteCount = 2 + Wire.string("C").count + entry.count
      let offset = assembler.lastPayloadOffset + byteCount - keys[count].count
      #expect(refusal(assembler.finished()) == ArchiveError(.duplicateKeyName, at: offset))
    }
  }

  @Test(arguments: [1, 8, 9, 500])
  func `each of many roots is found by its name`(count: Int) throws {
    let archiver = Archiver()
    for number in 0..<count { try archiver.encode(number, root: "root \(number)") }
    let bytes = try archiver.finish()
    for unarchiver in [try Unarchiver(bytes), try Unarchiver(ArchiveReader(opening: bytes))] {
      for number in [count / 2] + (0..<count).reversed() {
        #expect(try unarchiver.decode(Int.self, root: "root \(number)") == number)
      }
      #expect(unarchiver.rootNames == (0..<count).map { "root \($0)" })
      #expect(throws: DecodingError.self) { try unarchiver.decode(Int.self, root: "root") }
    }
  }
}
