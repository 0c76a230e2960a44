internal import Foundation
internal import Stele

/// An object of a keyed archive that is nothing but a string, a number or the like, or an array of C.
///
/// Spec §E.3.
enum BareValue {
  private static let key = "value"

  /// The name of the class of the objects of an entry, as programs know it.
  static func className(of entry: String) -> String {
    guard entry.hasPrefix("$"), let type = named(entry)?.type else { return entry }
    return CodingClass.name(of: type)
  }

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
      (NSSet.self, { try set($0) })
    case CArray.className: (CArray.self, { try CArray($0) })
    default: nil
    }
  }

  private static func set(_ unarchiver: SteleKeyedUnarchiver) throws -> NSSet {
    let elements = try unarchiver.elements(key, isHashed: true)
    try unarchiver.validate(hashed: elements, key)
    let set = NSSet(array: elements)
    try unarchiver.check(elements, count: set.count, key)
    return set
  }
}
