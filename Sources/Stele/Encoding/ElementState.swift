/// The elements of a list, set or map that is being written.
struct ElementState {
  /// Where each element begins; keys and values of a map take turns.
  var starts: [Int] = []
  /// The type of all elements, as long as ``types`` is empty.
  var type = -1
  /// The type of each element, once they differ.
  var types: [Int32] = []
  /// The type of elements of which there is none, and of values of a map.
  var guesses = (first: 0, second: 0)
  /// The entry of all structs or enums in the list, which they leave out, or 0.
  var uniformEntry = 0
  /// Whether structs and enums have entry numbers of their own.
  var isMixed = false
  /// What the list says of the structs in its elements.
  var nested = NestedState()
  /// The key of a map whose value is being written.
  var mapKey: String?
  /// Whether the elements are different for certain.
  var areDistinct = false
  /// The detached frames among the elements, by index.
  var children: [(index: Int, frame: EncodingFrame)] = []

  mutating func reset() {
    starts.removeAll(keepingCapacity: true)
    types.removeAll(keepingCapacity: true)
    type = -1
    uniformEntry = 0
    isMixed = false
    nested.reset()
    mapKey = nil
    areDistinct = false
    if !children.isEmpty { children.removeAll() }
  }

  /// The type of an element.
  func type(at index: Int) -> Int { types.isEmpty ? type : Int(types[index]) }

  /// Notes the type of one more element, whose start has been noted.
  mutating func note(type new: Int) {
    if starts.count == 1 {
      type = new
    } else if types.isEmpty {
      guard new != type else { return }
      types = [Int32](repeating: Int32(truncatingIfNeeded: type), count: starts.count - 1)
      types.append(Int32(truncatingIfNeeded: new))
    } else {
      types.append(Int32(truncatingIfNeeded: new))
    }
  }
}
