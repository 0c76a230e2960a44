internal import Foundation
internal import Stele

/// The keys of an object while a superclass that is coded by hand reads its own.
struct KeysByHand {
  /// The keys of all levels.
  let all: ObjectDecoder
  /// The properties of the lower classes, which read their keys themselves.
  var propertyNames: Set<String> = []
  /// The keys that the superclass has requested so far.
  var askedNames: Set<String> = []
}

extension SteleKeyedUnarchiver {
  /// Returns the decoder that has a key of the current object: the decoder of all levels, if the key has moved up to a class
  /// coded by hand.
  func decoder(for key: String) throws -> ObjectDecoder? {
    guard let own = keys?.decoder, let all = keysByHand?.all else { return keys?.decoder }
    keysByHand?.askedNames.insert(key)
    if keysByHand?.propertyNames.contains(key) == true { return own }
    return try own.contains(key) ? own : all
  }
}
