internal import Foundation
internal import Stele

// The elements of a set, or the keys of a dictionary, which the collection finds by their hashes at insertion.
extension SteleKeyedUnarchiver {
  package func hashesContent(of object: AnyObject) -> Bool {
    // An object without a hash is refused later.
    guard let object = object as? NSObject, !FoundationContent.isFoundation(type(of: object)),
      HashableValues.isHashable(object)
    else { return true }
    #if canImport(ObjectiveC)
      let hash = #selector(getter: (any NSObjectProtocol).hash)
      return unsafe class_getMethodImplementation(type(of: object), hash)
        != class_getMethodImplementation(NSObject.self, hash)
    #else
      // This is the hash of NSObject, unless a class overrides it.
      return object.hash != ObjectIdentifier(object).hashValue
    #endif
  }

  /// Returns the elements with a hash that may change while objects are being made, and their hashes in the collection.
  private func changeable(_ elements: [AnyObject]) -> [(object: NSObject, hash: Int)] {
    var last: AnyClass?
    var isNative = false
    return elements.compactMap { element in
      guard let object = element as? NSObject else { return nil }
      if type(of: object) != last {
        last = type(of: object)
        isNative = NativeClass.of(object).map { !$0.isCollection } ?? false
      }
      guard !isNative, hashesContent(of: object) else { return nil }
      return (object, object.hash)
    }
  }

  /// Validates that a set can have some elements, or a dictionary some keys.
  ///
  /// - Throws: ``KeyedCodingError`` for the first unsuitable element or key.
  func validate(
    hashed elements: [AnyObject], as role: HashableValues.Role = .elements, _ key: String
  ) throws {
    try HashableValues.validate(
      elements, as: role, key, equalHashLimit: settings.equalHashLimit)
  }

  /// Checks that the elements of a set, or the keys of a dictionary, are different.
  ///
  /// When all objects are complete, it checks again that they have not changed.
  ///
  /// - Throws: ``KeyedCodingError`` for two equal elements, or, later, for an element that has changed.
  func check(_ elements: [AnyObject], count: Int, _ key: String) throws {
    guard count == elements.count else {
      throw KeyedCodingError(
        .equalElements, className: elements.first.map { CodingClass.name(of: type(of: $0)) } ?? "",
        key: key)
    }
    guard let keys else { return }
    let known = changeable(elements)
    guard !known.isEmpty else { return }
    // The graph decoder retains this closure until then, and self retains the graph decoder.
    keys.decoder.whenAllAreComplete { [unowned self] decoder in
      try self.with(decoder, keys.type) {
        guard let changed = known.first(where: { $0.object.hash != $0.hash }) else { return }
        throw KeyedCodingError(
          .hashedTooEarly, className: CodingClass.name(of: type(of: changed.object)), key: key)
      }
    }
  }
}
