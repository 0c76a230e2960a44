import Foundation
import SteleNSCoding

/// Encodes by a closure, and gives an unarchiver of what was written.
func reading(
  secure: Bool = true, _ encode: (SteleKeyedArchiver) -> Void
) throws -> SteleKeyedUnarchiver {
  let archiver = SteleKeyedArchiver(requiringSecureCoding: secure)
  encode(archiver)
  try archiver.finishEncoding()
  let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: archiver.encodedData)
  unarchiver.requiresSecureCoding = secure
  return unarchiver
}

/// Archives an object.
func archive(_ object: Any, secure: Bool = true) throws -> Data {
  try SteleKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: secure)
}
