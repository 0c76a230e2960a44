import Foundation
import SteleNSCoding
import Testing

@Suite("Points, sizes, rectangles and ranges")
struct GeometryTests {
  private let point = NSPoint(x: 1.5, y: -2.25)
  private let size = NSSize(width: 0.1, height: 1e300)
  private let rect = NSRect(x: -1, y: 0.2, width: 3, height: 4)

  @Test func `points, sizes and rectangles come back under keys`() throws {
    let unarchiver = try reading { archiver in
      archiver.encode(point, forKey: "point")
      archiver.encode(size, forKey: "size")
      archiver.encode(rect, forKey: "rect")
      archiver.encode(Double(CGFloat(0.1)), forKey: "real")
      archiver.encode(CGFloat(0.1), forKey: "any")
    }
    #expect(unarchiver.decodePoint(forKey: "point") == point)
    #expect(unarchiver.decodeSize(forKey: "size") == size)
    #expect(unarchiver.decodeRect(forKey: "rect") == rect)
    #expect(unarchiver.decodePoint(forKey: "none") == .zero)
    #expect(unarchiver.decodeSize(forKey: "none") == .zero)
    #expect(unarchiver.decodeRect(forKey: "none") == .zero)
    #expect(CGFloat(unarchiver.decodeDouble(forKey: "real")) == 0.1)
    #expect(unarchiver.decodeDouble(forKey: "any") == 0.1)
    #expect(unarchiver.error == nil)
  }

  private static let reals: [Double] = [
    .infinity, -.infinity, .nan, 1e300, .leastNonzeroMagnitude, 0.1 + 0.2, -0.0,
  ]

  private func isSame(_ left: CGFloat, _ right: Double) -> Bool {
    left.isNaN && right.isNaN || Double(left).bitPattern == right.bitPattern
  }

  @Test(arguments: reals)
  func `values of any numbers come back, or are refused where text cannot hold them`(
    real: Double
  ) throws {
    let insets = NSEdgeInsets(top: real, left: 1, bottom: 1, right: 1)
    let values: [(NSValue, (NSValue) -> CGFloat)] = [
      (NSValue(point: NSPoint(x: 1, y: real)), { $0.pointValue.y }),
      (NSValue(size: NSSize(width: real, height: 2)), { $0.sizeValue.width }),
      (NSValue(rect: NSRect(x: 1, y: 2, width: 3, height: real)), { $0.rectValue.size.height }),
      (NSValue(rect: NSRect(x: real, y: 2, width: 3, height: 4)), { $0.rectValue.origin.x }),
      (NSValue(edgeInsets: insets), { $0.edgeInsetsValue.top }),
    ]
    for (value, number) in values { #expect(isSame(number(try Format.stele.copy(value)), real)) }
    for (value, number) in values.dropLast() {
      if real.isFinite {
        #expect(isSame(number(try Format.binaryKeyedArchive.copy(value)), real))
      } else {
        let error = #expect(throws: KeyedCodingError.self) {
          try Format.binaryKeyedArchive.data(of: value)
        }
        #expect(error?.reason == .notSupported)
      }
    }
  }

  @Test(arguments: reals)
  func `the calls of coders refuse what they could not read again`(real: Double) throws {
    for format in Format.both {
      func decoded(_ encode: (SteleKeyedArchiver) -> Void) throws -> SteleKeyedUnarchiver? {
        if real.isFinite { return try format.reading(encode) }
        let error = #expect(throws: KeyedCodingError.self) { try format.reading(encode) }
        #expect((error?.reason, error?.key) == (.notSupported, "key"))
        return nil
      }
      let point = try decoded { $0.encode(NSPoint(x: real, y: 1), forKey: "key") }
      if let point { #expect(isSame(point.decodePoint(forKey: "key").x, real)) }
      let size = try decoded { $0.encode(NSSize(width: 1, height: real), forKey: "key") }
      if let size { #expect(isSame(size.decodeSize(forKey: "key").height, real)) }
      let rect = try decoded {
        $0.encode(NSRect(x: 1, y: 2, width: real, height: 4), forKey: "key")
      }
      if let rect { #expect(isSame(rect.decodeRect(forKey: "key").size.width, real)) }
    }
    // Other texts are no matter of geometry.
    for text in ["{inf}", "{inf, 1", "inf, 1", "{a, inf}", "{1, 2, inf}"] {
      #expect(try Format.stele.copy(NSString(string: text)) as String == text)
    }
  }

  #if !canImport(ObjectiveC)
    @Test
    func `text that is no point is refused, of which Foundation would make uninitialised numbers`()
      throws
    {
      for text in [
        "", "{", "{1}", "{5, -}", "{-}", "abc", "{1, 2", "{1, 2, 3}", "{{1, 2}, {3, 4}}",
      ] {
        let archive = HandWrittenArchive([
          ("NSValue", ["NS.special": 1, "NS.pointval": HandWrittenArchive.uid(2)]),
          ("NSString", ["NS.string": text]),
        ])
        #expect(
          throws: KeyedCodingError(
            .unexpectedValue, className: "NSValue", key: "NS.pointval",
            path: "NSValue.\"NS.pointval\"")
        ) {
          try SteleKeyedUnarchiver.unarchivedObject(
            ofClass: NSValue.self, fromKeyedArchive: archive.data)
        }
      }
    }
  #endif
}
