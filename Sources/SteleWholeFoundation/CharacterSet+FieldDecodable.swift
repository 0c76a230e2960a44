public import Foundation
public import Stele
internal import SteleFoundation

extension CharacterSet: FieldDecodable {
  /// Decodes the field that `Codable` encodes: a bitmap.
  ///
  /// Given an invalid bitmap, Foundation's own initialiser makes a set that ends the process.
  ///
  /// - Throws: `DecodingError` if the bytes are not a bitmap.
  public init(from fields: inout FieldDecoder) throws {
    let bitmap: Data = try fields.decode("bitmap")
    guard Self.isBitmap(bitmap) else { throw fields.refusal("There is no such set of characters.") }
    self.init(bitmapRepresentation: bitmap)
  }

  /// Returns whether data is a bitmap of the first plane of Unicode, and of others, each after its
  /// number.
  package static func isBitmap(_ data: Data) -> Bool {
    let byteCount = 8192
    guard data.count >= byteCount, (data.count - byteCount) % (byteCount + 1) == 0 else {
      return false
    }
    let numbers = stride(from: byteCount, to: data.count, by: byteCount + 1).map {
      data[data.startIndex + $0]
    }
    return zip([0] + numbers, numbers).allSatisfy { $0 < $1 } && numbers.allSatisfy { $0 <= 16 }
  }
}
