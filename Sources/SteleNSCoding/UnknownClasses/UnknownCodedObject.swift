public import Foundation
internal import Stele

/// An object of a class that the program does not have.
///
/// A ``SteleKeyedUnarchiver`` makes these objects if `SteleDecoder.unknownClasses` is `.keep`, and for names of classes that
/// ``SteleKeyedUnarchiver/setClass(_:forClassName:)-swift.method`` maps to this class:
///
///     var settings = SteleDecoder()
///     settings.unknownClasses = .keep
///     let unarchiver = try SteleKeyedUnarchiver(forReadingKeyedArchive: data, decoder: settings)
///     let window = unarchiver.decodeObject(of: UnknownCodedObject.self, forKey: "root")
///
/// If secure coding is required, the program must request them like objects of any other class. Their content may have all
/// classes that the program requests anywhere. They are filled when the initialisers of other objects have returned, so they
/// may refer to each other in any way. Objects in a cycle stay in memory until ``removeValues()`` is called on one of them.
/// ``SteleKeyedUnarchiver/unknownObjects`` lists all objects that an unarchiver has made.
///
/// A ``SteleKeyedArchiver`` writes them under the names of their classes, with the same keys and values, into archives of all
/// formats. Only a struct or an enum within one of them cannot be written: it is refused.
public final class UnknownCodedObject: NSObject, NSSecureCoding {
  /// Whether archives cannot substitute other objects; always true.
  public static var supportsSecureCoding: Bool { true }

  /// A key with the type and content of its value.
  struct Entry {
    /// The name of the key in the archive.
    let key: String
    /// The level of the class that had the key in the archive, counted from the topmost superclass.
    let level: Int
    /// The value, unless it is a weakly referenced object.
    var value: AnyValue
    let isWeak: Bool
    /// The weakly referenced object.
    weak var target: AnyObject?
  }

  /// The names of the class and its superclasses, the class first.
  public internal(set) var classNames: [String]

  private var entries: [Entry] = []
  /// Whether values are placed as by `NSKeyedArchiver`: numbers and bytes in the object, all other values outside.
  private var isOfKeyedArchive = false

  init(className: String) { classNames = [className] }

  /// The keys, by their names in the program, in order; values without keys have the names `$0` and so on.
  public var keys: [String] { entries.map { KeyName.unescaped($0.key) ?? $0.key } }

  /// The value of a key as an object, or nil when the key has none.
  public subscript(key: String) -> Any? {
    guard
      let entry = entries.last(where: { $0.key == key || KeyName.unescaped($0.key) == key })
    else { return nil }
    if entry.isWeak { return entry.target }
    return (try? entry.value.foundationValue(key)) ?? nil
  }

  /// Releases all values.
  public func removeValues() { entries = [] }

  /// Returns nil: only unarchivers make these objects.
  public init?(coder: NSCoder) {
    coder.failWithError(KeyedCodingError(.notSupported, className: "\(type(of: coder))"))
    return nil
  }

  /// Encodes the values under their original keys.
  public func encode(with coder: NSCoder) {
    guard let archiver = coder as? SteleKeyedArchiver else {
      return coder.failWithError(
        KeyedCodingError(.notSupported, className: "\(type(of: coder))"))
    }
    archiver.attempt {
      let all = archiver.keys
      defer { archiver.keys = all }
      for (index, entry) in entries.enumerated() {
        archiver.keys = all?.at(level: entry.level)
        let key = archiver.keyedArchive == nil ? entry.key : flatKey(index)
        if entry.isWeak {
          try archiver.put(conditional: entry.target, key)
        } else {
          try archiver.put(kept: entry.value, key, isInPlace: isOfKeyedArchive)
        }
      }
    }
  }

  /// Returns the key of an entry if all classes share one namespace: see ``PropertyName``.
  private func flatKey(_ index: Int) -> String {
    let entry = entries[index]
    guard entries[(index + 1)...].contains(where: { $0.key == entry.key }) else { return entry.key }
    let className = classNames[classNames.count - 1 - entry.level]
    return "\(className.split(separator: ".").last ?? "").\(entry.key)"
  }

  /// Reads all values that the archive has for the object.
  func fill(from unarchiver: SteleKeyedUnarchiver, _ decoder: ObjectDecoder) throws {
    classNames = decoder.classNames
    isOfKeyedArchive = unarchiver.isKeyedArchive
    // Any object may contain property lists.
    _ = try unarchiver.open().requests.propertyList
    let request = try unarchiver.elementRequest()
    let all = unarchiver.keys
    defer { unarchiver.keys = all }
    for level in 0..<(try decoder.levelCount) {
      let keys = try decoder.at(level: level)
      unarchiver.keys?.decoder = keys
      for key in try keys.names where !isOfKeyedArchive || key != "$class" {
        try add(key, level, from: unarchiver, isWeak: keys.isWeak(key), request)
      }
    }
  }

  private func add(
    _ key: String, _ level: Int, from unarchiver: SteleKeyedUnarchiver, isWeak: Bool,
    _ request: ObjectRequests.Entry
  ) throws {
    let value = try unarchiver.any(key, request) ?? .null
    entries.append(Entry(key: key, level: level, value: isWeak ? .null : value, isWeak: isWeak))
    guard isWeak else { return }
    let index = entries.count - 1
    if case .unfinished = value {
      unarchiver.unfinishedKeys.removeLast()
      try unarchiver.whenAllAreMade { [weak self] unarchiver in
        self?.setTarget(at: index, to: try unarchiver.any(key, request) ?? .null)
      }
    } else {
      setTarget(at: index, to: value)
    }
  }

  private func setTarget(at index: Int, to value: AnyValue) {
    guard entries.indices.contains(index), case .object(let object) = value else { return }
    entries[index].target = object
  }
}
