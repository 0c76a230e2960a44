/// A value that is being written: the encoder that the program sees.
///
/// Its bytes stand at the end of a buffer while the values inside are written. When the keys come as in the last
/// value of the type, the bytes are right as they are, but for the presence bits; otherwise they are put together
/// anew at the end. Containers that the program may fill in turns have buffers of their own.
final class EncodingFrame {
  /// What the program has asked for.
  enum Mode {
    case empty, keyed, list, set, map, single
    /// The value is complete.
    case finished
  }

  let core: EncodingCore
  /// The frame of the value that this one stands in.
  private(set) var parent: EncodingFrame?
  /// The place in the parent: level and key, or the index of an element.
  private(set) var place = (level: 0, key: 0)
  var buffer: OutputBuffer
  /// Where the value begins.
  private(set) var start = 0
  /// How deep the value nests; 0 for records.
  private(set) var depth = 0
  /// How many frames there are around this one.
  private(set) var nesting = 0
  /// Whether a list around the value says the entry number.
  var omitsEntry = false
  var mode = Mode.empty
  /// What is known of the values of the type.
  private(set) var shape: ValueShape?
  /// The containers that have buffers of their own.
  var children: [EncodingFrame] = []
  /// The first of them by level and key, as soon as there are many.
  private var childrenOfKeys: [Int: EncodingFrame] = [:]
  private var indexedChildCount = 0
  private static let childScanLimit = 8
  /// The first error that could not be thrown where it arose.
  var failure: (any Error)?
  /// The level and key, or the index, of the value that is being written.
  var current = (level: 0, key: 0)

  @exclusivity(unchecked) private var keyedState = KeyedState()

  /// The keys of a keyed container, and how they are written.
  var keyed: KeyedState {
    @inline(__always) _read { yield unsafe keyedState }
    // Safe: an encoder is for one thread, and no function of the state leads back here.
    @inline(__always) _modify { yield unsafe &keyedState }
  }
  /// The elements of the other containers.
  var elements = ElementState()
  /// What a single value was written as.
  var single: Encoded?

  init(_ core: EncodingCore) {
    self.core = core
    buffer = OutputBuffer()
  }

  /// Begins a value.
  func begin(
    in parent: EncodingFrame?, buffer: OutputBuffer, depth: Int, nesting: Int, shape: ValueShape?,
    omitsEntry: Bool
  ) {
    self.parent = parent
    place = parent?.current ?? (0, 0)
    self.buffer = buffer
    start = buffer.count
    self.depth = depth
    self.nesting = nesting
    self.shape = shape
    self.omitsEntry = omitsEntry
    mode = .empty
  }

  /// Ends the use for a value.
  func end() {
    mode = .finished
    parent = nil
    shape = nil
    single = nil
    failure = nil
    if !children.isEmpty {
      // A child and its parent hold each other.
      for child in children { child.end() }
      children.removeAll()
      childrenOfKeys.removeAll()
      indexedChildCount = 0
    }
    keyed.reset()
    elements.reset()
  }

  /// Makes a frame with a buffer of its own for a container inside of this value.
  func makeChild(at place: (level: Int, key: Int), shape: ValueShape) -> EncodingFrame {
    let child = EncodingFrame(core)
    current = place
    child.begin(
      in: self, buffer: OutputBuffer(), depth: depth + 1, nesting: nesting + 1, shape: shape,
      omitsEntry: false)
    if nesting >= core.options.valueNestingLimit || depth >= Limits().valueNesting {
      let limit = core.options.valueNestingLimit
      child.failure = error(.nestingTooDeep(limit: limit), "Values nest too deep.")
    }
    core.deepest = max(core.deepest, depth + 1)
    children.append(child)
    return child
  }

  /// The container that has been made for a place, when it is of the wanted kind.
  func child(at place: (level: Int, key: Int), _ mode: Mode) -> EncodingFrame? {
    if children.count <= Self.childScanLimit {
      return children.first { $0.place == place && $0.mode == mode }
    }
    for child in children[indexedChildCount...] {
      let key = child.place.level << 32 | child.place.key
      if childrenOfKeys[key] == nil { childrenOfKeys[key] = child }
    }
    indexedChildCount = children.count
    guard let child = childrenOfKeys[place.level << 32 | place.key] else { return nil }
    return child.mode == mode ? child : nil
  }

  /// Takes back what a value has written that ended with an error, which the program may catch.
  func forget(from start: Int) {
    buffer.writer.truncate(to: start)
  }

  /// Completes the value.
  func finish() throws -> Encoded {
    if let failure { throw failure }
    switch mode {
    case .empty:
      try beginKeyed()
      return try finishKeyed()
    case .keyed: return try finishKeyed()
    case .list, .set, .map: return try finishElements()
    case .single:
      guard let single else {
        throw error(.coderIsFinished, "The single value container was left without a value.")
      }
      return single
    case .finished: throw error(.coderIsFinished, "The encoder was used after its value.")
    }
  }
}
