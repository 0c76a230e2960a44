/// The entry numbers of the structs in the elements of a list: their own, and those at nested places.
///
/// As long as all elements have the same numbers, the list is uniform: the numbers are left out, and the header has them once.
/// The position of each omitted number is remembered, so that the numbers can be written if a later element has others.
///
///     uniform   count e f g | body | body | body
///     mixed     count 0     | e body with f and g in it | e body ...
///
/// Spec §3.5.
struct EntryNumbers {
  struct Place {
    var position: Int
    private let number: UInt32
    var isOmitted: Bool

    init(position: Int, entry: Int, isOmitted: Bool) {
      self.position = position
      number = UInt32(clamping: entry)
      self.isOmitted = isOmitted
    }

    var entry: Int { Int(number) }
  }

  /// The places in all elements, each before the places inside it; empty for a mixed list.
  private(set) var places: [Place] = []
  /// The first place of the element that is being written.
  private var elementStart = 0
  /// The number of places in each element; the first ones of ``places`` are the header.
  private var headerCount = 0
  /// Whether elements have different numbers, so that all numbers are written.
  private(set) var isMixed = false
  /// Whether numbers are written and remembered, while containers among the elements are still being filled.
  private(set) var isDeferred = false

  /// Whether the numbers of the next element are left out.
  @inline(__always)
  var areOmitted: Bool { headerCount > 0 && !isMixed && !isDeferred }

  /// The numbers that all elements share.
  var header: [Int] { places.prefix(headerCount).map(\.entry) }

  mutating func reset() {
    places.removeAll(keepingCapacity: true)
    elementStart = 0
    headerCount = 0
    isMixed = false
    isDeferred = false
  }

  /// Remembers the place of a number, and returns its index.
  @inline(__always)
  mutating func append(_ place: Place) -> Int {
    places.append(place)
    return places.count &- 1
  }

  func suffix(from index: Int) -> [Place] { Array(places.dropFirst(index)) }

  mutating func replace(from index: Int, with new: [Place]) {
    guard index <= places.count else { return }
    places.replaceSubrange(index..., with: new)
  }

  mutating func set(_ entry: Int, at index: Int) {
    guard places.indices.contains(index) else { return }
    places[index] = Place(
      position: places[index].position, entry: entry, isOmitted: places[index].isOmitted)
  }

  /// Ends an element at the end of a buffer, and compares its numbers with the header.
  @inline(__always)
  mutating func endElement(_ starts: inout [Int], in buffer: OutputBuffer) {
    if places.count > elementStart { takeElement(&starts, in: buffer) }
  }

  private mutating func takeElement(_ starts: inout [Int], in buffer: OutputBuffer) {
    let count = places.count &- elementStart
    if isDeferred {
      elementStart = places.count
      return
    }
    if headerCount == 0 { headerCount = count }
    var isSame = count == headerCount
    var isComplete = false
    if isSame {
      for index in 0..<count {
        let place = places[elementStart &+ index]
        isSame = isSame && place.entry == places[index].entry
        isComplete = isComplete || !place.isOmitted
      }
    }
    guard isSame else {
      complete(&starts, in: buffer)
      isMixed = true
      return places.removeAll()
    }
    if isComplete { remove(from: buffer) }
    elementStart = places.count
  }

  /// Writes all numbers that were left out.
  mutating func complete(_ starts: inout [Int], in buffer: OutputBuffer) {
    Self.insert(&places, into: buffer, &starts)
  }

  /// Writes elements with their numbers until all containers among them are complete.
  mutating func deferElements(_ starts: inout [Int], in buffer: OutputBuffer) {
    guard !isDeferred else { return }
    complete(&starts, in: buffer)
    isDeferred = true
    elementStart = places.count
  }

  /// Writes the numbers that are left out, and moves places and starts with the bytes.
  ///
  /// The places are in ascending order; a number is inserted after a start at the same position.
  static func insert(
    _ places: inout [Place], into buffer: OutputBuffer, _ starts: inout [Int]
  ) {
    guard let first = places.firstIndex(where: \.isOmitted) else { return }
    let base = places[first].position
    let tail = buffer.takeTail(from: base)
    var end = 0
    var moved = starts.firstIndex { $0 > base } ?? starts.count
    for index in first..<places.count {
      // A program that writes elements inside others gets an error later.
      let next = min(max(end, places[index].position - base), tail.count)
      while moved < starts.count, starts[moved] <= base + next {
        starts[moved] += buffer.count - base - end
        moved += 1
      }
      buffer.write(contentsOf: tail[end..<next])
      end = next
      places[index].position = buffer.count
      if places[index].isOmitted { buffer.write(number: places[index].entry) }
      places[index].isOmitted = false
    }
    while moved < starts.count {
      starts[moved] += buffer.count - base - end
      moved += 1
    }
    buffer.write(contentsOf: tail[end...])
  }

  /// Removes the numbers of the last element, and moves their places with the bytes.
  private mutating func remove(from buffer: OutputBuffer) {
    let base = places[elementStart].position
    let tail = buffer.takeTail(from: base)
    var end = 0
    for index in elementStart..<places.count {
      let next = min(max(end, places[index].position - base), tail.count)
      buffer.write(contentsOf: tail[end..<next])
      end = next
      places[index].position = buffer.count
      guard !places[index].isOmitted else { continue }
      places[index].isOmitted = true
      end = min(end + ByteWriter.byteCount(ofNumber: places[index].entry), tail.count)
    }
    buffer.write(contentsOf: tail[end...])
  }
}
