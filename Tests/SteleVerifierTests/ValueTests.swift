import Stele
import SteleVerifier
import TestSupport
import Testing

@Suite struct `Values` {
  typealias Row = (type: [UInt8], value: [UInt8], refusal: Refusal?)

  @Test func `simple values keep their rules`() {
    expect([
      ([0x01], [1], nil), ([0x01], [2], Refusal(.flagByte, 0)),
      ([0x02], [0xFF], nil), ([0x07], [0xFF], nil), ([0x07], [], Refusal(.truncated, 0)),
      ([0x03], [0xFF, 0xFF, 3], nil), ([0x03], [0xFF, 0xFF, 4], Refusal(.integerTooLarge, 0)),
      ([0x03], [0xFF, 0xFF, 0x83, 0], Refusal(.integerTooLarge, 0)),
      ([0x08], [0x80, 0], Refusal(.integerNotShortest, 0)),
      ([0x08], [0x80], Refusal(.truncated, 0)), ([0x04], [0xFF, 0xFF, 0xFF, 0xFF, 0x0F], nil),
      ([0x04], [0xFF, 0xFF, 0xFF, 0xFF, 0x1F], Refusal(.integerTooLarge, 0)),
      ([0x05], Array(repeating: 0xFF, count: 9) + [1], nil),
      ([0x05], Array(repeating: 0xFF, count: 9) + [2], Refusal(.integerTooLarge, 0)),
      ([0x05], Array(repeating: 0xFF, count: 9) + [0x81], Refusal(.integerTooLarge, 0)),
      ([0x05], Array(repeating: 0x80, count: 9) + [0], Refusal(.integerNotShortest, 0)),
      ([0x06], Array(repeating: 0xFF, count: 18) + [3], nil),
      ([0x0B], Array(repeating: 0xFF, count: 18) + [4], Refusal(.integerTooLarge, 0)),
      ([0x0C], [0, 0], nil), ([0x0D], [0, 0, 0xC0, 0x7F], nil),
      ([0x0E], Array(repeating: 0xFF, count: 8), nil),
      ([0x0E], Array(repeating: 0xFF, count: 7), Refusal(.truncated, 0)),
      ([0x11], Array(repeating: 0, count: 8), nil), ([0x12], Array(repeating: 0, count: 16), nil),
      ([0x12], Array(repeating: 0, count: 15), Refusal(.truncated, 0)),
      ([0x07], [1, 2], Refusal(.trailingBytes, 1)),
    ])
  }

  @Test func `strings keep their rules`() {
    func string(_ bytes: [UInt8]) -> [UInt8] { [UInt8(bytes.count)] + bytes }
    expect([
      ([0x0F], string([]), nil), ([0x0F], string([0xC3, 0xA9]), nil),
      ([0x0F], string([0xF0, 0x9F, 0x8F, 0xBA]), nil),
      ([0x0F], string([0xF4, 0x8F, 0xBF, 0xBF]), nil),
      ([0x0F], string([0xED, 0x9F, 0xBF, 0xEE, 0x80, 0x80]), nil),
      ([0x0F], string([0xC0, 0x80]), Refusal(.malformedString, 1)),
      ([0x0F], string([0xE0, 0x9F, 0xBF]), Refusal(.malformedString, 1)),
      ([0x0F], string([0xF0, 0x8F, 0xBF, 0xBF]), Refusal(.malformedString, 1)),
      ([0x0F], string([0xED, 0xA0, 0x80]), Refusal(.malformedString, 1)),
      ([0x0F], string([0xF4, 0x90, 0x80, 0x80]), Refusal(.malformedString, 1)),
      ([0x0F], string([0xF5, 0x80, 0x80, 0x80]), Refusal(.malformedString, 1)),
      ([0x0F], string([0x61, 0xE2, 0x82]), Refusal(.malformedString, 2)),
      ([0x0F], string([0x61, 0x80]), Refusal(.malformedString, 2)),
      ([0x0F], string(Array(repeating: 0x61, count: 17) + [0xFF]), Refusal(.malformedString, 18)),
      ([0x0F], [3, 0x61, 0x61], Refusal(.countTooLarge, 0)), ([0x0F], [], Refusal(.truncated, 0)),
      ([0x10], [2, 0xFF, 0xFF], nil), ([0x10], [2, 0xFF], Refusal(.countTooLarge, 0)),
    ])
  }

  @Test func `decimals keep their rules`() {
    expect([
      ([0x13], [0, 3, 5], nil), ([0x13], [0, 3, 0], nil), ([0x13], [2], nil),
      ([0x13], [0, 0xBE, 0x5F, 1], nil), ([0x13], [0, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 1], nil),
      ([0x13], [0, 0xFE, 0], Refusal(.integerNotShortest, 1)),
      ([0x13], [0, 0xFE, 0xFF, 0xFF, 0xFF, 0x1F, 1], Refusal(.integerTooLarge, 1)),
      ([0x13], [1, 0x80], Refusal(.truncated, 1)),
      ([0x13], [1, 0, 1], nil), ([0x13], [1, 0, 0], Refusal(.decimal, 0)),
      ([0x13], [3], Refusal(.decimal, 0)), ([0x13], [0], Refusal(.truncated, 1)),
      ([0x13], [0, 0], Refusal(.truncated, 2)),
      ([0x13], [1, 0, 0x80, 0], Refusal(.integerNotShortest, 2)),
    ])
  }

  @Test func `optionals and any keep their rules`() {
    expect([
      ([0x20, 0x07], [0], nil), ([0x20, 0x07], [1, 9], nil),
      ([0x20, 0x07], [2, 9], Refusal(.flagByte, 0)), ([0x20, 0x07], [1], Refusal(.truncated, 1)),
      ([0x14], [0x20, 0x14, 0], nil), ([0x14], [0x07, 5], nil),
      ([0x14], [0x21, 0x14, 2, 0x07, 5, 0x0F, 1, 0x61], nil),
      ([0x14], [0x14, 0x07, 5], Refusal(.anyInAny, 0)),
      ([0x14], [0x20, 0x15, 0], nil), ([0x14], [0x15], Refusal(.neverValue, 1)),
      ([0x14], [0x16], Refusal(.unknownType, 0)), ([0x14], [0], Refusal(.unknownType, 0)),
      ([0x14], [0x30, 7, 1], Refusal(.undefinedName, 1)),
      ([0x14], [0x32, 0, 1], Refusal(.undefinedName, 1)),
      ([0x14], [0x30, 1, 1], nil), ([0x14], [], Refusal(.truncated, 0)),
      ([0x14], Array(repeating: 0x20, count: 63) + [0x07, 0], nil),
      ([0x14], Array(repeating: 0x20, count: 64) + [0x07, 0], Refusal(.descriptorNesting, 64)),
      ([0x14], Array(repeating: 0x20, count: 64), Refusal(.truncated, 64)),
      ([0x14], Array(repeating: 0x20, count: 64) + [0], Refusal(.descriptorNesting, 64)),
    ])
  }

  @Test func `packed lists keep their rules`() {
    expect([
      ([0x21, 0x01], [3, 0, 1, 1], nil), ([0x21, 0x01], [0], nil),
      ([0x21, 0x01], [10, 0, 1, 1, 0, 0, 0, 0, 0, 0, 2], Refusal(.flagByte, 10)),
      ([0x21, 0x07], [2, 7, 8], nil), ([0x21, 0x07], [2, 7], Refusal(.countTooLarge, 0)),
      ([0x21, 0x05], [0], nil), ([0x21, 0x05], [2, 1, 0xFF, 1], nil),
      ([0x21, 0x05], [1, 2, 0x80, 0x00], nil),
      ([0x21, 0x05], [1, 2, 0x7F, 0x00], Refusal(.widthNotNarrowest, 1)),
      ([0x21, 0x05], [1, 2, 0x80, 0xFF], Refusal(.widthNotNarrowest, 1)),
      ([0x21, 0x0A], [1, 2, 0xFF, 0x00], Refusal(.widthNotNarrowest, 1)),
      ([0x21, 0x0A], [1, 2, 0x00, 0x01], nil), ([0x21, 0x05], [1, 4, 0, 0x80, 0, 0], nil),
      ([0x21, 0x05], [1, 4, 0, 0x80, 0xFF, 0xFF], Refusal(.widthNotNarrowest, 1)),
      ([0x21, 0x0A], [1, 4, 0, 0x80, 0, 0], Refusal(.widthNotNarrowest, 1)),
      ([0x21, 0x05], [1, 8, 0, 0, 0, 0x80, 0, 0, 0, 0], nil),
      ([0x21, 0x0A], [1, 8, 0, 0, 0, 0x80, 0, 0, 0, 0], Refusal(.widthNotNarrowest, 1)),
      (
        [0x21, 0x06],
        [1, 16] + Array(repeating: 0, count: 8) + [1] + Array(repeating: 0, count: 7), nil
      ),
      ([0x21, 0x06], [1, 16] + Array(repeating: 0xFF, count: 16), Refusal(.widthNotNarrowest, 1)),
      ([0x21, 0x0B], [1, 16] + Array(repeating: 0, count: 16), Refusal(.widthNotNarrowest, 1)),
      ([0x21, 0x03], [1, 4, 0, 0x80, 0, 0], Refusal(.packedWidth, 1)),
      ([0x21, 0x05], [1, 3, 0, 0, 0], Refusal(.packedWidth, 1)),
      ([0x21, 0x05], [1, 0, 0], Refusal(.packedWidth, 1)),
      ([0x21, 0x05], [2, 2, 0, 1, 0], Refusal(.countTooLarge, 0)),
      ([0x21, 0x05], [1], Refusal(.countTooLarge, 0)),
      ([0x21, 0x0E], [1] + Array(repeating: 0, count: 8), nil),
      ([0x21, 0x0E], [1] + Array(repeating: 0, count: 7), Refusal(.countTooLarge, 0)),
      ([0x21, 0x12], [1] + Array(repeating: 0, count: 16), nil),
    ])
  }

  @Test func `plain lists keep their rules`() {
    expect([
      ([0x21, 0x0F], [2, 1, 0x61, 0], nil), ([0x21, 0x0F], [2, 1, 0x61], Refusal(.truncated, 3)),
      ([0x21, 0x0F], [2, 1, 0x61, 1], Refusal(.countTooLarge, 3)),
      ([0x21, 0x21, 0x07], [2, 1, 5, 0], nil),
      ([0x21, 0x20, 0x07], [2, 0, 1, 5], nil),
      ([0x21, 0x20, 0x07], [2, 0, 1], Refusal(.truncated, 3)),
      ([0x21, 0x30, 1], [2, 1, 2], nil),
    ])
  }

  @Test func `lists of structs and enums keep their rules`() {
    expect([
      ([0x21, 0x32, 4], [0], nil), ([0x21, 0x32, 4], [2, 5, 0, 7, 1, 8, 1], nil),
      ([0x21, 0x32, 4], [2, 4, 0, 0], nil),
      ([0x21, 0x32, 4], [2, 4, 0, 1], Refusal(.emptyBody, 3)),
      ([0x21, 0x32, 4], [2, 0, 4, 0, 5, 0, 7], nil),
      ([0x21, 0x32, 4], [2, 0, 4, 0, 4, 0], Refusal(.listNotMixed, 1)),
      ([0x21, 0x32, 4], [1, 0, 4, 0], Refusal(.listNotMixed, 1)),
      ([0x21, 0x32, 4], [2, 0, 4, 0, 6, 0], Refusal(.valueKind, 4)),
      ([0x21, 0x32, 4], [2, 0, 4, 0, 0, 0], Refusal(.undefinedEntry, 4)),
      ([0x21, 0x32, 4], [1, 8, 0], Refusal(.undefinedEntry, 1)),
      ([0x21, 0x33, 5], [3, 6, 0, 2, 1, 0x61, 0], nil),
      ([0x21, 0x33, 5], [2, 6, 0, 1], Refusal(.caseIndex, 3)),
    ])
  }

  @Test func `sets and maps keep their rules`() {
    expect([
      ([0x22, 0x07], [0], nil), ([0x22, 0x07], [3, 1, 2, 3], nil),
      ([0x22, 0x07], [3, 1, 2, 1], Refusal(.duplicateElement, 3)),
      ([0x22, 0x07], Array([20] + Array(0..<19)) + [7], Refusal(.duplicateElement, 20)),
      ([0x22, 0x0F], [2, 1, 0x61, 0], nil), ([0x22, 0x22, 0x07], [2, 2, 1, 2, 2, 2, 1], nil),
      ([0x22, 0x22, 0x07], [2, 2, 1, 2, 2, 1, 2], Refusal(.duplicateElement, 4)),
      ([0x22, 0x05], [2, 1, 2], nil), ([0x22, 0x05], [2, 1], Refusal(.countTooLarge, 0)),
      ([0x23, 0x07, 0x0F], [2, 1, 0, 2, 0], nil),
      ([0x23, 0x07, 0x0F], [2, 1, 0, 1, 0], Refusal(.duplicateKey, 3)),
      ([0x23, 0x07, 0x07], [2, 1, 0, 2], Refusal(.countTooLarge, 0)),
    ])
  }

  @Test func `there is no value of type never`() {
    expect([
      ([0x20, 0x15], [0], nil), ([0x21, 0x15], [0], nil), ([0x22, 0x15], [0], nil),
      ([0x23, 0x15, 0x15], [0], nil), ([0x21, 0x21, 0x15], [2, 0, 0], nil),
      ([0x15], [0], Refusal(.neverValue, 0)), ([0x20, 0x15], [1], Refusal(.neverValue, 1)),
      ([0x21, 0x15], [1, 0], Refusal(.neverValue, 1)),
      ([0x21, 0x15], [1], Refusal(.countTooLarge, 0)),
      ([0x22, 0x15], [1, 0], Refusal(.neverValue, 1)),
      ([0x23, 0x07, 0x15], [1, 7, 0], Refusal(.neverValue, 2)),
    ])
  }

  @Test func `set elements and map keys contain no weak references`() {
    expect([
      ([0x22, 0x31, 0], [0], nil), ([0x22, 0x31, 0], [1, 0], Refusal(.weakInKey, 1)),
      ([0x22, 0x31, 0], [1, 0x80], Refusal(.weakInKey, 1)), ([0x22, 0x20, 0x31, 0], [1, 0], nil),
      ([0x22, 0x20, 0x31, 0], [1, 1, 0], Refusal(.weakInKey, 2)),
      ([0x23, 0x31, 0, 0x07], [1, 0, 9], Refusal(.weakInKey, 1)),
      ([0x23, 0x07, 0x31, 0], [1, 9, 0], nil),
      ([0x23, 0x22, 0x23, 0x07, 0x31, 0, 0x07], [1, 1, 1, 9, 0, 9], Refusal(.weakInKey, 4)),
      ([0x22, 0x21, 0x31, 1], [1, 1, 0], Refusal(.weakInKey, 2)),
      ([0x22, 0x14], [1, 0x31, 0, 0], Refusal(.weakInKey, 3)),
      ([0x23, 0x07, 0x22, 0x31, 0], [1, 9, 1, 0], Refusal(.weakInKey, 3)),
      ([0x21, 0x22, 0x31, 0], [1, 1, 0], Refusal(.weakInKey, 2)),
    ])
  }

  @Test func `structs and enums keep their rules`() {
    expect([
      ([0x32, 4], [4, 0], nil), ([0x32, 4], [4, 1], Refusal(.emptyBody, 1)),
      ([0x32, 4], [4], Refusal(.truncated, 1)),
      ([0x32, 4], [5, 0, 9], nil), ([0x32, 4], [5, 1, 9, 1], nil),
      ([0x32, 4], [5, 3, 9, 1], Refusal(.spareBits, 1)),
      ([0x32, 4], [5], Refusal(.truncated, 1)),
      ([0x32, 4], [0, 0], Refusal(.undefinedEntry, 0)),
      ([0x32, 4], [8, 0], Refusal(.undefinedEntry, 0)),
      ([0x32, 4], [7, 0], Refusal(.valueClass, 0)),
      ([0x32, 5], [6, 0], Refusal(.valueKind, 0)), ([0x32, 4], [1], Refusal(.valueKind, 0)),
      ([0x32, 5], [4, 0], Refusal(.valueClass, 0)),
      ([0x33, 5], [6, 0], nil), ([0x33, 5], [6, 2, 1, 0x61], nil),
      ([0x33, 5], [6, 1], Refusal(.caseIndex, 1)), ([0x33, 5], [6, 3], Refusal(.caseIndex, 1)),
      ([0x33, 5], [4, 0], Refusal(.valueKind, 0)), ([0x33, 4], [6, 0], Refusal(.valueClass, 0)),
    ])
  }

  @Test func `references keep their rules`() {
    expect([
      ([0x30, 0], [3], nil), ([0x30, 0], [0], Refusal(.nilReference, 0)),
      ([0x30, 0], [4], Refusal(.danglingReference, 0)),
      ([0x30, 1], [2], nil), ([0x30, 1], [3], Refusal(.wrongClass, 0)),
      ([0x30, 2], [1], Refusal(.wrongClass, 0)),
      ([0x20, 0x30, 1], [0], nil), ([0x20, 0x30, 1], [3], Refusal(.wrongClass, 0)),
      ([0x31, 1], [0], nil), ([0x31, 1], [4], nil), ([0x31, 1], [6], Refusal(.wrongClass, 0)),
      ([0x31, 0], [8], Refusal(.danglingReference, 0)),
      ([0x31, 1], [1], nil), ([0x31, 1], [3], nil), ([0x31, 1], [5], Refusal(.wrongClass, 0)),
      ([0x31, 1], [7], Refusal(.weakSlot, 0)), ([0x31, 0], [5], nil),
      ([0x31, 0], Array(repeating: 0xFF, count: 9) + [1], Refusal(.weakSlot, 0)),
      ([0x21, 0x30, 1], [3, 1, 3, 2], Refusal(.wrongClass, 2)),
    ])
  }

  @Test func `references are not examined below their level`() {
    for (type, value) in [
      ([0x30, 0], [0]), ([0x30, 0], [9]), ([0x30, 1], [3]), ([0x31, 0], [9]),
    ]
      as [([UInt8], [UInt8])]
    {
      #expect(Sample.root(type, value).refusals(level: .records) == [])
    }
  }

  private func expect(_ rows: [Row], sourceLocation: SourceLocation = #_sourceLocation) {
    for row in rows {
      let found = Sample.root(row.type, row.value).refusals()
      #expect(
        found == (row.refusal.map { [$0] } ?? []), "\(row.type) \(row.value)",
        sourceLocation: sourceLocation)
    }
  }
}
