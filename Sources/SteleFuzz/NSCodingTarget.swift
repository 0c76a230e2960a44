import Foundation
import Stele
import SteleKeyedArchive
import SteleModel
import SteleNSCoding
import TestSupport

/// The target that decodes archives as objects of `NSCoding` classes, and encodes the decoded objects.
///
/// An input is an archive, whose checks are corrected, a property list, or payloads as in ``PayloadInput``.
enum NSCodingTarget {
  static func run(_ bytes: [UInt8]) {
    if bytes.starts(with: Array("bplist00".utf8)) || bytes.first == UInt8(ascii: "<") {
      for isSecure in [true, false] {
        decode(keyedArchive: bytes, isSecure: isSecure)
        CodedRecord.separate()
      }
      return
    }
    let archive =
      bytes.starts(with: ChunkAssembler.signature)
      ? ArchiveTarget.reseal(bytes) ?? bytes : PayloadInput.archive(from: bytes)
    for isSecure in [true, false] {
      decode(archive, isSecure: isSecure)
      CodedRecord.separate()
    }
  }

  /// Returns whether an input names classes whose objects leak memory in Foundation on Linux, whatever decodes them:
  /// attributed strings, and the types of values.
  static func losesMemory(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    return ["AttributedString", "CheckingResult", "NSValue", "ConcreteValue", "SpecialValue"]
      .contains { text.contains($0) }
  }

  /// The allowed classes.
  private static let classes: [AnyClass] = [
    CodedNode.self, CodedRecord.self, NSString.self, NSNumber.self, NSData.self, NSArray.self,
    NSDictionary.self, NSSet.self, NSOrderedSet.self, NSDate.self, NSNull.self, NSURL.self,
    NSUUID.self, NSValue.self, NSAttributedString.self, NSIndexSet.self, NSIndexPath.self,
    NSCharacterSet.self, NSLocale.self, NSTimeZone.self, NSError.self, NSDateComponents.self,
    NSCalendar.self, NSURLQueryItem.self, NSPersonNameComponents.self, NSDateInterval.self,
    NSRegularExpression.self, Unit.self, UnitConverter.self, NSMeasurement.self,
    UnknownCodedObject.self,
  ]

  private static func decode(_ archive: [UInt8], isSecure: Bool) {
    guard let unarchiver = try? SteleKeyedUnarchiver(forReadingFrom: Data(archive)),
      let names = try? Unarchiver(archive).rootNames
    else { return }
    pass(on: names, of: unarchiver, isSecure: isSecure, to: [.stele])
  }

  /// Decodes a keyed archive, with opaque objects for unknown classes.
  private static func decode(keyedArchive bytes: [UInt8], isSecure: Bool) {
    var settings = SteleDecoder()
    settings.unknownClasses = .keep
    guard let names = try? ArchiveGraph(keyedArchive: bytes).roots.map(\.name),
      let unarchiver = try? SteleKeyedUnarchiver(
        forReadingKeyedArchive: Data(bytes), decoder: settings)
    else { return }
    unarchiver.setClass(CodedValue.self, forClassName: "Value")
    for name in names.prefix(2) { _ = unarchiver.decodeDecodable(CodedValue.self, forKey: name) }
    pass(
      on: names, of: unarchiver, isSecure: isSecure,
      to: [.stele, .binaryKeyedArchive, .xmlKeyedArchive])
    // Otherwise cycles of opaque objects would never be released.
    for object in unarchiver.unknownObjects { object.removeValues() }
  }

  /// Decodes roots, and encodes the decoded objects.
  private static func pass(
    on names: [String], of unarchiver: SteleKeyedUnarchiver, isSecure: Bool,
    to formats: [SteleKeyedArchiver.OutputFormat]
  ) {
    unarchiver.requiresSecureCoding = isSecure
    unarchiver.setClass(CodedNode.self, forClassName: "Node")
    unarchiver.setClass(CodedRecord.self, forClassName: "Record")
    let archivers = formats.map {
      SteleKeyedArchiver(requiringSecureCoding: isSecure, outputFormat: $0)
    }
    for name in names.prefix(4) {
      let object =
        isSecure
        ? unarchiver.decodeObject(of: classes, forKey: name) : unarchiver.decodeObject(forKey: name)
      _ = unarchiver.decodeInteger(forKey: name)
      _ = unarchiver.decodeDouble(forKey: name)
      for archiver in archivers { archiver.encode(object, forKey: name) }
    }
    unarchiver.finishDecoding()
    for archiver in archivers { _ = archiver.encodedData }
  }
}

/// A node of a graph.
private final class CodedNode: NSObject, NSSecureCoding, SecondPhaseDecoding {
  static var supportsSecureCoding: Bool { true }
  private let value: Int
  private let next: CodedNode?
  private let children: [CodedNode]
  private let content: Any?
  private weak var parent: CodedNode?

  init?(coder: NSCoder) {
    value = coder.decodeInteger(forKey: "value")
    next = coder.decodeObject(of: CodedNode.self, forKey: "next")
    children =
      coder.decodeObject(of: [NSArray.self, CodedNode.self], forKey: "children") as? [CodedNode]
      ?? []
    content = coder.decodeObject(
      of: [NSString.self, NSNumber.self, NSDictionary.self, NSDate.self], forKey: "content")
    _ = coder.decodeObject()
    _ = coder.decodeData()
  }

  func encode(with coder: NSCoder) {
    coder.encode(value, forKey: "value")
    coder.encode(next, forKey: "next")
    coder.encode(children, forKey: "children")
    coder.encode(content, forKey: "content")
    coder.encodeConditionalObject(parent, forKey: "parent")
    coder.encode(value as Any)
    coder.encode(Data())
  }

  func finishDecoding(with coder: SteleKeyedUnarchiver) {
    parent = coder.decodeObject(of: CodedNode.self, forKey: "parent")
  }
}

/// An object of a class without `NSCoding`.
private final class CodedValue: Codable {
  var name: String?
  var count: Int?
  var list: [String]?
  var map: [String: Double]?
  var date: Date?
  @BackReference var parent: CodedValue?
  @LateReference var children: [CodedValue]
}

/// A record whose properties are archived without code for each.
private final class CodedRecord: NSObject, PropertyCoding {
  var name = ""
  var count: Int8 = 0
  var ratio: Float?
  var words: [String: [Int]] = [:]
  var date: Date?
  var partner: CodedRecord?
  var nodes: Set<CodedNode> = []

  // Safe: inputs are run one after the other, on one thread.
  private nonisolated(unsafe) static var made: [CodedRecord] = []

  required override init() {
    super.init()
    // All records are kept until `separate()` breaks their cycles, which would never be released otherwise.
    unsafe Self.made.append(self)
  }

  /// Breaks all cycles.
  static func separate() {
    for record in unsafe made { record.partner = nil }
    unsafe made = []
  }
}
