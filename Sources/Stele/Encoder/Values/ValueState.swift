/// The state of a value that is being written, which changes with each key.
///
/// It stands in memory of its own, a ``ValueCell``, so that nothing is counted or checked on the way to it.
@safe
struct ValueState: ~Copyable {
  /// What the program has asked for.
  enum Mode {
    case empty, keyed, list, set, map, single
    /// The value is complete.
    case finished
  }

  // Safe: the encoder owns this state.
  /// The encoder of the value.
  var encoder: Unmanaged<ValueEncoder>?
  /// Where the value is written.
  var buffer: OutputBuffer
  /// The objects of the graph.
  let objects: IdentityTable
  /// The value that this one stands in.
  var outer: ValueCell?
  /// The encoder of values inside, which are written one after the other.
  var inner: ValueEncoder?
  /// Its state.
  var innerCell: ValueCell?
  /// The list whose header may have the entry number of the value.
  var list: ValueCell?

  var mode = Mode.finished
  /// Whether the program has been given the encoder.
  var isShared = false
  /// Whether nothing but values with keys is around this one, none of them in a list or with a buffer of its own.
  var isDirect = false
  /// Whether what is written leads nowhere, as the value has ended.
  var isAbandoned = false
  /// Whether the encoder has something of the value that the next one must not find.
  var isUntidy = false
  /// Whether the value leaves its entry number out.
  var omitsEntry = false

  /// How deep the value nests; 0 for records.
  var depth = 0
  /// How many values there are around this one.
  var nesting = 0
  /// How many there may be.
  let nestingLimit: Int
  /// The place in the outer value: level and key, or the index of an element.
  var place = 0
  /// The place of the value inside that is being written.
  var current = 0
  /// Where the value begins.
  var start = 0
  /// The position of the entry number among those that are pending in ``list``, or -1.
  var numberIndex = -1

  /// What has been observed of the type, for values that are not records.
  var observedType: ObservedType?
  /// What has been observed of the instances, for values with keys.
  var observed: ObservedClass?
  /// The keys, as far as they have come.
  var keys = LayoutCursor()
  /// Where the presence bytes are.
  var presenceStart = 0
  /// Whether keyed containers that are reused write the value.
  var hasContainer = false

  /// The elements, of a value without keys.
  var elements = ElementState()

  init(_ buffer: OutputBuffer, _ objects: IdentityTable, nestingLimit: Int) {
    self.buffer = buffer
    self.nestingLimit = nestingLimit
    self.objects = objects
    unsafe encoder = nil
  }
}

/// A handle on the state of a value that is being written.
///
/// Handles are given to the code of a value, which its encoder outlives, and to containers, which keep the encoder when they are
/// kept.
typealias ValueCell = Cell<ValueState>

extension ValueCell {
  /// Where the value is written.
  @inline(__always)
  var buffer: OutputBuffer { state.buffer }

  /// Whether the bytes of a value that is written now may be copied later.
  @inline(__always)
  var isDeferrable: Bool {
    state.isDirect && (state.mode == .keyed || (state.mode == .empty && state.nesting == 0))
  }

  /// Whether the value that is being written stands in an element of a set or in a key of a map.
  var isHashed: Bool {
    var next: ValueCell? = self
    while let cell = next {
      switch cell.state.mode {
      case .set: return true
      case .map where cell.state.current.isMultiple(of: 2): return true
      default: next = cell.state.outer
      }
    }
    return false
  }

  /// The encoder of the value.
  var encoder: ValueEncoder {
    // Safe: the encoder sets itself when it is made, and owns the cell.
    unsafe state.encoder.unsafelyUnwrapped.takeUnretainedValue()
  }
}
