// The Swift half of Apple's Foundation, as far as the sources use it. Nothing here is ever run.
@_exported import Darwin
@_exported import Dispatch
@_exported import Foundation
@_exported import ObjectiveC

public typealias TimeInterval = Double
public typealias NSErrorPointer = AutoreleasingUnsafeMutablePointer<NSError?>?

public protocol LocalizedError: Error {
  var errorDescription: String? { get }
  var failureReason: String? { get }
  var recoverySuggestion: String? { get }
  var helpAnchor: String? { get }
}
extension LocalizedError {
  public var errorDescription: String? { nil }
  public var failureReason: String? { nil }
  public var recoverySuggestion: String? { nil }
  public var helpAnchor: String? { nil }
}

public protocol CustomNSError: Error {
  static var errorDomain: String { get }
  var errorCode: Int { get }
  var errorUserInfo: [String: Any] { get }
}
extension CustomNSError {
  public static var errorDomain: String { "" }
  public var errorCode: Int { 0 }
  public var errorUserInfo: [String: Any] { [:] }
}

extension NSObject: @retroactive CustomStringConvertible, @retroactive CustomDebugStringConvertible {}
extension NSError: @retroactive Error {}
extension Error { public var localizedDescription: String { fatalError() } }

extension NSCoder {
  public func decodeObject<DecodedObjectType>(
    of cls: DecodedObjectType.Type, forKey key: String
  ) -> DecodedObjectType? where DecodedObjectType: NSObject, DecodedObjectType: NSCoding { nil }
  @nonobjc public func decodeObject(of classes: [AnyClass]?, forKey key: String) -> Any? { nil }
  @nonobjc public func decodeTopLevelObject() throws -> Any? { nil }
  @nonobjc public func decodeTopLevelObject(forKey key: String) throws -> Any? { nil }
  public func decodeTopLevelObject<DecodedObjectType>(
    of cls: DecodedObjectType.Type, forKey key: String
  ) throws -> DecodedObjectType? where DecodedObjectType: NSObject, DecodedObjectType: NSCoding { nil }
  @nonobjc public func decodeTopLevelObject(of classes: [AnyClass]?, forKey key: String) throws -> Any? { nil }
  public func decodeArrayOfObjects<DecodedObjectType>(
    ofClass cls: DecodedObjectType.Type, forKey key: String
  ) -> [DecodedObjectType]? where DecodedObjectType: NSObject, DecodedObjectType: NSCoding { nil }
  @nonobjc public func decodeArrayOfObjects(ofClasses classes: [AnyClass], forKey key: String) -> [Any]? { nil }
  public func decodeDictionary<DecodedKeyType, DecodedObjectType>(
    withKeyClass keyClass: DecodedKeyType.Type, objectClass: DecodedObjectType.Type, forKey key: String
  ) -> [DecodedKeyType: DecodedObjectType]?
  where
    DecodedKeyType: NSObject, DecodedKeyType: NSCopying, DecodedKeyType: NSCoding,
    DecodedObjectType: NSObject, DecodedObjectType: NSCoding
  { nil }
}

public struct NSFastEnumerationIterator: IteratorProtocol {
  public mutating func next() -> Any? { nil }
}
extension NSArray: Sequence {
  public __consuming func makeIterator() -> NSFastEnumerationIterator { fatalError() }
}
extension NSSet: Sequence {
  public __consuming func makeIterator() -> NSFastEnumerationIterator { fatalError() }
}
extension NSOrderedSet: Sequence {
  public __consuming func makeIterator() -> NSFastEnumerationIterator { fatalError() }
}
extension NSDictionary: Sequence {
  public struct Iterator: IteratorProtocol {
    public mutating func next() -> (key: Any, value: Any)? { nil }
  }
  public __consuming func makeIterator() -> Iterator { fatalError() }
}
extension NSValue {
  public convenience init(range: NSRange) { fatalError() }
}
extension NSString: ExpressibleByStringLiteral {
  public required convenience init(stringLiteral value: StaticString) { fatalError() }
}
extension NSNumber: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  public required convenience init(integerLiteral value: Int) { fatalError() }
  public required convenience init(floatLiteral value: Double) { fatalError() }
  public required convenience init(booleanLiteral value: Bool) { fatalError() }
}
extension AnyHashable: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSObject { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSObject, result: inout AnyHashable?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSObject, result: inout AnyHashable?) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSObject?) -> AnyHashable { fatalError() }
}
open class PropertyListEncoder {
  open var outputFormat: PropertyListSerialization.PropertyListFormat
  open var userInfo: [CodingUserInfoKey: any Sendable]
  public init() { fatalError() }
  open func encode<Value: Encodable>(_ value: Value) throws -> Data { Data() }
}
open class PropertyListDecoder {
  public init() { fatalError() }
  open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { fatalError() }
}
extension NSRange: Hashable {
  public static func == (lhs: NSRange, rhs: NSRange) -> Bool { false }
  public func hash(into hasher: inout Hasher) {}
}

public struct Data: RandomAccessCollection, MutableCollection, RangeReplaceableCollection, Hashable, Codable, Sendable {
  public typealias Index = Int
  public init() {}
  public init<S: Sequence>(_ elements: S) where S.Element == UInt8 {}
  public init<SourceType>(buffer: UnsafeBufferPointer<SourceType>) {}
  public init<SourceType>(buffer: UnsafeMutableBufferPointer<SourceType>) {}
  public init(bytes: UnsafeRawPointer, count: Int) {}
  public init(referencing reference: __shared NSData) {}
  public var startIndex: Int { 0 }
  public var endIndex: Int { 0 }
  public subscript(index: Int) -> UInt8 { get { 0 } set {} }
  public subscript(bounds: Range<Int>) -> Data { get { self } set {} }
  public mutating func replaceSubrange<C: Collection>(_ range: Range<Int>, with elements: C) where C.Element == UInt8 {}
  public func withUnsafeBytes<ResultType>(
    _ body: (UnsafeRawBufferPointer) throws -> ResultType
  ) rethrows -> ResultType { fatalError() }
}
public struct Date: Hashable, Codable, Comparable, Sendable {
  public init() {}
  public init(timeIntervalSinceReferenceDate: TimeInterval) {}
  public var timeIntervalSinceReferenceDate: TimeInterval { 0 }
  public func timeIntervalSince(_ date: Date) -> TimeInterval { 0 }
  public static func < (lhs: Date, rhs: Date) -> Bool { false }
}
public typealias uuid_t = (
  UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8
)
public struct UUID: Hashable, Codable, Sendable {
  public init() {}
  public init(uuid: uuid_t) {}
  public var uuid: uuid_t { fatalError() }
  public var uuidString: String { "" }
}
public struct URL: Hashable, Codable, Sendable {
  public init?(string: __shared String) {}
  public init?(string: __shared String, relativeTo url: __shared URL?) {}
  public var relativeString: String { "" }
  public init(fileURLWithPath path: __shared String) {}
  public var absoluteString: String { "" }
  public var absoluteURL: URL { self }
  public var baseURL: URL? { nil }
  public var isFileURL: Bool { false }
  public var path: String { "" }
  public func path(percentEncoded: Bool = true) -> String { "" }
  public func withUnsafeFileSystemRepresentation<ResultType>(
    _ block: (UnsafePointer<Int8>?) throws -> ResultType
  ) rethrows -> ResultType { fatalError() }
}
extension Decimal: Hashable, Codable, Comparable, ExpressibleByIntegerLiteral, CustomStringConvertible {
  public static func == (lhs: Decimal, rhs: Decimal) -> Bool { false }
  public static func < (lhs: Decimal, rhs: Decimal) -> Bool { false }
  public func hash(into hasher: inout Hasher) {}
  public init(from decoder: any Decoder) throws { fatalError() }
  public func encode(to encoder: any Encoder) throws {}
  public init(integerLiteral value: Int) { fatalError() }
  public init(_ value: Double) { fatalError() }
  public init(_ value: UInt64) { fatalError() }
  public init(sign: FloatingPointSign, exponent: Int, significand: Decimal) { fatalError() }
  public init?(string: __shared String) { nil }
  public var description: String { "" }
  public var isNaN: Bool { false }
  public static var nan: Decimal { fatalError() }
}
@frozen public struct CGFloat: Hashable, Codable, Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  public var native: Double
  public init(_ value: Double) { native = value }
  public init(floatLiteral value: Double) { native = value }
  public init(integerLiteral value: Int) { native = 0 }
}
extension Double { public init(_ other: CGFloat) { self = other.native } }

extension StringProtocol {
  public func trimmingCharacters(in set: CharacterSet) -> String { "" }
}
extension CharacterSet {
  public static var controlCharacters: CharacterSet { CharacterSet() }
  public static var whitespaces: CharacterSet { CharacterSet() }
  public static var whitespacesAndNewlines: CharacterSet { CharacterSet() }
  public static var decimalDigits: CharacterSet { CharacterSet() }
  public static var letters: CharacterSet { CharacterSet() }
  public static var lowercaseLetters: CharacterSet { CharacterSet() }
  public static var uppercaseLetters: CharacterSet { CharacterSet() }
  public static var nonBaseCharacters: CharacterSet { CharacterSet() }
  public static var decomposables: CharacterSet { CharacterSet() }
  public static var alphanumerics: CharacterSet { CharacterSet() }
  public static var punctuationCharacters: CharacterSet { CharacterSet() }
  public static var illegalCharacters: CharacterSet { CharacterSet() }
  public static var capitalizedLetters: CharacterSet { CharacterSet() }
  public static var symbols: CharacterSet { CharacterSet() }
  public static var newlines: CharacterSet { CharacterSet() }
}
public class ProcessInfo: NSObject {
  public class var processInfo: ProcessInfo { fatalError() }
  public var physicalMemory: UInt64 { 0 }
}

public struct CharacterSet: Codable, Hashable, Sendable {
  public init() {}
  public init(bitmapRepresentation data: __shared Data) {}
  public init(charactersIn string: __shared String) {}
  public var inverted: CharacterSet { self }
}
public struct DateComponents: Codable, Hashable, Sendable {}
public struct DateInterval: Codable, Hashable, Sendable {
  public init() {}
  public init(start: Date, duration: TimeInterval) {}
}
public struct PersonNameComponents: Codable, Hashable, Sendable {}
public struct IndexSet: Codable, Hashable, Sendable {
  public init() {}
  public mutating func insert(integersIn range: Range<Int>) {}
}
public struct URLComponents: Codable, Hashable, Sendable {
  public init() {}
}
public struct IndexPath: Codable, Hashable, Sendable {}
public struct Locale: Codable, Hashable, Sendable {
  public init(identifier: String) {}
  public var identifier: String { "" }
}
public struct TimeZone: Codable, Hashable, Sendable {
  public init?(identifier: String) {}
}
public struct Calendar: Codable, Hashable, Sendable {}
extension CharacterSet: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSCharacterSet { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSCharacterSet, result: inout CharacterSet?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSCharacterSet, result: inout CharacterSet?) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSCharacterSet?) -> CharacterSet { fatalError() }
}
extension DateComponents: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSDateComponents { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSDateComponents, result: inout DateComponents?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSDateComponents, result: inout DateComponents?) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSDateComponents?) -> DateComponents { fatalError() }
}
extension DateInterval: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSDateInterval { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSDateInterval, result: inout DateInterval?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSDateInterval, result: inout DateInterval?) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSDateInterval?) -> DateInterval { fatalError() }
}
extension PersonNameComponents: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSPersonNameComponents { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSPersonNameComponents, result: inout PersonNameComponents?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSPersonNameComponents, result: inout PersonNameComponents?) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSPersonNameComponents?) -> PersonNameComponents { fatalError() }
}
extension IndexSet: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSIndexSet { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSIndexSet, result: inout IndexSet?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSIndexSet, result: inout IndexSet?) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSIndexSet?) -> IndexSet { fatalError() }
}
extension IndexPath: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSIndexPath { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSIndexPath, result: inout IndexPath?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSIndexPath, result: inout IndexPath?) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSIndexPath?) -> IndexPath { fatalError() }
}
extension Locale: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSLocale { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSLocale, result: inout Locale?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSLocale, result: inout Locale?) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSLocale?) -> Locale { fatalError() }
}
extension TimeZone: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSTimeZone { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSTimeZone, result: inout TimeZone?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSTimeZone, result: inout TimeZone?) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSTimeZone?) -> TimeZone { fatalError() }
}
extension Calendar: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSCalendar { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSCalendar, result: inout Calendar?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSCalendar, result: inout Calendar?) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSCalendar?) -> Calendar { fatalError() }
}
extension Data: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSData { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSData, result: inout Data?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSData, result: inout Data?) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSData?) -> Data { fatalError() }
}
extension Date: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSDate { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSDate, result: inout Date?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSDate, result: inout Date?) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSDate?) -> Date { fatalError() }
}
extension UUID: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSUUID { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSUUID, result: inout UUID?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSUUID, result: inout UUID?) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSUUID?) -> UUID { fatalError() }
}
extension URL: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSURL { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSURL, result: inout URL?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSURL, result: inout URL?) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSURL?) -> URL { fatalError() }
}
extension Decimal: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSDecimalNumber { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSDecimalNumber, result: inout Decimal?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSDecimalNumber, result: inout Decimal?) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSDecimalNumber?) -> Decimal { fatalError() }
}
extension CGFloat: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSNumber { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout CGFloat?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSNumber, result: inout CGFloat?) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> CGFloat { fatalError() }
}
extension NSRange: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSValue { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout NSRange?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout NSRange?) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> NSRange { fatalError() }
}
extension String: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSString { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSString, result: inout String?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSString, result: inout String?) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> String { fatalError() }
}
extension Array: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSArray { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSArray, result: inout Array?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSArray, result: inout Array?) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSArray?) -> Array { fatalError() }
}
extension Dictionary: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSDictionary { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSDictionary, result: inout Dictionary?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSDictionary, result: inout Dictionary?) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSDictionary?) -> Dictionary { fatalError() }
}
extension Set: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSSet { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSSet, result: inout Set?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSSet, result: inout Set?) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSSet?) -> Set { fatalError() }
}
extension Bool: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSNumber { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout Bool?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSNumber, result: inout Bool?) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> Bool { fatalError() }
}
extension Int: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSNumber { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout Int?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSNumber, result: inout Int?) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> Int { fatalError() }
}
extension UInt: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSNumber { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout UInt?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSNumber, result: inout UInt?) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> UInt { fatalError() }
}
extension Int8: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSNumber { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout Int8?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSNumber, result: inout Int8?) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> Int8 { fatalError() }
}
extension UInt8: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSNumber { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout UInt8?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSNumber, result: inout UInt8?) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> UInt8 { fatalError() }
}
extension Int16: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSNumber { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout Int16?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSNumber, result: inout Int16?) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> Int16 { fatalError() }
}
extension UInt16: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSNumber { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout UInt16?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSNumber, result: inout UInt16?) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> UInt16 { fatalError() }
}
extension Int32: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSNumber { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout Int32?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSNumber, result: inout Int32?) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> Int32 { fatalError() }
}
extension UInt32: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSNumber { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout UInt32?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSNumber, result: inout UInt32?) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> UInt32 { fatalError() }
}
extension Int64: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSNumber { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout Int64?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSNumber, result: inout Int64?) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> Int64 { fatalError() }
}
extension UInt64: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSNumber { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout UInt64?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSNumber, result: inout UInt64?) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> UInt64 { fatalError() }
}
extension Float: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSNumber { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout Float?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSNumber, result: inout Float?) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> Float { fatalError() }
}
extension Double: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSNumber { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout Double?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSNumber, result: inout Double?) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> Double { fatalError() }
}

public func _convertErrorToNSError(_ error: any Error) -> NSError { fatalError() }
public func _convertNSErrorToError(_ error: NSError?) -> any Error { fatalError() }

// For the samples.
open class FileWrapper: NSObject {
  public init(regularFileWithContents contents: Data) {}
  open var regularFileContents: Data? { nil }
}
public struct CocoaError: Error {
  public struct Code: Hashable, Sendable {}
  public init(_ code: CocoaError.Code, userInfo: [String: Any] = [:]) {}
}
extension CocoaError.Code {
  public static var fileReadCorruptFile: CocoaError.Code { fatalError() }
}
@MainActor open class UndoManager: NSObject {
  @preconcurrency public func registerUndo<TargetType>(
    withTarget target: TargetType, handler: @escaping @MainActor (TargetType) -> Void
  ) where TargetType: AnyObject {}
}
