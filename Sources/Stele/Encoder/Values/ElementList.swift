/// The elements of a list, set or map that is being written.
struct ElementList {
  /// The position of each element; keys and values of a map alternate.
  var starts: [Int] = []
  /// The type of all elements, as long as ``types`` is empty.
  private var type = -1
  /// The type of each element, once they differ.
  private(set) var types: [Int32] = []
  /// The entry numbers in the elements; for another value with its own buffer, those in the value.
  var numbers: [EntryNumber] = []
  /// The key of a map whose value is being written.
  var mapKey: String?
  var areDistinct = false

  mutating func reset() {
    starts.removeAll(keepingCapacity: true)
    types.removeAll(keepingCapacity: true)
    type = -1
    numbers.removeAll(keepingCapacity: true)
    mapKey = nil
    areDistinct = false
  }

  func type(at index: Int) -> Int { types.isEmpty ? type : Int(types[index]) }

  /// The type of all elements, if it is the same one.
  var uniformType: Int? { types.isEmpty ? type : nil }

  /// Whether all elements have the same entry numbers.
  ///
  /// No struct is at a nested place in one of its own entry, so a sequence that repeats does so from element to element.
  var haveSameNumbers: Bool {
    let (count, rest) = numbers.count.quotientAndRemainder(dividingBy: max(1, starts.count))
    return rest == 0 && zip(numbers, numbers.dropFirst(count)).allSatisfy { $0.entry == $1.entry }
  }

  @inline(__always)
  mutating func append(type new: Int, start: Int) {
    starts.append(start)
    if new != type || !types.isEmpty { remember(type: new) }
  }

  private mutating func remember(type new: Int) {
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

extension ValueCell {
  /// Begins a list, set or map.
  @inline(__always)
  func beginElements(_ mode: ValueState.Mode) {
    state.mode = mode
    state.isUntidy = true
  }

  @inline(__always)
  var elementContext: ValueContext {
    state.current = state.elements.starts.count
    var context = ValueContext(cell: self, depth: state.depth &+ 1)
    if state.mode == .list { context.list = self }
    return context
  }

  @inline(__always)
  func rememberElement(type: Int, start: Int) {
    if let last = state.elements.starts.last, start < last || start == last && !endsWithChild {
      return fail(disorder)
    }
    state.elements.append(type: type, start: start)
  }

  /// Whether the last element is a container with its own buffer; others have a byte or more in this one.
  private var endsWithChild: Bool {
    state.assembly.children.last?.cell.state.place == state.elements.starts.count - 1
  }

  @inline(__always)
  func putElement<T>(_ value: borrowing T, _ encoder: TypeEncoder<T>) throws {
    let start = buffer.count
    do {
      rememberElement(type: try encoder.encode(value, in: elementContext).type, start: start)
    } catch {
      buffer.truncate(to: start)
      throw error
    }
  }
}

extension ValueCell {
  /// Makes a container as an element, which is written when the list is complete.
  func makeElementChild() -> ValueEncoder {
    let naming = state.observedType?.level ?? state.observed?.levels.last
    let child = makeChild(
      at: state.elements.starts.count,
      naming?.nested("element") ?? ObservedType(named: "value", isNested: true))
    state.elements.append(type: -2, start: buffer.count)
    return child
  }

  /// Completes a list, set or map.
  func finishElements() throws -> Encoded {
    try finishElementChildren()
    if let last = state.elements.starts.last, last > buffer.count { throw disorder }
    let isMap = state.mode == .map
    let code: TypeCode = isMap ? .map : state.mode == .set ? .set : .list
    guard !state.elements.starts.isEmpty else {
      buffer.write(byte: 0)
      return Encoded(
        type: try session.tables.index(
          of: code, ClassTableWriter.never, isMap ? ClassTableWriter.never : nil))
    }
    let first = try column(0, of: isMap ? 2 : 1)
    let second = isMap ? try column(1, of: 2) : first
    try complete(first, second)
    switch state.mode {
    case .list:
      finishList(session.type(first).code)
      // A list has no entry number of its own.
      state.elements.numbers.removeAll(keepingCapacity: true)
      return Encoded(type: try session.list(of: first))
    default:
      try finishDistinct(isMap: isMap)
      return Encoded(type: try session.tables.index(of: code, first, isMap ? second : nil))
    }
  }

  /// Returns the common type of all elements, or of every second one.
  private func column(_ offset: Int, of width: Int) throws -> Int {
    if let type = state.elements.uniformType { return type }
    var joined = state.elements.type(at: offset)
    for index in stride(from: offset + width, to: state.elements.starts.count, by: width) {
      let type = state.elements.type(at: index)
      if type == joined { continue }
      joined = try session.tables.joined(joined, with: type)
    }
    return joined
  }

  /// Converts all elements to their common type, and writes their entry numbers if these are not the same ones.
  private func complete(_ first: Int, _ second: Int) throws {
    let elements = state.elements
    let isMap = state.mode == .map
    func target(_ index: Int) -> Int { isMap && index % 2 == 1 ? second : first }
    let isChanged = try elements.types.indices.contains {
      try session.conversion(of: elements.type(at: $0), to: target($0)) != .unchanged
    }
    guard isChanged || !elements.haveSameNumbers else { return }
    state.elements.numbers.removeAll()
    try buffer.takeValues(from: elements.starts, elements.numbers[...]) { index, value in
      state.elements.starts[index] = buffer.count
      try write(prefixOf: elements.type(at: index), as: target(index))
      value.write(to: buffer)
    }
  }

  /// Writes the header of a list, and packs elements whose type requires it.
  private func finishList(_ element: TypeCode) {
    let elements = state.elements
    var header = ByteWriter()
    header.write(number: elements.starts.count)
    if let layout = element.scalarLayout, layout.hasPackedWidth {
      let tail = buffer.takeTail(from: elements.starts[0])
      buffer.write(contentsOf: header.bytes)
      return buffer.write(packing: tail, layout)
    }
    if element == .struct || element == .enum {
      if elements.numbers.isEmpty { header.write(number: 0) }
      for number in elements.numbers.prefix(elements.numbers.count / elements.starts.count) {
        header.write(number: number.entry)
      }
    }
    buffer.insert(contentsOf: header.bytes, at: elements.starts[0])
  }

  /// Writes the count of a set or map, and validates that elements or keys are distinct.
  private func finishDistinct(isMap: Bool) throws {
    let elements = state.elements
    let width = isMap ? 2 : 1
    if !elements.areDistinct {
      var seen = UniqueList<Range<Int>>()
      let base = elements.starts[0]
      let bytes = buffer.bytes(from: base)
      for index in stride(from: 0, to: elements.starts.count, by: width) {
        let end = index + 1 < elements.starts.count ? elements.starts[index + 1] : buffer.count
        guard seen.insert((elements.starts[index] - base)..<(end - base), of: bytes) else {
          throw error(
            .duplicateAfterConversion,
            isMap
              ? "two keys of the dictionary are the same in the archive"
              : "two elements of the set are the same in the archive")
        }
      }
    }
    var header = ByteWriter()
    header.write(number: elements.starts.count / width)
    buffer.insert(contentsOf: header.bytes, at: elements.starts[0])
  }

  /// Moves the containers with their own buffers to their places.
  private func finishElementChildren() throws {
    guard !state.assembly.children.isEmpty else { return }
    let old = state.elements
    var children = state.assembly.children[...]
    let bounds = old.starts + [buffer.count]
    guard zip(bounds, bounds.dropFirst()).allSatisfy({ $0 <= $1 }) else { throw disorder }
    state.elements.reset()
    try buffer.takeValues(from: old.starts, old.numbers[...]) { index, value in
      var (type, value) = (old.type(at: index), value)
      if let child = children.first, child.cell.state.place == index {
        children.removeFirst()
        type = try child.cell.complete().type
        value = child.cell.bareValue
      }
      let start = buffer.count
      value.write(to: buffer, keepingNumbersFor: self)
      rememberElement(type: type, start: start)
    }
  }
}

extension OutputBuffer {
  /// Writes the integers of a packed list, which were written one by one as varints.
  ///
  /// Spec §3.5.
  ///
  /// - Parameters:
  ///   - bytes: The varints.
  ///   - layout: The layout of the type, which has a width of more than 8 bits.
  fileprivate func write(packing bytes: [UInt8], _ layout: ScalarLayout) {
    var values: [UInt128] = []
    var rest = bytes.makeIterator()
    while let value = try? Varint.decode(width: 128, at: 0, { rest.next() }) {
      values.append(value)
    }
    if case .signed = layout {
      Int128.write(list: values.map { Int128(zigzag: $0) }, to: self, isDeferrable: false)
    } else {
      UInt128.write(list: values, to: self, isDeferrable: false)
    }
  }
}

// MARK: Entry numbers of elements

/// The entry number of a struct or enum in an element of a list: that of the element, or of a struct at a nested place.
///
/// Numbers are not written with the elements, but kept until the list is complete, which shows whether all elements have the
/// same ones:
///
///     uniform   count e f g | body | body | body
///     mixed     count 0     | e body with f and g in it | e body ...
///
/// Spec §3.5.
struct EntryNumber {
  /// The position of the byte that the number stands before.
  let position: Int
  let entry: Int
}

/// The bytes of a value without some of its entry numbers.
struct BareValue {
  let bytes: ArraySlice<UInt8>
  /// The numbers that are missing, each before those inside its struct.
  var numbers: ArraySlice<EntryNumber> = []
  /// The position of the bytes for which the numbers were kept.
  var start = 0

  /// Writes the value with all its numbers.
  func write(to buffer: OutputBuffer) {
    var rest = bytes
    for number in numbers {
      // A program that writes elements inside others gets an error later.
      let next = bytes.startIndex + number.position - start
      let head = rest.prefix(max(0, next - rest.startIndex))
      buffer.write(contentsOf: head)
      buffer.write(number: number.entry)
      rest = rest.dropFirst(head.count)
    }
    buffer.write(contentsOf: rest)
  }

  /// Writes the value, and keeps its numbers for a list.
  func write(to buffer: OutputBuffer, keepingNumbersFor list: ValueCell) {
    for number in numbers {
      list.state.elements.numbers.append(
        EntryNumber(position: number.position - start + buffer.count, entry: number.entry))
    }
    buffer.write(contentsOf: bytes)
  }
}

extension OutputBuffer {
  /// Removes the values that begin at positions in ascending order, and passes them to a closure, with their indices.
  func takeValues(
    from starts: [Int], _ numbers: ArraySlice<EntryNumber>,
    _ body: (Int, BareValue) throws -> Void
  ) rethrows {
    guard let base = starts.first else { return }
    let bounds = starts + [count]
    let offsets = bounds.map { offset(of: $0, from: base) }
    let tail = takeTail(from: base)
    var numbers = numbers
    for (index, start) in starts.enumerated() {
      let own = numbers.prefix { $0.position < bounds[index + 1] }
      numbers = numbers.dropFirst(own.count)
      let bytes = tail[offsets[index]..<offsets[index + 1]]
      try body(index, BareValue(bytes: bytes, numbers: own, start: start))
    }
  }
}

extension ValueCell {
  /// The bytes of a complete value with its own buffer.
  var bareValue: BareValue {
    BareValue(bytes: buffer.bytes()[...], numbers: state.elements.numbers[...])
  }

  /// Removes the entry numbers of the value that are kept for its list, and returns them.
  @discardableResult
  func takeNumbers() -> [EntryNumber] {
    guard let list = state.list else { return [] }
    // A copy, so that the list keeps the only reference to its own numbers.
    let numbers = Array(list.state.elements.numbers.dropFirst(state.numberIndex))
    list.state.elements.numbers.removeLast(numbers.count)
    return numbers
  }
}
