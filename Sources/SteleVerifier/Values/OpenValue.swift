/// A value that has begun and not ended: the explicit stack of a pass holds these instead of recursion.
struct OpenValue {
  enum Kind: UInt8 {
    /// Nothing is open.
    case none
    /// The keys of a record, struct or case.
    case body
    case plainList
    /// A list of structs or enums, all of one entry.
    case uniformList
    /// A list of structs or enums of several entries.
    case mixedList
    case set
    case map
    /// The content of an `any` value, whose type ends with it.
    case any
  }

  var kind: Kind
  /// The depth of the values in it, as rule L2 counts.
  var depth = 0
  /// The next key of a body; the number of elements, or of keys and values, that have begun.
  var next = 0
  /// The end of the keys; the number of elements, or of keys and values.
  var end = 0
  /// The node of the type of the elements, of a set or map its own; of `any` the number of nodes to keep.
  var type = 0
  /// The offset of the presence bytes of a body; of the last element of a set or key of a map.
  var start = 0
  /// The number of optional keys of a body so far.
  var optionalCount = 0
  /// Of a uniform or mixed list its place in ``ValuePass/structLists``; of a struct in such a list the same, else -1; of a
  /// set or map its place in ``ValuePass/elementTables``.
  var side = -1
}
