/// The stored keys of a record, struct or case, prepared for reading many bodies.
///
/// Spec §3.7, §5.2.
// Safe: exclusivity need not be checked, as one thread uses it, and no other code runs while a property is changed.
@safe
final class ReadingBody {
  /// The keys: of the whole chain in a record.
  let slots: [ReadingSlot]
  /// For each level of the chain, where its own keys end, behind those of the levels before; one level in structs and cases.
  private let levelEnds: [Int]
  /// How many of the keys are optional.
  let optionalCount: Int
  /// Whether an empty body is a byte nevertheless.
  let hasEmptyByte: Bool
  /// Whether this is a map, whose keys are found by looking at each.
  let isMap: Bool
  /// Whether this is an enum value, whose only key is the case.
  let isCase: Bool
  /// How many of the keys stand up to the last one in which strong references can stand.
  let referringCount: Int
  /// The places of the keys whose entries uniform lists say once.
  let nestedPlaces: [Int]
  /// The same body with the entry numbers in its values, when it is one of a list that says them once.
  let original: ReadingBody?
  /// The number of bytes of each body, when it is the same for all.
  let byteCount: Int?
  // Safe: there is one for each of the slots, which are kept; they are made with the body, and go with it.
  private let unretainedSlots: UnsafeMutablePointer<Unmanaged<ReadingSlot>>
  /// Whether something may have to be made before an object with such a body, as far as is known.
  @safe @exclusivity(unchecked) var ahead = (edges: -1, isLeading: false)

  /// Makes the body of a struct, a case, or the level of a record below another one.
  init(_ keys: [Key], below upper: ReadingBody?, hasEmptyByte: Bool) {
    var slots = upper?.slots ?? []
    var optionalCount = upper?.optionalCount ?? 0
    for key in keys where key.isStored {
      let isOptional = key.presence == .optional
      slots.append(
        ReadingSlot(
          name: key.name, plan: ReadingPlan.make(key.type), bit: isOptional ? optionalCount : nil))
      if isOptional { optionalCount += 1 }
    }
    self.slots = slots
    unsafe unretainedSlots = Self.unretained(slots)
    self.optionalCount = optionalCount
    self.hasEmptyByte = hasEmptyByte && slots.isEmpty
    levelEnds = (upper?.levelEnds ?? []) + [slots.count]
    isMap = false
    isCase = false
    referringCount = (slots.lastIndex { $0.plan.mayRefer } ?? -1) + 1
    nestedPlaces = slots.indices.filter { slots[$0].bit == nil && slots[$0].plan.code == .struct }
    original = nil
    byteCount = Self.byteCount(of: slots, hasEmptyByte: self.hasEmptyByte)
  }

  /// Makes the body of elements of a uniform list with nested entry numbers.
  ///
  /// - Parameters:
  ///   - original: The body.
  ///   - nested: The plans of its required structs.
  init(_ original: ReadingBody, nested: [ReadingPlan]) {
    var slots = original.slots
    for (place, plan) in zip(original.nestedPlaces, nested) {
      slots[place] = ReadingSlot(name: slots[place].name, plan: plan, bit: nil)
    }
    self.slots = slots
    unsafe unretainedSlots = Self.unretained(slots)
    levelEnds = original.levelEnds
    optionalCount = original.optionalCount
    hasEmptyByte = original.hasEmptyByte
    isMap = false
    isCase = false
    referringCount = original.referringCount
    nestedPlaces = original.nestedPlaces
    self.original = original
    byteCount = Self.byteCount(of: slots, hasEmptyByte: hasEmptyByte)
  }

  deinit { unsafe unretainedSlots.deallocate() }

  private static func byteCount(of slots: [ReadingSlot], hasEmptyByte: Bool) -> Int? {
    var byteCount = hasEmptyByte ? 1 : 0
    for slot in slots {
      guard slot.bit == nil, let own = slot.plan.byteCount else { return nil }
      byteCount += own
    }
    return byteCount
  }

  /// Makes the body of an enum value: one key, the case, of which the value is the payload.
  init(caseName: String, payload: ReadingPlan) {
    slots = [ReadingSlot(name: caseName, plan: payload, bit: nil)]
    unsafe unretainedSlots = Self.unretained(slots)
    levelEnds = [1]
    optionalCount = 0
    hasEmptyByte = false
    isMap = false
    isCase = true
    referringCount = 1
    nestedPlaces = []
    original = nil
    byteCount = nil
  }

  /// Makes the body that a map of strings is for those who ask for keys.
  init(map: ReadingPlan) {
    slots = [ReadingSlot(name: LevelKeys.overflowName, plan: map, bit: nil)]
    unsafe unretainedSlots = Self.unretained(slots)
    levelEnds = [1]
    optionalCount = 0
    hasEmptyByte = false
    isMap = true
    isCase = false
    referringCount = 1
    nestedPlaces = []
    original = nil
    byteCount = nil
  }
}

extension ReadingBody {
  /// How many levels there are.
  var levelCount: Int { levelEnds.count }

  /// The keys of a level.
  func level(_ index: Int) -> Range<Int> {
    (index > 0 ? levelEnds[index - 1] : 0)..<levelEnds[index]
  }

  /// The keys for those who keep the body.
  @unsafe var unretained: UnsafePointer<Unmanaged<ReadingSlot>> {
    unsafe UnsafePointer(unretainedSlots)
  }

  @unsafe
  private static func unretained(
    _ slots: [ReadingSlot]
  ) -> UnsafeMutablePointer<Unmanaged<ReadingSlot>> {
    let memory = UnsafeMutablePointer<Unmanaged<ReadingSlot>>.allocate(capacity: slots.count)
    for (place, slot) in slots.enumerated() {
      unsafe (memory + place).initialize(to: .passUnretained(slot))
    }
    return unsafe memory
  }
}

/// A stored key, and what is remembered of those who read it.
// Safe: exclusivity need not be checked, as one thread uses it, and no other code runs while a property is changed.
@safe
final class ReadingSlot {
  /// The name.
  let name: String
  /// The type.
  let plan: ReadingPlan
  /// The number of the presence bit of an optional key.
  let bit: Int?
  /// The type that the value was read as.
  @safe @exclusivity(unchecked) private(set) var type: ObjectIdentifier?
  @safe @exclusivity(unchecked) private var reader: AnyTypeReader?
  /// The reader of that type, for those who keep the graph.
  @exclusivity(unchecked) private(set) var unretainedReader: Unmanaged<AnyTypeReader>?
  /// The type that the value was read as when it may be nil, or not there.
  @safe @exclusivity(unchecked) private(set) var typeIfPresent: ObjectIdentifier?
  /// The reader of optionals of that type, for those who keep the graph, unless the slot alone keeps it.
  @exclusivity(unchecked) private(set) var unretainedIfPresent: Unmanaged<AnyTypeReader>?
  @safe @exclusivity(unchecked) private var readerIfPresent: AnyTypeReader?

  init(name: String, plan: ReadingPlan, bit: Int?) {
    self.name = name
    self.plan = plan
    self.bit = bit
  }

  /// The reader of a type, if it is the one of last time.
  @inline(__always)
  func knownReader<T: Decodable>(of type: T.Type) -> TypeReader<T>? {
    guard self.type == ObjectIdentifier(type), let reader else { return nil }
    // Safe: the reader was made for the type of this identity.
    return unsafe unsafeDowncast(reader, to: TypeReader<T>.self)
  }

  /// The reader of a type, which is the one of last time unless the type has changed.
  func reader<T: Decodable>(of type: T.Type, in graph: GraphDecoder) throws -> TypeReader<T> {
    if let reader = knownReader(of: type) { return reader }
    let reader = try graph.reader(of: type)
    self.type = ObjectIdentifier(type)
    self.reader = reader
    unsafe unretainedReader = .passUnretained(reader)
    return reader
  }

  /// The reader of a type whose values may be nil, or may not be there.
  ///
  /// A type that is itself optional has nils of its own. Unless the archive has as many more as it takes, absence is
  /// the outer nil, and every value that is there is one of the type.
  func readerIfPresent<T: Decodable>(
    of type: T.Type, in graph: GraphDecoder
  ) throws -> TypeReader<T?> {
    let identity = ObjectIdentifier(type)
    if typeIfPresent == identity, let readerIfPresent {
      // Safe: the reader was made for optionals of the type of this identity.
      return unsafe unsafeDowncast(readerIfPresent, to: TypeReader<T?>.self)
    }
    let depth = (type as? any OptionalType.Type)?.depth ?? 0
    let isOwn = depth > 0 && plan.type.optionalDepth <= depth
    let reader: TypeReader<T?> =
      isOwn ? PresentReader(try graph.reader(of: type)) : try graph.reader(of: T?.self)
    typeIfPresent = identity
    unsafe unretainedIfPresent = isOwn ? nil : .passUnretained(reader)
    readerIfPresent = reader
    return reader
  }
}

extension TypeDescriptor {
  /// How many optionals are nested in the type.
  fileprivate var optionalDepth: Int {
    var depth = 0
    var type = self
    while case .optional(let part) = type {
      depth += 1
      type = part
    }
    return depth
  }
}
