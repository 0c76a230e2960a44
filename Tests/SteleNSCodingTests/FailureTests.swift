import Foundation
import Stele
import SteleModel
import SteleNSCoding
import Testing

@Suite("Failures of NSCoding")
struct FailureTests {
  @Test func `a key that is not there is nil or zero, and no error`() throws {
    let unarchiver = try SteleKeyedUnarchiver(
      forReadingFrom: try archive(Dog(name: "Rex")))
    #expect(!unarchiver.containsValue(forKey: "cat"))
    #expect(unarchiver.decodeObject(of: Dog.self, forKey: "cat") == nil)
    #expect(unarchiver.decodeInteger(forKey: "cat") == 0)
    #expect(unarchiver.decodeBool(forKey: "cat") == false)
    #expect(unarchiver.decodeDouble(forKey: "cat") == 0)
    #expect(unarchiver.error == nil)
    #expect(unarchiver.decodeObject(of: Dog.self, forKey: "root")?.name == "Rex")
  }

  @Test func `a number of another kind is converted when it fits, and refused otherwise`() throws {
    let archiver = SteleKeyedArchiver()
    archiver.encode(5_000_000_000, forKey: "large")
    archiver.encode(2.75, forKey: "real")
    archiver.encode(1e300, forKey: "huge")
    archiver.encode("text", forKey: "text")
    archiver.encode(NSNumber(value: 7), forKey: "number")
    let data = try archiver.archivedData()
    let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: data)
    #expect(unarchiver.decodeInteger(forKey: "large") == 5_000_000_000)
    #expect(unarchiver.decodeDouble(forKey: "large") == 5e9)
    #expect(unarchiver.decodeInteger(forKey: "real") == 2)
    #expect(unarchiver.decodeFloat(forKey: "huge") == .infinity)
    #expect(unarchiver.decodeInteger(forKey: "number") == 7)
    #expect(unarchiver.error == nil)
    #expect(unarchiver.decodeInt32(forKey: "large") == 0)
    #expect(
      unarchiver.refusal == KeyedCodingError(.unexpectedValue, className: "Int32", key: "large"))
    let other = try SteleKeyedUnarchiver(forReadingFrom: data)
    #expect(other.decodeInteger(forKey: "text") == 0)
    #expect(other.refusal == KeyedCodingError(.unexpectedValue, className: "Int", key: "text"))
  }

  @Test func `numbers and nulls that are equal without the same hash are refused as keys`() throws {
    let type = ArchiveTypeDescriptor.map(key: .any, value: .bool)
    let optional = ArchiveTypeDescriptor.optional(.optional(.int8))
    let pairs: [[ArchiveValue]] = [
      [.any(.int64, .integer(5)), .any(.float64, .float64(5))],
      [.any(.float64, .float64(.nan)), .any(.float32, .float32(.nan))], [.any(.date, .date(.nan))],
      [.any(optional, .nil), .any(optional, .some(.nil))],
    ]
    for keys in pairs {
      var graph = ArchiveGraph()
      graph.roots = [
        ArchiveNamedValue(
          "root", type, .map(keys.map { ArchiveMapPair(key: $0, value: .bool(true)) }))
      ]
      let error = #expect(throws: KeyedCodingError.self) {
        try SteleKeyedUnarchiver.unarchivedObject(
          ofClasses: [NSDictionary.self, NSNumber.self, NSDate.self, NSNull.self],
          from: Data(graph.encoded()))
      }
      #expect((error?.reason, error?.key) == (.unexpectedValue, "root"))
    }
  }
}
