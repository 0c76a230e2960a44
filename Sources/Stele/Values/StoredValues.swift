/// The values of the stored keys of an object, struct or enum, in little memory.
///
/// An element of a list of structs may take one byte in an archive. If it took a whole array in memory, ordinary archives would
/// exceed the limit of rule L4.
package struct StoredValues: Sendable {
  private enum Storage {
    case small(SmallValues)
    /// The values that are present, and the position of each, followed by the number of keys.
    case sparse([ArchiveValue], positions: [Int32])
    case array([ArchiveValue?])
  }

  private var storage: Storage

  /// Stores values, nil where a key is absent.
  ///
  /// - Complexity: O(*n*), where *n* is the number of keys.
  init(_ values: [ArchiveValue?]) {
    if let small = SmallValues(values) {
      storage = .small(small)
      return
    }
    let presentCount = values.count { $0 != nil }
    guard values.count <= Int32.max,
      Self.sparseByteCount(presentCount)
        < MemoryBudget.array(
          of: ArchiveValue?.self, count: values.count)
    else {
      storage = .array(values)
      return
    }
    var (present, positions): ([ArchiveValue], [Int32]) = ([], [])
    present.reserveCapacity(presentCount)
    positions.reserveCapacity(presentCount + 1)
    for case (let position, let value?) in values.enumerated() {
      present.append(value)
      positions.append(Int32(position))
    }
    positions.append(Int32(values.count))
    storage = .sparse(present, positions: positions)
  }

  private static func sparseByteCount(_ count: Int) -> Int {
    MemoryBudget.array(of: ArchiveValue.self, count: count)
      + MemoryBudget.array(of: Int32.self, count: count + 1)
  }

  /// The values, nil where a key is absent.
  ///
  /// - Complexity: O(*n*), where *n* is the number of keys.
  var array: [ArchiveValue?] {
    get {
      switch storage {
      case .small(let small): return small.values
      case .array(let values): return values
      case .sparse(let present, let positions):
        var values = [ArchiveValue?](repeating: nil, count: Int(positions.last ?? 0))
        for (position, value) in zip(positions, present) { values[Int(position)] = value }
        return values
      }
    }
    set { self = StoredValues(newValue) }
    _modify {
      var values = array
      // The array is not shared while it is changed, and stays an array, so that further changes take no longer than
      // those of an array.
      storage = .array([])
      defer { storage = .array(values) }
      yield &values
    }
  }

  /// Refunds the part of a payment for the values that they do not take.
  ///
  /// - Parameters:
  ///   - budget: The budget after the payment for an array of the values and for everything in them.
  ///   - before: The budget before the payment.
  package func refund(_ budget: inout MemoryBudget, before: MemoryBudget) {
    switch storage {
    case .small: budget = before
    case .array: break
    case .sparse(let present, let positions):
      let count = Int(positions.last ?? 0)
      budget.giveBack(
        MemoryBudget.array(of: ArchiveValue?.self, count: count)
          - Self.sparseByteCount(present.count))
    }
  }
}

extension StoredValues: Hashable {
  package static func == (left: StoredValues, right: StoredValues) -> Bool {
    left.isSameSmallValue(as: right) ?? (left.array == right.array)
  }

  /// Returns whether two lists of small values are equal; nil if one of them is not small.
  func isSameSmallValue(as other: StoredValues) -> Bool? {
    guard case (.small(let left), .small(let right)) = (storage, other.storage) else { return nil }
    return left == right
  }

  /// The number of keys.
  var count: Int {
    switch storage {
    case .small(let small): small.values.count
    case .sparse(_, let positions): Int(positions.last ?? 0)
    case .array(let values): values.count
    }
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(array) }
}
