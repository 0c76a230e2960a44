/// The elements of a list, set or map that is being written.
struct ElementState {
  /// Where each element begins; keys and values of a map take turns.
  var starts: [Int] = []
  /// The type of all elements, as long as ``types`` is empty.
  private var type = -1
  /// The type of each element, once they differ.
  private(set) var types: [Int32] = []
  /// The entry numbers in the elements.
  var numbers = EntryNumbers()
  /// The key of a map whose value is being written.
  var mapKey: String?
  /// Whether the elements are different for certain.
  var areDistinct = false
  /// The containers among the elements that have buffers of their own, by index.
  var children: [(index: Int, encoder: ValueEncoder)] = []

  mutating func reset() {
    starts.removeAll(keepingCapacity: true)
    resetTypes()
    numbers.reset()
    mapKey = nil
    areDistinct = false
    if !children.isEmpty { children.removeAll() }
  }

  mutating func resetTypes() {
    types.removeAll(keepingCapacity: true)
    type = -1
  }

  /// The type of an element.
  func type(at index: Int) -> Int { types.isEmpty ? type : Int(types[index]) }

  /// The type of all elements, if it is the same one.
  var uniformType: Int? { types.isEmpty ? type : nil }

  /// Notes one more element.
  @inline(__always)
  mutating func append(type new: Int, start: Int) {
    starts.append(start)
    if new != type || !types.isEmpty { note(type: new) }
  }

  private mutating func note(type new: Int) {
    if starts.count == 1 {
      type = new
    } else {
      if types.isEmpty {
        types = [Int32](repeating: Int32(truncatingIfNeeded: type), count: starts.count - 1)
      }
      types.append(Int32(truncatingIfNeeded: new))
    }
  }
}
