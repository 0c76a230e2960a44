/// A container that is being examined.
struct CheckFrame: BitwiseCopyable, Sendable {
  enum Kind: UInt8 {
    /// One value, which no container holds.
    case whole
    /// The keys of a record, level by level.
    case record
    /// The keys of a struct or of a case of an enum.
    case body
    /// The structs of a uniform list, with the keys of the one that is due.
    case elements
    /// The enums of a uniform list.
    case cases
    /// A list of values one after another.
    case list
    /// A list of structs or enums that bring their entry numbers along.
    case mixedList
    case set
    case map
  }

  let kind: Kind
  /// The depth at which the parts stand.
  let depth: Int
  /// The part that is due, of those up to `end`: a place among all keys, or among the parts.
  ///
  /// A pair of a map has two parts.
  var next = 0
  var end = 0
  /// The offset of the presence bytes, and the number of the bit that is due.
  var presence = 0
  var bit = 0
  /// In a uniform list of structs, which one is due, and how many there are; in a record, which level.
  var position = 0
  var count = 0
  /// The place of the body, and the number of the entry that it belongs to.
  var body = 0
  var entry = 0
  /// The place of the form of the parts, or of the keys of a map and of its values.
  var type = 0
  var second = 0
  /// How many forms there are that parts may need, when another `any` value is read.
  var typeCount = 0
  /// The offset of an element of a set or a key of a map, or of the mark of a mixed list.
  var partOffset = 0
  /// The place of what has been seen in a set or map.
  var set = 0
  /// The list of structs or enums that is open here, or that the struct stands in at a nested place; -1 if there is none, and
  /// in a uniform list without nested entry numbers.
  var list = -1

  init(_ kind: Kind, depth: Int) {
    self.kind = kind
    self.depth = depth
  }
}

/// The entry numbers of the elements of a list of structs or enums, and of the structs at nested places in them: those
/// that stand in front of a uniform list, or those of the first element of a mixed one.
///
/// The number of an element comes first, followed by those in it as they are met.
///
/// Spec §3.5.
struct ListEntries: BitwiseCopyable, Sendable {
  /// The place of the first number.
  let first: Int
  /// The place of the number that is due in the current element.
  var next: Int
  let isUniform: Bool
  /// Whether an element of a mixed list has been found to differ from the first one.
  var isMixed = false
}
