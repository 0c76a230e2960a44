import Foundation
import SteleNSCoding

/// Encodes by a closure, and gives an unarchiver of what was written.
func reading(
  secure: Bool = true, _ encode: (SteleKeyedArchiver) -> Void
) throws -> SteleKeyedUnarchiver {
  let archiver = SteleKeyedArchiver(requiringSecureCoding: secure)
  encode(archiver)
  let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: archiver.archivedData())
  unarchiver.requiresSecureCoding = secure
  return unarchiver
}

/// Archives an object.
func archive(_ object: Any, secure: Bool = true) throws -> Data {
  try SteleKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: secure)
}
