internal import Foundation

extension NSData {
  /// The bytes in one piece, as a separate `Data`.
  ///
  /// A `Data` that refers to an object is read byte by byte, with calls of the object.
  var contiguousCopy: Data {
    // Safe: the object has `length` bytes there, and is kept during the call.
    unsafe Data(bytes: bytes, count: length)
  }
}
