public import Stele
import SteleModel

/// A place in an archive, found by an `ArchivePath`, and its value.
public struct ArchivePlace: Sendable {
  /// The part of an archive that contains a place.
  @nonexhaustive
  public enum Holder: Hashable, Sendable {
    /// The root with a name.
    case root(String)
    /// The item of the metadata with a name.
    case metadata(String)
    /// The object with a number.
    case object(Int)
  }

  /// The root, item or object that contains the value.
  public internal(set) var holder: Holder
  /// The type of the value; for an object, a reference to its class.
  public internal(set) var type: ArchiveTypeDescriptor
  /// The value; for an object, a reference to it; nil if an optional key is absent.
  public internal(set) var value: ArchiveValue?
  /// The positions of the parts on the way from the holder to the value, in the containers around them; empty for an object
  /// itself.
  ///
  /// Keys and values of a map are counted in turn; the content of an optional or an `any` value has position 0.
  var positions: [Int] = []

  /// Whether the place is an object itself, which no value can replace.
  public var isObject: Bool {
    if case .object = holder { positions.isEmpty } else { false }
  }

  /// The number of the object, if the place is an object or a reference to one.
  public var objectNumber: Int? {
    if case .reference(let number)? = value?.innermost { number } else { nil }
  }
}

/// The reason why a path cannot be resolved.
public struct ArchivePathFailure: Error, Hashable, Sendable {
  /// A reason.
  @nonexhaustive
  public enum Reason: Hashable, Sendable {
    /// No root and no class has the name.
    case noRoot(String)
    /// The metadata has no item with the name.
    case noItem(String)
    /// No object has the number.
    case noObject(Int, count: Int)
    /// The class, struct or case of an enum has no key with the name.
    case noKey(String, of: String)
    /// The list, set or map has fewer parts.
    case noElement(Int, count: Int)
    /// The map does not have the key.
    case noMapKey(String)
    /// The value has no parts that the step could reach; the type is in words.
    case noParts(type: String)
    /// The value is nil, or its key is absent.
    case isNil
    /// The path means all objects of a class, not one value.
    case isClass(String)
  }

  /// The reason.
  public let reason: Reason
  /// The longest part of the path, from its beginning, that can be resolved; may be empty.
  public let path: String
  /// The most similar existing name, or nil.
  public let suggestion: String?

  package init(reason: Reason, path: String, suggestion: String?) {
    self.reason = reason
    self.path = path
    self.suggestion = suggestion
  }
}

extension ArchivePathFailure: CustomStringConvertible {
  /// A sentence without its full stop.
  public var description: String {
    let place = path.isEmpty ? "" : "\(path.shortened(to: 240)): "
    return place + reason.text + (suggestion.map { "; did you mean \($0.shortened())?" } ?? "")
  }
}

extension ArchivePathFailure.Reason {
  fileprivate var text: String {
    switch self {
    case .noRoot(let name): "there is no root or class \(name.quoted)"
    case .noItem(let name): "the metadata has no item \(name.quoted)"
    case .noObject(let number, let count):
      "there is no object \(number); the archive has \(count)"
    case .noKey(let name, let owner): "\(owner.shortened()) has no key \(name.quoted)"
    case .noElement(let index, let count): "there is no element \(index); there are \(count)"
    case .noMapKey(let key): "the map has no key \(key.quoted)"
    case .noParts(let type): "a value of type \(type) has no such part"
    case .isNil: "the value is nil"
    case .isClass(let name): "the path leads to all objects of the class \(name.quoted)"
    }
  }
}

extension String {
  /// Returns the most similar of some names, which may come from an archive.
  ///
  /// It ignores long names, and all names after the first thousand, since a comparison takes time in the product of the
  /// lengths.
  package func suggestion(among names: some Sequence<String>) -> String? {
    guard utf8.count <= 64 else { return nil }
    return nearest(among: names.prefix(1000).filter { $0.utf8.count <= 64 })
  }
}
