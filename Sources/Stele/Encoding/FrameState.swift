/// What changes in a frame while values are written.
///
/// It stands in memory of its own, so that no reference is counted and no access is examined on the way to it. A ``KeyRun``
/// leads to it.
@safe
struct FrameState {
  /// What the program has asked for.
  enum Mode {
    case empty, keyed, list, set, map, single
    /// The value is complete.
    case finished
  }

  // Safe: the frame has this state, and is there as long as it.
  var frame: Unmanaged<EncodingFrame>?
  /// Where values are written.
  var buffer: OutputBuffer
  /// The numbers of all objects.
  let table: IdentityTable
  /// The frame of the value that this one stands in.
  var outer: KeyRun?
  /// The frame for values inside, unless one is being written.
  var inner: KeyRun?
  var mode = Mode.finished
  /// Whether the program has got the frame as an encoder.
  var isShared = false
  /// Whether the frame leads nowhere, and ends when the program lets go of it.
  var isDetached = false
  // Safe: the body of the frame keeps its tables.
  /// The first of the tables whose containers write the value.
  var tables: Unmanaged<KeyTable>?
  /// Whether the value has left something behind that the next one must not find.
  var isUntidy = false
  /// Whether nothing but keyed values is around this one, none of them with a buffer of its own.
  var isDirect = false
  /// Whether a list around the value says the entry number.
  var omitsEntry = false
  /// Whether a list around the value says the entry numbers of the required structs in it.
  var omitsNested = false
  /// Whether all keys so far came as the layout has them.
  var isRegular = false
  /// Whether the value is a struct without keys, which takes a byte.
  var isEmptyStructure = false
  /// Where the value begins.
  var start = 0
  /// The place in the parent: level and key, or the index of an element.
  var place = 0
  /// The level and key, or the index, of the value that is being written.
  var current = 0
  /// How deep the value nests; 0 for records.
  var depth = 0
  /// How many frames there are around this one.
  var nesting = 0
  /// What the keys are taken up for, nil when they are not those of the last value.
  var owner: ObjectIdentifier?
  // Safe: the body of the frame, which it keeps, has it; it says which keys are those of the last layout.
  var latest: UnsafeMutablePointer<UnsafeMutablePointer<ExpectedKey>?>?
  // Safe: `ExpectedKey.none`.
  let none: UnsafeMutablePointer<ExpectedKey>
  // Safe: the keys of the layout of the frame, which keeps it.
  var keys: UnsafeMutablePointer<ExpectedKey>?
  // Safe: one of the keys, or the one behind them, or `ExpectedKey.none`: those are never found to be a key.
  var expected: UnsafeMutablePointer<ExpectedKey>
  // Safe: behind the last key that has to be there.
  var requiredEnd: UnsafeMutablePointer<ExpectedKey>
  // Safe: an allocation of `capacity` positions, one for each key; they need no deinitialisation.
  var starts: UnsafeMutablePointer<Int>
  // Safe: where the start of the value of the expected key belongs.
  var nextStart: UnsafeMutablePointer<Int>
  var capacity = 16
  /// Where the presence bytes are.
  var presenceStart = 0
  var presenceByteCount = 0
  /// The presence bits so far.
  var presence: UInt64 = 0
  /// The number of the plan of the type that a value has by the layout.
  var type = 0
  /// The entry number of the layout.
  var entry = 0
  /// The number of keys whose entries lists say once.
  var nestedCount = 0
  /// The entry of the elements of a list that says the entry numbers of the structs in them, otherwise -1.
  var saidEntry = -1
  // Safe: an allocation of as many numbers as the entry has nested structs, while there is such an entry.
  var saidNumbers: UnsafeMutablePointer<Int>?
  // Safe: an allocation of `saidCapacity` positions, of which the first `saidCount` are initialised, while there is such an entry.
  /// Where the structs begin that have left their entry numbers out, for each element but the first.
  var saidStarts: UnsafeMutablePointer<Int>?
  var saidCount = 0
  var saidCapacity = 0

  init(_ buffer: OutputBuffer, _ table: IdentityTable) {
    self.buffer = buffer
    self.table = table
    unsafe frame = nil
    unsafe tables = nil
    unsafe latest = nil
    unsafe keys = nil
    unsafe none = ExpectedKey.none
    unsafe expected = unsafe none
    unsafe requiredEnd = unsafe none
    unsafe starts = .allocate(capacity: 16)
    unsafe nextStart = unsafe starts
    unsafe saidNumbers = nil
    unsafe saidStarts = nil
  }
}
