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

  @Test func `they come back as objects, too`() throws {
    let insets = NSEdgeInsets(top: 1, left: 2, bottom: 3, right: 4.5)
    let values = [
      NSValue(point: point), NSValue(size: size), NSValue(rect: rect),
      NSValue(range: NSRange(location: 3, length: 4)), NSValue(edgeInsets: insets),
    ]
    let data = try archive(values)
    let copies = try #require(
      try SteleKeyedUnarchiver.unarchivedArrayOfObjects(ofClass: NSValue.self, from: data))
    try #require(copies.count == 5)
    #expect(copies[0].pointValue == point)
    #expect(copies[1].sizeValue == size)
    #expect(copies[2].rectValue == rect)
    #expect(copies[3].rangeValue == NSRange(location: 3, length: 4))
    let copy = copies[4].edgeInsetsValue
    #expect(
      [copy.top, copy.left, copy.bottom, copy.right]
        == [insets.top, insets.left, insets.bottom, insets.right])
  }

  @Test func `a value of another type is kept by its code`() throws {
    var number: Int32 = 77
    let value = unsafe NSValue(bytes: &number, objCType: "i")
    let copy = try #require(
      try SteleKeyedUnarchiver.unarchivedObject(ofClass: NSValue.self, from: archive(value)))
    var taken: Int32 = 0
    unsafe copy.getValue(&taken)
    #expect(taken == 77)
    let code = unsafe String(cString: copy.objCType)
    #expect(code == "i")
  }
}
