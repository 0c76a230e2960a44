internal import Foundation

/// What was found in the collections that have been decoded, so that a request for objects of some classes need not go
/// through their elements each time.
struct CollectionContents {
  /// What a collection has.
  struct Content {
    /// The collection, which is kept so that no other one can have its address.
    let collection: AnyObject
    /// The number of the list of the classes of all elements, see ``classes(_:)``.
    let kind: Int
    /// The elements that are collections themselves.
    let collections: [AnyObject]
  }

  /// The lists of classes that collections have had so far: mostly few.
  private var kinds: [[AnyClass]] = []
  private var contents: [ObjectIdentifier: Content] = [:]

  /// What a collection had when it was decoded, or nil when it has been made by something else.
  subscript(collection: AnyObject) -> Content? { contents[ObjectIdentifier(collection)] }

  /// The classes of the elements of collections of a kind.
  func classes(_ kind: Int) -> [AnyClass] { kinds[kind] }

  /// Takes down what a collection has.
  mutating func note(_ elements: [AnyObject], in collection: AnyObject) {
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
