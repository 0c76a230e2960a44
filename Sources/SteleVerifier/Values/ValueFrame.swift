/// A value that has been begun: the explicit stack of the walk holds what recursion would.
struct ValueFrame {
  enum Kind {
    /// Below everything.
    case base
    /// The keys of a record, struct or case.
    case body
    case list
    /// A list of structs or enums of one entry.
    case uniform
    /// A list of structs or enums of several entries.
    case mixed
    case set
    case map
    /// An `any` value, whose type descriptor is to be forgotten behind it.
    case scope
  }

  var kind: Kind
  /// The depth of the values that it contains, as rule L2 counts.
  var depth = 0
  /// The next operation of a body; the number of the elements, or of keys and values, begun.
  var next = 0
  var end = 0
  /// The node of the type of the elements, of a map that of itself; in a scope the number of nodes
  /// to keep.
  var type = 0
  /// The entry of a uniform list.
  var entry = 0
  /// The first operation of a body.
  var first = 0
  /// Where the presence bytes of a body begin; where the entry number of a mixed list stands;
  /// where the last element of a set or key of a map begins.
  var start = 0
  /// The number of optional keys of a body that have been passed; for sets and maps the number of
  /// the table of elements.
  var bit = 0
  /// In a list of structs or enums, the first of its nested entries, and the one that is due.
  var nested = 0
  var nextNested = 0
  /// In the body of a struct at a nested place, or of an element, the index of the frame of the list, or -1.
  var list = -1
  /// The bytes of the element or key before, where their order counts.
  var previous = 0..<0
  /// Whether the elements of a mixed list have been found to be of several entries.
  var isMixed = false
}
