internal import Foundation

/// The classes in decoded collections, so that a request for objects of some classes need not visit
/// their elements each time.
struct CollectionContents {
  /// The content of a collection.
  struct Content {
    /// The collection, kept so that its address is not reused.
    let collection: AnyObject
    /// The number of the list of the classes of all elements, see ``classes(_:)``.
    let kind: Int
    /// The elements that are collections themselves.
    let collections: [AnyObject]
  }

  /// The lists of classes of the collections so far, usually few.
  private var kinds: [[AnyClass]] = []
  private var contents: [ObjectIdentifier: Content] = [:]

  /// The content of a collection when it was decoded, or nil if the unarchiver did not decode it.
  subscript(collection: AnyObject) -> Content? { contents[ObjectIdentifier(collection)] }

  /// Returns the classes of the elements of collections of a kind.
  func classes(_ kind: Int) -> [AnyClass] { kinds[kind] }

  /// Records the content of a collection.
  mutating func remember(_ elements: [AnyObject], in collection: AnyObject) {
    var last: AnyClass?
    var classes: [AnyClass] = []
    var collections: [AnyObject] = []
    var isCollection = false
    for element in elements {
      let type: AnyClass = type(of: element)
      if type != last {
        last = type
        let recorded: AnyClass = CodingClass.recorded(for: element)
        isCollection = NativeClass.of(recorded)?.isCollection ?? false
        if !classes.contains(where: { $0 == recorded }) { classes.append(recorded) }
      }
      if isCollection { collections.append(element) }
    }
    let kind = kinds.firstIndex { AllowedClasses($0).isSame(as: classes) }
    if kind == nil { kinds.append(classes) }
    contents[ObjectIdentifier(collection)] = Content(
      collection: collection, kind: kind ?? kinds.count - 1, collections: collections)
  }
}
