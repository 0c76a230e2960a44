public import Foundation
public import Stele
internal import SteleFoundation

extension IndexSet: FieldDecodable {
  private struct CodedRange: Decodable {
    let location: Int
    let length: Int
  }

  /// Decodes the field that `Codable` encodes: ranges that ascend without overlapping.
  ///
  /// Foundation's own initialiser ends the process for an impossible range, and takes time in the
  /// square of their number for ranges in another order.
  ///
  /// - Throws: `DecodingError` for other ranges.
  public init(from fields: inout FieldDecoder) throws {
    let ranges: [CodedRange] = try fields.decode("indexes")
    guard let indexes = IndexSet(ascending: ranges.map { ($0.location, $0.length) }) else {
      throw fields.refusal("There is no such set of indexes.")
    }
    self = indexes
  }

  /// Makes a set of ranges, or returns nil unless they ascend without overlapping.
  package init?(ascending ranges: [(location: Int, length: Int)]) {
    self.init()
    var end = 0
    for range in ranges {
      // Every index is less than `NSNotFound`, which is `Int.max`.
      guard range.location >= end, range.length > 0, range.length <= Int.max - range.location
      else { return nil }
      end = range.location + range.length
      insert(integersIn: range.location..<end)
    }
  }
}
