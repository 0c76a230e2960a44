internal import Foundation
internal import Stele

/// Objects of keyed archives that are only a string, a number or a similar value, or a C array.
///
/// Spec §E.3.
enum BareValue {
  private static let key = "value"

  /// Returns the name that programs use for the class of the objects of an entry.
  static func className(of entry: String) -> String {
    guard entry.hasPrefix("$"), let type = named(entry)?.type else { return entry }
    return CodingClass.name(of: type)
  }

  /// Returns the function that decodes the objects of an entry, or nil if they are not bare values.
  static func named(_ name: String) -> (
    type: AnyClass, decode: (SteleKeyedUnarchiver) throws -> AnyObject
  )? {
    switch name {
    case "$string": (NSString.self, { NSString(string: try $0.required(String.self, key)) })
    case "$data": (NSData.self, { NSData(data: try $0.required(Data.self, key)) })
    case "$date": (NSDate.self, { try $0.required(Date.self, key) as NSDate })
    case "$integer", "$real", "$bool": (NSNumber.self, { try $0.requiredNumber(key) })
    case "$null": (NSNull.self, { _ in NSNull() })
    case "$array":
      (NSArray.self, { try NativeClass.decodeList($0, key, ListOfObjects.array(of:)) })
    case "$set": (NSSet.self, { try NativeClass.decodeList($0, key) { NSSet(array: $0) } })
    case CArray.className: (CArray.self, { try CArray($0) })
    default: nil
    }
  }
}
