public import Foundation
internal import Stele

/// An `NSCoding` class of which all stored properties are archived, those of its subclasses as well, without a line for each of
/// them.
///
///     class Account: NSObject, PropertyCoding {
///       var owner = ""
///       var balance = 0.0
///       required override init() {}
///     }
///
/// The key of a property is its name; a class that is `ArchiveDeclaring` says there what it was called before. A property that an
/// archive does not have keeps the value that `init()` gives it, and keys for which there is no property are passed over, so
/// properties may be added and removed.
///
/// Objects are made by `init()` and filled afterwards, so they may refer to each other in any way. Observers of properties
/// are not called.
///
/// Left out are computed and lazy properties, those that are marked `Transient`, and those that an object leaves out by
/// itself: see `PropertySelecting`. Constants are written, and keep the value that `init()` gives them. A property may be of a
/// `Codable` type, of an `NSCoding` class, an optional of these, or an array, dictionary or set of such. In the place of a weak
/// or unowned property there has to be a ``ConditionalReference`` or a `TransientReference`, since the runtime does not tell
/// how it is stored. Any other class is refused with a `DeclarationFlaw` that names the property.
///
/// A class that has more to decode than its properties conforms to ``SecondPhaseDecoding``; an `init(coder:)` of its own is
/// not called.
///
/// Only the coders of this module can do it.
public protocol PropertyCoding: NSObject, NSSecureCoding {
  /// Makes an object that has not been filled.
  init()
}

extension PropertyCoding {
  /// Whether archives cannot put objects of other classes in the place of those that the properties say, which is so.
  public static var supportsSecureCoding: Bool { true }

  /// Encodes all stored properties.
  public func encode(with coder: NSCoder) {
    guard let archiver = coder as? SteleKeyedArchiver else {
      return coder.failWithError(
        KeyedCodingError(.notSupported, className: "\(type(of: coder))"))
    }
    guard !archiver.isProbe else { return archiver.noteDefault() }
    archiver.attempt { try archiver.writeProperties(of: self, CodedProperties.shared(for: self)) }
  }

  /// Makes an object, and decodes all stored properties.
  public init?(coder: NSCoder) {
    self.init()
    guard let unarchiver = coder as? SteleKeyedUnarchiver else {
      coder.failWithError(KeyedCodingError(.notSupported, className: "\(type(of: coder))"))
      return nil
    }
    _ = unarchiver.attempt { try unarchiver.fill(self) }
  }
}
