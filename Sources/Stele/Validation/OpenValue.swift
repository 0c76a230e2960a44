/// A container that a ``ValueInterpreter`` is in, and where in it.
struct OpenValue: BitwiseCopyable, Sendable {
  enum Kind: UInt8 {
    /// One value, which no container holds.
    case whole
    /// The keys of a record, level by level, and those of the records after it.
    case record
    /// The keys of a struct or of a case of an enum.
    case body
    /// The structs or enums of a uniform list, with the keys of the current one.
    case elements
    /// A list of values one after another.
    case list
    /// A list of structs or enums that each begin with their entry numbers.
    case mixedList
    case set
    case map
  }

  let kind: Kind
  /// Whether the container is an element of a set or a key of a map, or stands in one.
  var isHashed = false
  /// Whether the one element of a list is walked over without the list.
  var isAlone = false
  /// The depth at which the parts stand.
  let depth: Int
  /// The index of the next key, or the number of the next part; a pair of a map has two parts.
  var next = 0
  /// The index or number after the last one.
  var end = 0
  /// The index of the presence bytes, and the number of the first bit of the keys.
  var presence = 0
  var firstBit: Int32 = 0
  /// The body, and the number of the entry that it belongs to.
  var body: Int32 = 0
  var entry: Int32 = 0
  /// The index of the type of the parts, or of the keys of a map and of its values.
  var type: Int32 = 0
  var second: Int32 = 0
  /// How many types there are that parts may need when another `any` value is read.
  var typeCount: Int32 = 0
  /// What a set or map has had, among those that are open.
  var set: Int32 = 0
  /// The list of structs or enums that is open here, or that the struct stands in at a nested place; -1 if there is none,
  /// and in a uniform list without nested entry numbers.
  var list: Int32 = -1
  /// The current element of a uniform list, or the current level of a record, and how many there are.
  var position = 0
  var count = 0
  /// The object of the record, 0 if it is not known, and the first one that does not belong to the block.
  var object = 0
  var endObject = 0
  /// The offset of an element of a set or a key of a map, or of the mark of a mixed list; in a record the index where
  /// the structure around the record ends, or -1 if the record stands alone.
  var mark = -1

  init(_ kind: Kind, depth: Int) {
    self.kind = kind
    self.depth = depth
  }
}

/// The entry numbers of the elements of a list of structs or enums, and of the structs at nested places in them: those
/// that stand in front of a uniform list, or those of the first element of a mixed one.
///
/// The number of an element comes first, followed by those in it in the order of the values. So a uniform list takes
/// memory for each number in front of it and no more, whatever the entries are.
///
/// Spec §3.5.
struct ListEntries: BitwiseCopyable, Sendable {
  /// The index of the first number.
  let first: Int
  /// The index of the next number of the current element.
  var next: Int
  let isUniform: Bool
  /// Whether an element of a mixed list has been found to differ from the first one.
  var isMixed = false
}

/// What has been found out about entries and the classes that they are not themselves.
///
/// It holds few verdicts, so that an archive cannot make it large.
///
/// Spec §10.5.
struct MembershipCache: Sendable {
  private static let count = 64
  private var verdicts: [(entry: Int, name: Int32, isMember: Bool)] = []

  mutating func entry(_ entry: Int, isA name: Int32, in schema: borrowing CompiledSchema) -> Bool {
    if verdicts.isEmpty {
      verdicts = Array(repeating: (0, 0, false), count: Self.count)
    }
    let place = (entry &* 31 &+ Int(name)) & (Self.count - 1)
    if verdicts[place].entry == entry, verdicts[place].name == name {
      return verdicts[place].isMember
    }
    let isMember = schema.entry(entry, isA: name)
    verdicts[place] = (entry, name, isMember)
    return isMember
  }
}
