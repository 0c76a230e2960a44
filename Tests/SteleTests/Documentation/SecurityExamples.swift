import Foundation
import Stele
import SteleFoundation
import TestSupport
import Testing

/// The examples of the page about security.
@Suite struct `Examples of security` {
  class Shape: Codable {
    var name: String
    init(name: String) { self.name = name }
  }

  final class Circle: Shape {}
  final class Square: Shape {}

  @Test func `only classes of the list are made`() throws {
    let bytes = try SteleEncoder().encode([Shape(name: "any"), Circle(name: "round")])
    let others = try SteleEncoder().encode([Shape(name: "any"), Square(name: "angular")])
    var decoder = SteleDecoder()
    decoder.allow(Shape.self, Circle.self)
    decoder.allowsListedClassesOnly = true
    let shapes = try decoder.decode([Shape].self, from: bytes)
    #expect(shapes.map(\.name) == ["any", "round"])
    #expect(shapes.last is Circle)
    #expect(throws: DecodingError.self) { try decoder.decode([Shape].self, from: others) }
  }

  @Test func `a damaged archive is refused with rule and offset`() throws {
    var bytes = try SteleEncoder().encode(["a", "b"])
    bytes[40] ^= 1
    var report = ""
    do {
      _ = try SteleDecoder().decode([String].self, from: bytes)
    } catch let error as DecodingError {
      switch error.underlyingError {
      case let error as ArchiveError: report = "\(error.rule.number) at byte \(error.offset)"
      case let error as SteleCodingError: report = "\(error.reason)"
      default: report = error.explanation
      }
    }
    #expect(report.contains(" at byte "))
  }

  @Test func `limits can be lowered`() throws {
    let bytes = try SteleEncoder().encode([[[1]]])
    var decoder = SteleDecoder()
    decoder.limits.valueNesting = 2
    decoder.limits.memoryPerByte = 16
    #expect(throws: DecodingError.self) { try decoder.decode([[[Int]]].self, from: bytes) }
    #expect(try SteleDecoder().decode([[[Int]]].self, from: bytes) == [[[1]]])
  }

  @Test func `more elements of one hash are accepted on request`() throws {
    let values = Set(
      (0..<2_000).map { Data([UInt8](repeating: 7, count: 96)) + Data("\($0 + 10_000)".utf8) })
    let bytes = try SteleEncoder().encode(values)
    var decoder = SteleDecoder()
    #expect(throws: DecodingError.self) { try decoder.decode(Set<Data>.self, from: bytes) }
    decoder.equalHashLimit = 100_000
    #expect(try decoder.decode(Set<Data>.self, from: bytes) == values)
  }

  struct Percentage: Codable {
    var value: Int

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      value = try container.decode(Int.self)
      guard (0...100).contains(value) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "not 0 to 100")
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  @Test func `a type checks what it means`() throws {
    #expect(
      try SteleDecoder().decode(Percentage.self, from: SteleEncoder().encode(40)).value == 40)
    let error = #expect(throws: DecodingError.self) {
      try SteleDecoder().decode(Percentage.self, from: SteleEncoder().encode(400))
    }
    #expect((error?.underlyingError as? SteleCodingError)?.reason == .valueDoesNotFit)
    #expect(error?.explanation.contains("not 0 to 100") == true)
  }
}
