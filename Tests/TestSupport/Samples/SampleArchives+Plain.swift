extension SampleArchives {
  /// Enough records and list elements of plain values that readers make plans for them.
  package static let plain: [UInt8] = {
    var assembler = ChunkAssembler.withHead
    assembler.classes(names: ["A", "B", "P", "Q"], entries: [point, place, classA, classB])
    assembler.objects(records: (1...16).map(record))
    assembler.objects(first: 17, records: (17...26).map(record))
    assembler.weak([2, 0, 20])
    assembler.roots([
      ("r", [0x30, 1], [1]),
      ("places", [0x21, 0x32, 4], [9, 2, 1] + (1...9).flatMap { pointBody + placeRest($0) }),
      ("points", [0x21, 0x32, 3], [10, 1] + (1...10).flatMap { _ in pointBody }),
      ("names", [0x21, 0x0F], [12] + (1...12).flatMap { Wire.string("name \($0)") }),
      ("all", [0x21, 0x20, 0x30, 1], [26] + (0..<26).map { UInt8($0) }),
    ])
    return assembler.finished()
  }()

  private static let point = Wire.structEntry(
    name: 3, keys: [Wire.key("x", [0x0D]), Wire.key("y", [0x0D]), Wire.key("n", [0x07])])

  private static let place = Wire.structEntry(
    name: 4,
    keys: [
      Wire.key("point", [0x32, 3]), Wire.key("name", [0x0F]), Wire.key("count", [0x09]),
      Wire.key("isKnown", [0x01]),
    ])

  private static let classA = Wire.classEntry(
    name: 1,
    keys: [
      Wire.key("name", [0x0F]), Wire.key("age", [0x04]), Wire.key("wide", [0x0A]),
      Wire.key("mail", [0x0F], flags: 1), Wire.key("weight", [0x0E]), Wire.key("active", [0x01]),
      Wire.key("tags", [0x21, 0x0F]), Wire.key("friend", [0x20, 0x30, 1]),
      Wire.key("owner", [0x30, 1]), Wire.key("all", [0x21, 0x30, 0]),
      Wire.key("some", [0x21, 0x20, 0x30, 1]), Wire.key("weak", [0x31, 1]),
      Wire.key("place", [0x32, 4]), Wire.key("maybe", [0x20, 0x32, 3]),
      Wire.key("spot", [0x32, 3], flags: 1), Wire.key("data", [0x10]),
      Wire.key("flags", [0x21, 0x01]), Wire.key("numbers", [0x21, 0x04]), Wire.key("id", [0x07]),
    ])

  private static let classB = Wire.classEntry(
    name: 2, superclass: 3,
    keys: [Wire.key("more", [0x20, 0x01]), Wire.key("extra", [0x03], flags: 1)])

  private static let pointBody: [UInt8] = [0, 0, 128, 63, 0, 0, 0, 64, 7]

  private static func placeRest(_ number: Int) -> [UInt8] {
    Wire.string("place \(number)") + Wire.varint(number * 90) + [UInt8(number & 1)]
  }

  private static func record(_ number: Int) -> [UInt8] {
    let hasMail = number & 1 == 1
    let hasSpot = number % 4 == 0
    let isB = number % 3 == 0
    let hasExtra = isB && number & 1 == 0
    var record: [UInt8] = [isB ? 4 : 3]
    record.append((hasMail ? 1 : 0) | (hasSpot ? 2 : 0) | (hasExtra ? 4 : 0))
    record += Wire.string("n\u{E9} \(number)") + Wire.varint(number * 1000)
    record += Wire.varint(UInt64(number) << 58)
    if hasMail { record += Wire.string("someone@example.org") }
    record += [0, 0, 0, 0, 0, 0, 0xF0, 0x3F, UInt8(number & 1)]
    record += [2] + Wire.string("a") + Wire.string("b\(number)")
    record += [UInt8(number % 5), 1, 3, 1, 2, 3, 3, 0, 2, 0]
    record.append(number & 2 == 0 ? 4 : UInt8(number % 3 * 2 + 1))
    record += [2, 1] + pointBody + placeRest(number)
    record += hasMail ? [0] : [1, 1] + pointBody
    if hasSpot { record += [1] + pointBody }
    record += [2, 0xFF, 0, 3, 0, 1, 1]
    record += hasSpot ? [2, 2, 0, 1, 5, 0] : [2, 1, 5, 6]
    record.append(UInt8(number))
    guard isB else { return record }
    record += [1, 1]
    if hasExtra { record += Wire.varint(number * 20) }
    return record
  }
}
