internal import Foundation
internal import SteleKeyedArchive

/// The form of objects of Foundation's classes in the lists of `NSKeyedArchiver`, if the coding methods of the class cannot
/// write that form to another archiver.
enum NativeForm {
  /// A member of `$objects` that is not a record.
  case bare(PropertyListGraph.Node)
  case record((KeyedArchiveOutput) throws -> Void)

  /// The classes under which Apple's systems archive decimal numbers.
  static let decimalNumberClasses = [
    "NSDecimalNumberPlaceholder", "NSDecimalNumber", "NSNumber", "NSValue", "NSObject",
  ]

  /// Finds the form of an object of a recorded class; nil if the class writes itself.
  init?(_ object: AnyObject, _ type: AnyClass) {
    guard let native = NativeClass.of(type) else { return nil }
    switch object {
    case let text as NSString:
      self = Self.string(text as String, isMutable: type == NSMutableString.self)
    case let data as NSData where type != NSMutableData.self:
      self = .bare(.data([UInt8](data.contiguousCopy)))
    case let number as NSDecimalNumber:
      self = .record { try DecimalRecord.write(number.decimalValue, to: $0) }
    case let number as NSNumber:
      guard let node = try? KeyedArchiveOutput.number(number.scalar) else { return nil }
      self = .bare(node)
    case let set as NSCountedSet: self = Self.countedSet(set)
    case let set as NSOrderedSet: self = Self.orderedSet(NestedCollections.elements(of: set))
    case let map as NSDictionary:
      self = .record { try $0.put(pairs: NestedCollections.hashedPairs(of: map, "NS.keys")) }
    case is NSData, is NSArray, is NSSet, is NSError, is NSIndexSet, is NSURL:
      self = .record { try native.encode(object, $0.archiver) }
    default: return nil
    }
  }

  private static func string(_ text: String, isMutable: Bool) -> NativeForm {
    // As a bare string, this text would mean nil.
    guard isMutable || text == MappedName.null else { return .bare(.string(text)) }
    return .record { try $0.put(.string(text), "NS.string") }
  }

  private static func orderedSet(_ elements: [Any]) -> NativeForm {
    .record { output in
      try HashableValues.validate(writing: elements, "NS.objects")
      let uids = try elements.compactMap { try output.uid(ofElement: $0) }
      for (place, uid) in uids.enumerated() {
        try output.put(.uid(UInt64(uid)), "NS.object.\(place)")
      }
    }
  }

  private static func countedSet(_ set: NSCountedSet) -> NativeForm {
    let all = NestedCollections.elements(of: set)
    return .record { output in
      try HashableValues.validate(writing: all, "NS.objects")
      let known = try zip(all, all.map { try output.uid(ofElement: $0) }).filter { $0.1 != nil }
      try output.put(.integer(Int128(known.count)), "NS.count")
      for (place, (element, uid)) in known.enumerated() {
        try output.put(.uid(UInt64(uid ?? 0)), "NS.object\(place)")
        try output.put(.integer(Int128(set.count(for: element))), "NS.count\(place)")
      }
    }
  }
}
