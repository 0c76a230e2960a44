internal import Foundation
internal import Stele

/// The requests of a program, one for each requested list of classes.
final class ObjectRequests {
  /// A list of classes, and the request for objects of them.
  final class Entry {
    let classes: AllowedClasses?
    let request: ObjectRequest
    /// The collections with validated content, retained so that their addresses are not reused.
    private var validated: [ObjectIdentifier: AnyObject] = [:]
    /// The indices of element class lists with only requested classes.
    private var admittedKinds: Set<Int> = []
    /// The requested classes with objects that contain no objects to check.
    ///
    /// The last class is kept separately, since the next object usually has the same class.
    private var plain: Set<ObjectIdentifier> = []
    private var lastPlain: ObjectIdentifier?

    init(_ classes: AllowedClasses?, _ request: ObjectRequest) {
      self.classes = classes
      self.request = request
    }

    /// Returns whether objects of a class, or values that represent them, are requested.
    func admits(_ type: AnyClass) -> Bool { classes?.admits(type) ?? true }

    /// Returns whether objects of a class may be in requested collections.
    func admits(inCollections type: AnyClass) -> Bool {
      classes?.admits(inCollections: type) ?? true
    }

    /// Validates that a collection and all nested collections contain only requested objects.
    ///
    /// The collection may have been made for another request, for other classes.
    ///
    /// - Throws: ``KeyedCodingError`` for the first object that was not requested.
    func validate(
      _ object: AnyObject, _ key: String, _ contents: CollectionContents, admitsUnknown: Bool,
      isInside: Bool = false
    ) throws {
      guard classes != nil, !isPlain(object) else { return }
      var isInside = isInside
      func admit(_ type: AnyClass) throws {
        let isAdmitted = isInside ? admits(inCollections: type) : admits(type)
        guard isAdmitted || admitsUnknown && type == UnknownCodedObject.self else {
          throw KeyedCodingError(
            .unexpectedClass, className: try CodingClass.runtimeName(of: type), key: key)
        }
      }
      var rest: [AnyObject] = [object]
      while let next = rest.popLast() {
        if isPlain(next) { continue }
        let type: AnyClass = CodingClass.recorded(for: next)
        try admit(type)
        isInside = true
        guard NativeClass.of(type)?.isCollection == true else {
          remember(next)
          continue
        }
        let content = contents[next]
        if let content, !admittedKinds.contains(content.kind) {
          for type in contents.classes(content.kind) { try admit(type) }
          if !admitsUnknown { admittedKinds.insert(content.kind) }
        }
        // Without collections among them, the elements have been validated by their classes.
        if content?.collections.isEmpty != true,
          validated.updateValue(next, forKey: ObjectIdentifier(next)) == nil
        {
          rest += content?.collections ?? Self.content(of: next)
        }
      }
    }

    /// Validates that the objects in a value, which is not an object itself, contain only requested objects.
    func validate(
      objectsIn value: AnyValue, _ key: String, _ contents: CollectionContents, admitsUnknown: Bool
    ) throws {
      guard classes != nil else { return }
      switch value {
      case .list(let elements), .set(let elements):
        for element in elements {
          try validate(objectsIn: element, key, contents, admitsUnknown: admitsUnknown)
        }
      case .map(let pairs):
        for pair in pairs {
          try validate(objectsIn: pair.key, key, contents, admitsUnknown: admitsUnknown)
          try validate(objectsIn: pair.value, key, contents, admitsUnknown: admitsUnknown)
        }
      case .object(let object):
        try validate(object, key, contents, admitsUnknown: admitsUnknown, isInside: true)
      default: break
      }
    }

    fileprivate func forgetExamined() { validated = [:] }

    private func isPlain(_ object: AnyObject) -> Bool {
      let type = ObjectIdentifier(type(of: object))
      if type == lastPlain { return true }
      guard plain.contains(type) else { return false }
      lastPlain = type
      return true
    }

    /// Records the class of a requested object that is not a collection.
    private func remember(_ object: AnyObject) {
      // Another object with the same type may report a different class.
      guard admits(type(of: object)) else { return }
      plain.insert(ObjectIdentifier(type(of: object)))
    }

    private static func content(of collection: AnyObject) -> [AnyObject] {
      switch collection {
      case let list as NSArray: NestedCollections.objects(of: list)
      case let set as NSSet: NestedCollections.objects(of: set)
      case let set as NSOrderedSet: NestedCollections.objects(of: set)
      case let map as NSDictionary: NestedCollections.objects(of: map)
      case let notification as NSNotification:
        [notification.object, notification.userInfo].compactMap { $0.map { $0 as AnyObject } }
      default: []
      }
    }
  }

  private let unarchiver: Unarchiver
  private var entries: [Entry] = []
  var contents = CollectionContents()
  /// The request for objects of any class.
  private(set) lazy var any = Entry(nil, ObjectRequest(unarchiver) { _ in true })
  private(set) lazy var propertyList = add(.propertyList)
  /// The request for objects in collections: objects with the classes of all other requests so far.
  ///
  /// When a collection is returned, a check ensures that its objects were requested for it.
  private(set) lazy var union = Entry(
    nil,
    ObjectRequest(unarchiver) { [unowned self] type in
      entries.contains { $0.admits(inCollections: type) }
    })

  /// The request for the content of Foundation's objects, which do not request everything that they archive.
  ///
  /// It admits the classes of all other requests so far, and the classes of which Foundation's objects consist.
  private(set) lazy var ofFoundation = Entry(
    nil,
    ObjectRequest(unarchiver) { [unowned self] type in
      FoundationContent.classes.admits(type) || entries.contains { $0.admits(inCollections: type) }
    })

  init(_ unarchiver: Unarchiver) { self.unarchiver = unarchiver }

  func entry(for type: AnyClass) -> Entry {
    for entry in entries {
      if let types = entry.classes?.types, types.count == 1, types[0] == type { return entry }
    }
    return add(AllowedClasses([type]))
  }

  subscript(classes: [AnyClass]) -> Entry {
    if let known = entries.first(where: { $0.classes?.isSame(as: classes) == true }) {
      return known
    }
    return add(AllowedClasses(classes))
  }

  func requested(where condition: (AnyClass) -> Bool) -> AnyClass? {
    for case let classes? in entries.map(\.classes) {
      if let type = classes.types.first(where: condition) { return type }
    }
    return nil
  }

  /// Forgets which collections have been validated.
  func forgetExamined() {
    for entry in entries { entry.forgetExamined() }
  }

  private func add(_ classes: AllowedClasses) -> Entry {
    // If an object may only be in collections, it is refused elsewhere after it has been made.
    let entry = Entry(classes, ObjectRequest(unarchiver) { classes.admits(inCollections: $0) })
    entries.append(entry)
    return entry
  }
}
