internal import Stele

// The order of parts, and entry numbers before lists

extension Transcoder {
  /// Ends an element of a set or a key of a map.
  func endKey() {
    let last = parts.count - 1
    guard last >= frame.firstPart else { return }
    parts[last].keyEnd = output.count
  }

  /// Sorts the elements of a set, or the pairs of a map: K10; refuses them if joining has made two equal: K13.
  func sort() {
    guard let order = sortedParts() else { return }
    guard !zip(order, order.dropFirst()).contains(where: { compare($0, $1) == 0 }) else {
      return refuse(.breaks(.canonicalJoin))
    }
    arrange(order)
  }

  /// Returns the parts in the order of their bytes, or nil if that is how they are.
  private func sortedParts() -> [Int]? {
    let own = frame.firstPart..<parts.count
    guard !own.dropFirst().allSatisfy({ compare($0 - 1, $0) < 0 }) else { return nil }
    return own.sorted { compare($0, $1) < 0 }
  }

  /// Returns a number less than 0 if the bytes of a part come before those of another, and 0 if they are equal.
  private func compare(_ left: Int, _ right: Int) -> Int {
    var (first, second) = (parts[left].start, parts[right].start)
    let (firstEnd, secondEnd) = (parts[left].keyEnd, parts[right].keyEnd)
    while first < firstEnd, second < secondEnd {
      let difference = Int(output[first]) - Int(output[second])
      if difference != 0 { return difference }
      first += 1
      second += 1
    }
    return (firstEnd - first) - (secondEnd - second)
  }

  /// Puts the parts of the innermost container into an order.
  func arrange(_ order: some Sequence<Int>) {
    let first = parts[frame.firstPart]
    for index in order {
      let end = index + 1 < parts.count ? parts[index + 1] : end
      move(from: parts[index], to: end, first)
    }
    numbers.removeSubrange(first.number...)
    numbers += movedNumbers
    movedNumbers.removeAll(keepingCapacity: true)
    replace(from: first)
  }

  /// Adds what stands between two places to what is moved to a place.
  private func move(from start: Part, to end: Part, _ first: Part) {
    let shift = first.start + movedOutput.count - start.start
    for index in start.number..<end.number {
      var number = numbers[index]
      number.position += shift
      number.reference += first.reference + movedReferences.count - start.reference
      movedNumbers.append(number)
    }
    for index in start.reference..<end.reference {
      var reference = references[index]
      reference.position += shift
      movedReferences.append(reference)
    }
    movedOutput += output[start.start..<end.start]
  }

  /// Replaces what stands behind a place by what is moved.
  private func replace(from first: Part) {
    output.removeSubrange(first.start...)
    output += movedOutput
    movedOutput.removeAll(keepingCapacity: true)
    references.removeSubrange(first.reference...)
    references += movedReferences
    movedReferences.removeAll(keepingCapacity: true)
  }

  /// Places the entry numbers of a list of structs or enums before it if they are the same in all elements, and otherwise in
  /// the elements.
  ///
  /// Spec §3.5.
  func placeNumbers() {
    let first = frame.start
    let own = Array(numbers[first.number...])
    let width = own.dropFirst().firstIndex(where: \.isElement) ?? own.count
    let isUniform =
      own.count % width == 0
      && own.indices.allSatisfy {
        own[$0].value == own[$0 % width].value && own[$0].isElement == own[$0 % width].isElement
      }
    numbers.removeSubrange(first.number...)
    var next = first
    if isUniform {
      for number in own.prefix(width) { Self.write(number.value, to: &movedOutput) }
    } else {
      movedOutput.append(0)
      for number in own {
        let end = Part(
          start: number.position, reference: number.reference, number: first.number)
        move(from: next, to: end, first)
        Self.write(number.value, to: &movedOutput)
        next = end
      }
    }
    move(from: next, to: end, first)
    replace(from: first)
  }
}
