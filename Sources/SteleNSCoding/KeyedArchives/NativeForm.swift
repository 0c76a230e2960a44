internal import Foundation
internal import SteleKeyedArchive

/// The form of objects of Foundation's own classes in the lists of `NSKeyedArchiver`, for classes
/// whose own coding cannot write it to another archiver.
enum NativeForm {
  /// A member of `$objects` that is no record.
  case bare(PropertyListGraph.Node)
  /// A record with some keys.
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
    case let data as NSData:
      let node = PropertyListGraph.Node.data([UInt8](data.contiguousCopy))
      self = type == NSMutableData.self ? .record { try $0.put(node, "NS.data") } : .bare(node)
    case let number as NSDecimalNumber: self = Self.decimal(number.decimalValue)
    case let number as NSNumber: self = .bare(number.propertyListNode)
    case let set as NSCountedSet: self = Self.countedSet(set)
    case let set as NSSet:
      let elements = set.map { $0 }
      self = .record { try $0.put(hashed: elements, "NS.objects") }
    case let set as NSOrderedSet: self = Self.orderedSet(set.array)
    case let list as NSArray:
      let elements = NestedCollections.elements(of: list)
      self = .record { try $0.put(elements: elements, "NS.objects") }
    case let map as NSDictionary:
      self = .record { try $0.put(pairs: NestedCollections.hashedPairs(of: map, "NS.keys")) }
    case is NSError, is NSIndexSet, is NSURL:
      self = .record { try native.encode(object, $0.archiver) }
    default: return nil
    }
  }

  private static func string(_ text: String, isMutable: Bool) -> NativeForm {
    // As a bare string this text means nil.
    guard isMutable || text == MappedName.null else { return .bare(.string(text)) }
    return .record { try $0.put(.string(text), "NS.string") }
  }

  private static func orderedSet(_ elements: [Any]) -> NativeForm {
    .record { output in
      try HashableValues.validate(writing: elements, "NS.objects")
      var count = 0
      for element in elements {
        guard let uid = try output.uid(ofElement: element) else { continue }
        try output.put(.uid(UInt64(uid)), "NS.object.\(count)")
        count += 1
      }
    }
  }

  private static func countedSet(_ set: NSCountedSet) -> NativeForm {
    let all = set.map { $0 }
    return .record { output in
      try HashableValues.validate(writing: all, "NS.objects")
      try output.put(.integer(Int128(all.count)), "NS.count")
      var count = 0
      for element in all {
        guard let uid = try output.uid(ofElement: element) else { continue }
        try output.put(.uid(UInt64(uid)), "NS.object\(count)")
        try output.put(.integer(Int128(set.count(for: element))), "NS.count\(count)")
        count += 1
      }
      if count < all.count { try output.put(.integer(Int128(count)), "NS.count") }
    }
  }

  private static func decimal(_ value: Decimal) -> NativeForm {
    .record { output in
      guard let record = DecimalRecord(value) else {
        throw KeyedCodingError(.notSupported, className: "NSDecimalNumber")
      }
      try record.write(to: output)
    }
  }
}

extension NSNumber {
  /// The number as a node of a property list, of the same kind as far as lists distinguish kinds.
  fileprivate var propertyListNode: PropertyListGraph.Node {
    switch kind {
    case .bool: .bool(boolValue)
    case .single: .real32(floatValue)
    case .double, .decimal: .real64(doubleValue)
    case .unsigned: .integer(Int128(uint64Value))
    case .int8, .int16, .int32, .signed: .integer(Int128(int64Value))
    }
  }
}
