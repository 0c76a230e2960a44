extension PropertyListGraph {
  /// One value of a property list; containers refer to their members by number.
  public enum Node: Sendable {
    /// Nothing. Binary form only.
    case null
    /// A Boolean.
    case bool(Bool)
    /// A whole number.
    case integer(Int128)
    /// A single-precision number. Binary form only; XML reads it back as ``real64(_:)``.
    case real32(Float)
    /// A double-precision number.
    case real64(Double)
    /// Seconds since 2001-01-01T00:00:00Z.
    case date(Double)
    /// Bytes.
    case data([UInt8])
    /// Text.
    case string(String)
    /// The number of an object in a keyed archive.
    case uid(UInt64)
    /// Members in order.
    case array([Int])
    /// Members in the order of writing. Binary form only.
    case set([Int])
    /// Keys and values, pairwise, in the order of writing.
    case dictionary(keys: [Int], values: [Int])
  }
}

extension PropertyListGraph.Node {
  /// The number of members of the node, including the keys of a dictionary.
  var childCount: Int {
    switch self {
    case .array(let members), .set(let members): members.count
    case .dictionary(let keys, let values): keys.count + values.count
    default: 0
    }
  }

  /// Returns the number of a member, in the order of writing: all keys of a dictionary, then all
  /// its values.
  func child(at position: Int) -> Int {
    switch self {
    case .array(let members), .set(let members):
      return members[position]
    case .dictionary(let keys, let values):
      return position < keys.count ? keys[position] : values[position - keys.count]
    default:
      return 0
    }
  }

  /// The members of the node that are not keys.
  var values: [Int] {
    switch self {
    case .array(let members), .set(let members): members
    case .dictionary(_, let values): values
    default: []
    }
  }

  var isContainer: Bool {
    switch self {
    case .array, .set, .dictionary: true
    default: false
    }
  }
}
