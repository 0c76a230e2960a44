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
