/// A container that is being read: what it is, what it has, and what is still to come.
struct ValueFrame: Sendable {
  enum Kind: Sendable {
    case some
    case any
    case list
    case uniformList
    case mixedList(markOffset: Int)
    case set
    case map
    case structure(entry: Int)
    case enumeration(entry: Int, caseIndex: Int)
  }

  private let kind: Kind
  /// The type of the elements, or of the keys of a map.
  private let type: TypeDescriptor
  /// The type of the values of a map.
  private let second: TypeDescriptor
  /// How many parts the container has; a pair of a map has two.
  private let count: Int
  /// How many parts have been read.
  private var position = 0
  private var values: [Value] = []
  /// The offset of the part that is being read.
  private var partOffset = 0
  /// The bytes of the elements of a set or the keys of a map.
  private var seen: Set<ArraySlice<UInt8>> = []
  /// The entries of the elements of a mixed list: the first, and whether another one follows.
  private var firstEntry: Int?
  private var hasSeveralEntries = false
  private let body: BodyLayout?
  private var presence: Presence?
  private var slots: [Value?] = []
  /// What a uniform list says of the entries of its elements.
  var nested: NestedState?
  /// The frame of the list that says the entry of a struct.
  private(set) var list: Int?
  /// The place among the entry numbers of that list: of the struct itself, and of its next key that has one.
  private var place = (own: 0, next: 0)
  /// The place of the value that is being read, when it says its entry itself.
  private var mixedPlace: Int?

  init(_ kind: Kind, type: TypeDescriptor, second: TypeDescriptor = .any, count: Int) {
    self.kind = kind
    self.type = type
    self.second = second
    if case .map = kind { self.count = count * 2 } else { self.count = count }
    body = nil
  }

  init(_ kind: Kind, body: BodyLayout, presence: Presence) {
    self.kind = kind
    type = .any
    second = .any
    count = body.keys.count
    self.body = body
    self.presence = presence
  }

  /// What is to be read next, or nil when the container is complete.
  mutating func nextTask(
    at offset: Int, frame: Int
  ) throws(ArchiveError) -> ValueReader.Task? {
    if let body {
      while position < count, presence?.next(body.keys[position]) == false {
        position += 1
        slots.append(nil)
      }
      return position < count ? .value(body.keys[position].type) : nil
    }
    guard position < count else { return nil }
    partOffset = offset
    switch kind {
    case .uniformList:
      return .element(entry: nested?.entries.entries.first ?? 0, list: frame, place: 0)
    case .map: return .value(position % 2 == 0 ? type : second)
    default: return .value(type)
    }
  }

  /// Says that a list in a frame has the entry of the struct, at a place.
  mutating func stand(in list: Int, at place: Int) {
    guard case .structure = kind else { return }
    self.list = list
    self.place = (place, place + 1)
  }

  /// The place of the entry of the key that is to be read, when the list has it.
  mutating func takeNestedPlace(in nested: NestedState?) -> Int? {
    guard let nested, let body, body.keys[position].isNestedInLists else { return nil }
    let next = place.next
    place.next = nested.entries.end(of: next)
    if nested.entries.entries[next] == 0 { mixedPlace = next }
    return next
  }

  /// The list and the place where the entry of the value is to be noted that has been read.
  mutating func takeMixedPlace() -> (list: Int, place: Int)? {
    guard let list, let place = mixedPlace else { return nil }
    mixedPlace = nil
    return (list, place)
  }

  /// Takes a part that has been read: V4, V5.
  mutating func accept(
    _ value: Value, from input: ByteReader, makesValues: Bool
  ) throws(ArchiveError) {
    switch kind {
    case .set:
      guard seen.insert(input.bytes(in: partOffset..<input.offset)).inserted else {
        throw ArchiveError(.duplicateElement, at: partOffset)
      }
    case .map where position % 2 == 0:
      guard seen.insert(input.bytes(in: partOffset..<input.offset)).inserted else {
        throw ArchiveError(.duplicateKey, at: partOffset)
      }
    case .mixedList:
      note(value)
    default:
      break
    }
    position += 1
    guard makesValues else { return }
    if body != nil { slots.append(value) } else { values.append(value) }
  }

  /// Remembers whether the elements of a mixed list are of several entries.
  private mutating func note(_ value: Value) {
    let entry = value.inlineEntry
    if firstEntry == nil { firstEntry = entry }
    if firstEntry != entry { hasSeveralEntries = true }
  }

  /// Completes the container: V8.
  mutating func finish(makesValues: Bool) throws(ArchiveError) -> Value {
    switch kind {
    case .mixedList(let offset) where !hasSeveralEntries:
      throw ArchiveError(.listNotMixed, at: offset)
    case .uniformList:
      try nested?.finish()
    // The entry is needed for V8, also when values are not made.
    case .structure(let entry):
      return .structure(StructValue(entry: entry, values: slots))
    case .enumeration(let entry, let caseIndex):
      return .enumeration(EnumValue(entry: entry, caseIndex: caseIndex, values: slots))
    default:
      break
    }
    guard makesValues else { return .nil }
    switch kind {
    case .some: return .some(values.first ?? .nil)
    case .any: return .any(type, values.first ?? .nil)
    case .set: return .set(values)
    case .map:
      return .map(
        stride(from: 0, to: values.count - 1, by: 2).map {
          MapPair(key: values[$0], value: values[$0 + 1])
        })
    default: return .list(values)
    }
  }

  /// What the container adds to a key path.
  var pathComponent: String {
    switch kind {
    case .some, .any: ""
    case .list, .uniformList, .mixedList, .set: "[\(position)]"
    case .map: position % 2 == 0 ? "[key \(position / 2)]" : "[\(position / 2)]"
    case .structure, .enumeration:
      if let body, body.keys.indices.contains(position) {
        ".\(body.keys[position].name)"
      } else {
        ""
      }
    }
  }
}
