/// A container that a ``ValueInterpreter`` has opened, and the position in it.
struct OpenValue: BitwiseCopyable, Sendable {
  enum Kind: UInt8 {
    /// One value outside all containers.
    case whole
    /// The keys of a record, level by level, then those of the records after it.
    case record
    /// The keys of a struct or of a case of an enum.
    case body
    /// The structs or enums of a uniform list, with the keys of the current one.
    case elements
    /// A list of values one after another.
    case list
    /// A list of structs or enums that each begin with their entry numbers.
    case mixedList
    case set
    case map
  }

  let kind: Kind
  /// Whether the container is, or is part of, an element of a set or a key of a map.
  var isHashed = false
  /// The depth of the parts.
  let depth: Int
  /// The index of the next key or part; a pair of a map is two parts.
  var next = 0
  /// The index after the last key or part.
  var end = 0
  /// The index of the presence bytes, and the number of the first bit of these keys.
  var presence = 0
  var firstBit: Int32 = 0
  /// The index of the body, and the number of its entry.
  var body: Int32 = 0
  var entry: Int32 = 0
  /// The index of the type of the parts, or of the keys of a map and of its values.
  var type: Int32 = 0
  var second: Int32 = 0
  /// The number of types that the parts may need, which an `any` value must not replace.
  var typeCount: Int32 = 0
  /// The index of the set or map among those that are open.
  var set: Int32 = 0
  /// The index in the open lists of this list of structs or enums, or of that in which the struct is nested; -1 if there
  /// is none, and in a uniform list without nested entry numbers.
  var list: Int32 = -1
  /// The current element of a uniform list, or the current level of a record, and their number.
  var position = 0
  var count = 0
  /// The object of the record, 0 if it is not known, and the first object after the block.
  var object = 0
  var endObject = 0
  /// The index of the current element of a set or key of a map, or the offset of the mark of a mixed list; in a record the
  /// index where the structure around the record ends, or -1 if the record has none.
  var mark = -1

  init(_ kind: Kind, depth: Int, typeCount: Int = 0) {
    self.kind = kind
    self.depth = depth
    self.typeCount = Int32(truncatingIfNeeded: typeCount)
  }
}

extension OpenValue {
  /// Whether the current part is, or is part of, an element of a set or a key of a map.
  @inline(__always)
  var isPartHashed: Bool { isHashed || kind == .set || (kind == .map && next & 1 == 1) }

  /// Moves to the keys of a level of a record.
  @inline(__always)
  mutating func openLevel(_ entry: Int, _ level: CompiledClass, _ body: CompiledBody) {
    self.entry = Int32(truncatingIfNeeded: entry)
    self.body = level.firstBody
    firstBit = level.inheritedOptionalCount
    next = Int(body.firstKey)
    end = Int(body.endKey)
  }

  /// Whether a presence bit of the body is 1.
  @inline(__always)
  func isPresent(_ bit: Int32, _ input: borrowing ByteCursor) -> Bool {
    let bit = Int(firstBit &+ bit)
    return input.view.load(presence &+ bit &>> 3) &>> UInt8(truncatingIfNeeded: bit & 7) & 1 == 1
  }
}

/// The entry numbers of the elements of a list of structs or enums, and of the structs nested in them: those before a
/// uniform list, or those of the first element of a mixed one.
///
/// The number of an element comes first, followed by those in it in the order of the values. So a uniform list takes no
/// more memory than the numbers before it, whatever the entries are.
///
/// Spec §3.5.
struct ListEntries: BitwiseCopyable, Sendable {
  /// The index of the first number.
  let first: Int
  /// The index of the next number of the current element.
  var next: Int
  let isUniform: Bool
  /// Whether an element of a mixed list has been found to differ from the first one.
  var isMixed = false
}

/// A cache of whether entries are members of superclasses.
///
/// Its size is fixed, so that an archive cannot make it large.
///
/// Spec §11.5.
struct MembershipCache: Sendable {
  private static let count = 64
  private var answers: [(entry: Int, name: Int32, isMember: Bool)] = []

  /// Whether an object of an entry is a member of the class of a name.
  mutating func entry(_ entry: Int, isA name: Int32, in schema: borrowing CompiledSchema) -> Bool {
    if answers.isEmpty {
      answers = Array(repeating: (0, 0, false), count: Self.count)
    }
    let place = (entry &* 31 &+ Int(name)) & (Self.count - 1)
    if answers[place].entry == entry, answers[place].name == name {
      return answers[place].isMember
    }
    let isMember = schema.entry(entry, isA: name)
    answers[place] = (entry, name, isMember)
    return isMember
  }
}

extension ValueInterpreter {
  /// Adds object and key path to an error, and closes all containers.
  @inline(never)
  mutating func located(_ error: ArchiveError, in frame: OpenValue) -> ArchiveError {
    frames.append(frame)
    let outermost = frames[0]
    var path = ""
    for frame in frames { path += pathComponent(of: frame) }
    frames.removeAll(keepingCapacity: true)
    lists.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
    openSetCount = 0
    path += error.keyPath ?? ""
    var object: Int?
    if outermost.kind == .record {
      // The frame is at a level of the class; the last of the levels is the class itself.
      let entry = outermost.count > 1 ? levels.last ?? 0 : Int(outermost.entry)
      path = KeyPathText.root(schema[entry].flatMap { schema.name($0.name) } ?? "") + path
      object = outermost.object
    }
    var complete = ArchiveError(error.rule, at: error.offset, object: object, keyPath: path)
    complete.found = error.found
    return complete
  }

  private func pathComponent(of frame: OpenValue) -> String {
    let part = frame.next - 1
    return switch frame.kind {
    case .whole: ""
    case .record, .body: keyName(in: frame)
    case .elements: KeyPathText.element(frame.position) + keyName(in: frame)
    case .list, .mixedList, .set: KeyPathText.element(part)
    case .map: KeyPathText.mapPart(part)
    }
  }

  /// The current key of a body.
  private func keyName(in frame: OpenValue) -> String {
    guard frame.entry > 0, schema.bodies[Int(frame.body)].keys.contains(frame.next - 1) else {
      return ""
    }
    let name = schema.keyNames[frame.next - 1]
    return KeyPathText.key(name, ofClass: frame.kind == .record ? level(of: name, in: frame) : nil)
  }

  /// The class of the current key of a record, if another level has a key of its name.
  private func level(of name: String, in frame: OpenValue) -> String? {
    guard frame.count > 1 else { return nil }
    let levelCount = levels.count { level in
      schema.body(ofEntry: level)?.keys.contains { schema.keyNames[$0].isExactly(name) } ?? false
    }
    return levelCount > 1 ? schema[Int(frame.entry)].flatMap { schema.name($0.name) } : nil
  }
}
