/// What has been written for a value.
struct Encoded {
  /// The number of the plan of its type.
  let type: Int
  /// The entry of a struct or enum, otherwise 0.
  var entry = 0
  /// Whether the entry number is left out, for a list to say once for all elements.
  var isEntryOmitted = false
  /// Whether the required structs in it have left theirs out too.
  var areNestedOmitted = false
}

/// Where a value is written.
struct Spot {
  /// The keys of what holds the value.
  let run: KeyRun
  /// How deep the value nests.
  let depth: Int
  /// Whether a struct or enum leaves its entry number out.
  var omitsEntry = false

  /// What holds the value.
  var frame: EncodingFrame { run.frame }

  /// Takes a frame for the value.
  func takeFrame(_ shape: ValueShape) throws -> EncodingFrame {
    let frame = frame
    let limit = frame.core.options.valueNestingLimit
    guard frame.nesting < limit, depth <= Limits().valueNesting else {
      throw frame.error(.nestingTooDeep(limit: limit), "Values nest too deep.")
    }
    if depth > frame.core.deepest { frame.core.deepest = depth }
    let inner = frame.takeInner()
    inner.begin(
      in: frame, buffer: frame.buffer, depth: depth, shape: shape, omitsEntry: omitsEntry)
    return inner
  }

  /// The place of what an optional contains.
  var inner: Spot { Spot(run: run, depth: depth + 1) }
}

extension TypeCode {
  /// The number of the plan of a type without parts.
  var planNumber: Int { Int(rawValue) - 1 }
}
