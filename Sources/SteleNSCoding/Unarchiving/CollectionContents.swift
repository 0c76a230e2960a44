internal import Foundation

/// The classes in decoded collections, so that a request for objects of some classes need not visit
/// their elements each time.
struct CollectionContents {
  struct Content {
    /// The collection, retained so that its address is not reused.
    let collection: AnyObject
    /// The index of the element class list, see ``classes(_:)``.
    let kind: Int
    /// The elements that are collections themselves.
    let collections: [AnyObject]
  }

  /// The element class lists so far, usually few.
  private var kinds: [[AnyClass]] = []
  private var contents: [ObjectIdentifier: Content] = [:]

  /// The content of a collection when it was decoded, or nil if the unarchiver did not decode it.
  subscript(collection: AnyObject) -> Content? { contents[ObjectIdentifier(collection)] }

  /// Returns the element classes for a list index.
  func classes(_ kind: Int) -> [AnyClass] { kinds[kind] }

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
    let kind = kinds.firstIndex { $0.elementsEqual(classes) { $0 == $1 } }
    if kind == nil { kinds.append(classes) }
    contents[ObjectIdentifier(collection)] = Content(
      collection: collection, kind: kind ?? kinds.count - 1, collections: collections)
  }
}
