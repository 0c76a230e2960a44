/// What has been written for a value.
struct Encoded {
  /// The number of the plan of its type.
  let type: Int
  /// The entry of a struct or enum, otherwise 0.
  var entry = 0
  /// Whether the entry number is left out, for a list to say once for all elements.
  var isEntryOmitted = false
}

/// Where a value is written.
struct Spot {
  /// What holds the value.
  let frame: EncodingFrame
  /// How deep the value nests.
  let depth: Int
  /// Whether a struct or enum leaves its entry number out.
  var omitsEntry = false

  /// The place of what an optional contains.
  var inner: Spot { Spot(frame: frame, depth: depth + 1) }
}

extension TypeCode {
  /// The number of the plan of a type without parts.
  var planNumber: Int { Int(rawValue) - 1 }
}
