internal import Foundation
internal import Stele

/// An object of a keyed archive that is nothing but a string, a number or the like, or an array of C.
///
/// Spec §E.3.
enum BareValue {
  private static let key = "value"

  /// What decodes the objects of an entry, or nil when it is not one of bare values.
  static func named(_ name: String) -> (
    type: AnyClass, decode: (SteleKeyedUnarchiver) throws -> AnyObject
  )? {
    switch name {
    case "$string":
      (NSString.self, { NSString(string: try $0.required(String.self, key)) })
    case "$data":
      (NSData.self, { NSData(data: try $0.required(Data.self, key)) })
    case "$date":
      (
        NSDate.self,
        {
          NSDate(
            timeIntervalSinceReferenceDate: try $0.required(Date.self, key)
              .timeIntervalSinceReferenceDate)
        }
      )
    case "$integer", "$real", "$bool":
      (NSNumber.self, { try $0.requiredNumber(key) })
    case "$null":
      (NSNull.self, { _ in NSNull() })
    case "$array":
      (
        NSArray.self,
        {
          let elements = try $0.elements(key)
          return $0.noting(elements, in: ListOfObjects.array(of: elements))
        }
      )
    case "$set":
      (NSSet.self, { try set(of: $0.elements(key)) })
    case CArray.className: (CArray.self, { try CArray($0) })
    default: nil
    }
  }

  private static func set(of elements: [Any]) throws -> NSSet {
    try HashableValues.examine(elements, key)
    return NSSet(array: elements)
  }
}
