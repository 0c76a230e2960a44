internal import Foundation
internal import Stele
internal import SteleFoundation

/// A value of any type in an archive: a Swift value itself, or a reference to an object.
///
/// Swift values have no identity: a string, number or array is written in place. Collections that
/// nest deeper than types may are written as objects.
struct InlineValue: Encodable {
  private let content: any Encodable
  /// Whether the value is an object that is not archived, so that collections leave it out.
  let isGone: Bool

  /// Converts a value within a number of enclosing collections.
  ///
  /// The closure returns the reference to an object, given the number of collections that enclose it. It is called in the
  /// order of the objects.
  ///
  /// - Throws: ``KeyedCodingError`` when the value cannot be encoded.
  init(_ value: Any, depth: Int, _ reference: (AnyObject, Int) throws -> AnyReference) throws {
    content = try Self.encodable(of: value, depth: depth, reference)
    isGone = type(of: value) is AnyClass && (content as? AnyReference)?.object == nil
  }

  /// Makes a value of its encodable form.
  init(content: any Encodable) {
    self.content = content
    isGone = false
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(content)
  }

  /// Returns whether a value is an optional without content.
  static func isNil(_ value: Any) -> Bool {
    var value = value
    while let optional = value as? any OptionalContent {
      guard let content = optional.content else { return true }
      value = content
    }
    return false
  }

  /// Returns the encodable form of a list, without elements that are not archived; see ``init(_:depth:_:)``.
  ///
  /// - Throws: ``KeyedCodingError`` when an element cannot be encoded.
  static func encodable(
    ofList list: [Any], depth: Int, _ reference: (AnyObject, Int) throws -> AnyReference
  ) throws -> any Encodable {
    guard list.allSatisfy({ Swift.type(of: $0) is AnyClass }) else {
      return Self.list(of: try list.map { try InlineValue($0, depth: depth, reference) })
    }
    let references = try list.map { try reference($0 as AnyObject, depth) }
    return references.allSatisfy { $0.object != nil }
      ? references : references.filter { $0.object != nil }
  }

  /// Returns the encodable form of a list of values, without values that are not archived.
  static func list(of elements: [InlineValue]) -> any Encodable {
    let elements = elements.contains(where: \.isGone) ? elements.filter { !$0.isGone } : elements
    if let strings: [String] = contents(of: elements) { return strings }
    if let references: [AnyReference] = contents(of: elements) { return references }
    return elements
  }

  /// Returns the contents of values if all have the same type, or nil.
  private static func contents<Content>(of elements: [InlineValue]) -> [Content]? {
    var contents: [Content] = []
    for element in elements {
      guard let content = element.content as? Content else { return nil }
      if contents.isEmpty { contents.reserveCapacity(elements.count) }
      contents.append(content)
    }
    return contents
  }

  static func encodable(
    of value: Any, depth: Int = 0, _ reference: (AnyObject, Int) throws -> AnyReference
  ) throws -> any Encodable {
    let type = Swift.type(of: value)
    if type == String.self, let string = value as? String { return string }
    if type is AnyClass { return try reference(value as AnyObject, depth) }
    // A cast would unwrap an optional, and convert its object.
    if let optional = value as? any OptionalContent {
      guard let value = optional.content else { return AnyReference(nil) }
      return try encodable(of: value, depth: depth, reference)
    }
    if let scalar = scalar(value) { return scalar }
    // A cast would convert mutable strings.
    if type == [String].self, let strings = value as? [String] { return strings }
    if depth == NestedCollections.depthLimit, let deep = DeepCollection(value) {
      return try reference(deep, depth)
    }
    let depth = depth + 1
    if let list = value as? [Any] {
      guard !list.isEmpty else { return [String]() }
      return try encodable(ofList: list, depth: depth, reference)
    }
    if let map = value as? [AnyHashable: Any] {
      try HashableValues.validate(writing: map.keys.map(\.base), as: .keys, "")
      // The keys are written before the values, as in a Foundation dictionary.
      let keys = try map.map {
        InlineKey(key: $0.key, value: try InlineValue($0.key.base, depth: depth, reference))
      }
      let values = try map.map { try InlineValue($0.value, depth: depth, reference) }
      return Dictionary(
        uniqueKeysWithValues: zip(keys, values).filter { !$0.0.isGone && !$0.1.isGone })
    }
    if let set = value as? Set<AnyHashable> {
      try HashableValues.validate(writing: set.map(\.base), "")
      let elements = try set.map {
        InlineKey(key: $0, value: try InlineValue($0.base, depth: depth, reference))
      }
      return Set(elements.filter { !$0.isGone })
    }
    let object = (value as? URL)?.object ?? value as AnyObject
    guard CodingClass.isCoded(Swift.type(of: object)) else {
      throw KeyedCodingError(.notCoding, className: String(describing: type))
    }
    return try reference(object, depth)
  }

  /// Returns a value if archives have a type for it, or nil.
  private static func scalar(_ value: Any) -> (any Encodable)? {
    switch value {
    case let value as any FixedWidthInteger & Encodable: value
    case let value as Bool: value
    case let value as Double: value
    case let value as Float: value
    case let value as CGFloat: Double(value)
    case let value as Data: value
    case let value as Date: value
    case let value as UUID: value
    case let value as Decimal: value
    default: nil
    }
  }
}

/// A key of a dictionary, or an element of a set.
struct InlineKey: Hashable, Encodable {
  let key: AnyHashable
  let value: InlineValue

  var isGone: Bool { value.isGone }

  static func == (left: InlineKey, right: InlineKey) -> Bool { left.key == right.key }

  func hash(into hasher: inout Hasher) { hasher.combine(key) }

  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

/// An optional of any type.
protocol OptionalContent {
  var content: Any? { get }
}

extension Optional: OptionalContent {
  var content: Any? { self }
}
