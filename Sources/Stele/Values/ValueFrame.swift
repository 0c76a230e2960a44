/// A container that is being read: what it is, what it has, and what is still to come.
struct ValueFrame: Sendable {
  enum Kind: Sendable {
    case some
    case any
    case list
    case uniformList(NestedEntries)
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
  private var pairs: [MapPair] = []
  /// The key of a map whose value is still to come.
  private var key = Value.nil
  private let body: BodyLayout?
  private var presence: Presence?
  private var slots: [Value?] = []
  /// The frame of the list that says the entry of a struct.
  private(set) var list: Int?
  /// The place among the entry numbers of that list of the next key that has one.
  private var nextPlace = 0

  init(_ kind: Kind, type: TypeDescriptor, second: TypeDescriptor = .any, count: Int) {
    self.kind = kind
    self.type = type
    self.second = second
    // The bytes have paid for the count, and the budget for the memory.
    if case .map = kind {
      self.count = count * 2
      pairs.reserveCapacity(count)
    } else {
      self.count = count
      values.reserveCapacity(count)
    }
    body = nil
  }

  init(_ kind: Kind, body: BodyLayout, presence: Presence) {
    self.kind = kind
    type = .any
    second = .any
    count = body.keys.count
    self.body = body
    self.presence = presence
    slots.reserveCapacity(count)
  }

  /// What a uniform list says of the entries of its elements.
  var nested: NestedEntries? {
    guard case .uniformList(let nested) = kind else { return nil }
    return nested
  }

  /// What is to be read next, or nil when the container is complete.
  mutating func nextTask(frame: Int) -> ValueReader.Task? {
    if let body {
      while position < count, presence?.next(body.keys[position]) == false {
        position += 1
        slots.append(nil)
      }
      return position < count ? .value(body.keys[position].type) : nil
    }
    guard position < count else { return nil }
    switch kind {
    case .uniformList(let nested):
      return .element(entry: nested.entries[0], list: frame, place: 0)
    case .map: return .value(position % 2 == 0 ? type : second)
    default: return .value(type)
    }
  }

  /// Says that a list in a frame has the entry of the struct, at a place.
  mutating func stand(in list: Int, at place: Int) {
    guard case .structure = kind else { return }
    self.list = list
    nextPlace = place + 1
  }

  /// The place of the entry of the key that is to be read, when the list has it.
  mutating func takeNestedPlace(in nested: NestedEntries) -> Int? {
    guard let body, body.keys[position].isNestedInLists else { return nil }
    let place = nextPlace
    nextPlace = nested.end(of: place)
    return place
  }

  /// Takes a part that has been read.
  mutating func accept(_ value: Value) {
    position += 1
    if body != nil { return slots.append(value) }
    guard case .map = kind else { return values.append(value) }
    if position % 2 == 1 { key = value } else { pairs.append(MapPair(key: key, value: value)) }
  }

  /// Completes the container.
  mutating func finish() -> Value {
    switch kind {
    case .some: return .some(values.first ?? .nil)
    case .any: return .any(type, values.first ?? .nil)
    case .set: return .set(values)
    case .map:
      return .map(pairs)
    case .structure(let entry): return .structure(StructValue(entry: entry, values: slots))
    case .enumeration(let entry, let caseIndex):
      return .enumeration(EnumValue(entry: entry, caseIndex: caseIndex, values: slots))
    case .list, .uniformList: return .list(values)
    }
  }

  /// What the container adds to a key path.
  var pathComponent: String {
    switch kind {
    case .some, .any: ""
    case .list, .uniformList, .set: "[\(position)]"
    case .map: position % 2 == 0 ? "[key \(position / 2)]" : "[\(position / 2)]"
    case .structure, .enumeration:
      if let body, body.keys.indices.contains(position) {
        ".\(body.keys[position].name.shortened())"
      } else {
        ""
      }
    }
  }
}
