internal import Foundation
internal import Stele

/// The requests of a program, one for each list of classes that it asks for.
final class ObjectRequests {
  /// A list of classes, and the request for objects of them.
  final class Entry {
    let classes: AllowedClasses?
    let request: ObjectRequest
    /// The collections whose content has been looked through.
    private var examined: Set<ObjectIdentifier> = []

    init(_ classes: AllowedClasses?, _ request: ObjectRequest) {
      self.classes = classes
      self.request = request
    }

    /// Whether objects of a class, or values that stand for such, are asked for.
    func admits(_ type: AnyClass) -> Bool { classes?.admits(type) ?? true }

    /// Says that a collection has, as far as collections lead, nothing in it but what is asked for.
    ///
    /// It may have been made for another request, which asked for something else.
    ///
    /// - Throws: ``KeyedCodingError`` for the first object that was not asked for.
    func examine(_ object: AnyObject, _ key: String, admitsUnknown: Bool = false) throws {
      guard classes != nil else { return }
      var rest: [AnyObject] = [object]
      while let next = rest.popLast() {
        let type: AnyClass = CodingClass.recorded(for: next)
        guard admits(type) || admitsUnknown && type == UnknownCodedObject.self else {
          throw KeyedCodingError(
            .unexpectedClass, className: try CodingClass.runtimeName(of: type), key: key)
        }
        guard NativeClass.of(type)?.isCollection == true,
          examined.insert(ObjectIdentifier(next)).inserted
        else { continue }
        rest += Self.content(of: next)
      }
    }

    private static func content(of collection: AnyObject) -> [AnyObject] {
      switch collection {
      case let list as NSArray: list.map { $0 as AnyObject }
      case let set as NSSet: set.map { $0 as AnyObject }
      case let set as NSOrderedSet: set.array.map { $0 as AnyObject }
      case let map as NSDictionary:
        map.flatMap { [$0.key as AnyObject, $0.value as AnyObject] }
      default: []
      }
    }
  }

  private let unarchiver: Unarchiver
  private var entries: [Entry] = []
  /// The request for objects of any class.
  private(set) lazy var any = Entry(nil, ObjectRequest(unarchiver) { _ in true })
  /// The request for property lists.
  private(set) lazy var propertyList = add(.propertyList)
  /// The request for objects of the classes of all other requests so far, for what is in collections: whether they were asked
  /// for there is looked at when the collection is handed out.
  private(set) lazy var union = Entry(
    nil,
    ObjectRequest(unarchiver) { [unowned self] type in
      entries.contains { $0.admits(type) }
    })

  init(_ unarchiver: Unarchiver) { self.unarchiver = unarchiver }

  /// The request for objects of some classes.
  subscript(classes: [AnyClass]) -> Entry {
    if let known = entries.first(where: { $0.classes?.isSame(as: classes) == true }) {
      return known
    }
    return add(AllowedClasses(classes))
  }

  /// The first class of all requests that something holds for.
  func requested(where condition: (AnyClass) -> Bool) -> AnyClass? {
    for case let classes? in entries.map(\.classes) {
      if let type = classes.types.first(where: condition) { return type }
    }
    return nil
  }

  private func add(_ classes: AllowedClasses) -> Entry {
    let entry = Entry(classes, ObjectRequest(unarchiver) { classes.admits($0) })
    entries.append(entry)
    return entry
  }
}
