import Stele

/// A visitor that makes the outline of a graph from the values that an interpreter visits.
///
/// A digest depends on the content of a value, and not on its layout in the archive: not on the order of keys, the entry
/// numbers and versions of classes, the order of sets and maps, or the width of integers. An optional value has the digest of
/// its content. If the join of an entry wraps a value in `any`, the value has the digest of the `any` value.
final class OutlineVisitor: ValueVisitor {
  /// An incomplete container.
  private struct Frame: BitwiseCopyable {
    var parts: PartsDigest
    /// A hash of the position of the container in its node.
    let place: UInt64
    /// The index of the current key, and the index after the last key of the level.
    var key = 0
    var end = 0
    /// The level of a record, and a hash of the name of its class.
    var level = 0
    var levelHash: UInt64 = 0
    /// The number of elements so far, and how many of them have a digest.
    var index: UInt64 = 0
    /// The index of the list in the references of the node, or -1.
    var firstReference = -1
    /// The number of optionals that enclose the part that is visited next.
    var optionalCount: UInt64 = 0
    var anyType: UInt64 = 0
  }

  /// The position of a reference, or of a list of them, in the node.
  private struct Place: BitwiseCopyable {
    /// The rank of the key of the node's record.
    let rank: Int32
    let hash: UInt64
    let start: Int
    let count: Int
  }

  var outline = GraphOutline()

  private var frames: [Frame] = []
  private var places: [Place] = []
  private var references: [GraphOutline.Target] = []
  private var shape: UInt64 = 0
  private var hasHashedReference: UInt64 = 0
  private var lastEntry = 0
  private var levels: [(keys: Range<Int>, hash: UInt64)] = []

  private let keyHashes: [UInt64]
  /// The rank of each key among all key names in ascending order.
  private let keyRanks: [Int32]
  private let names: [OutlineDigest]
  private let caseHashes: [UInt64]
  /// The hash of the type of each key, if its values have type `any` in the join of the entry; 0 for other keys.
  private var wraps: [UInt64] = []

  init(_ schema: CompiledSchema, _ conversion: MemberConversion) {
    keyHashes = schema.keyNames.map { OutlineDigest(text: $0).a }
    names = schema.names.map { OutlineDigest(text: $0) }
    caseHashes = schema.caseNames.map { OutlineDigest(text: $0).a }
    let order = Set(schema.keyNames.map { ExactString($0) }).sorted()
    let ranks = Dictionary(uniqueKeysWithValues: zip(order, Int32(0)...))
    keyRanks = schema.keyNames.map { ranks[ExactString($0), default: 0] }
    guard conversion.isNeeded else { return }
    wraps = Array(repeating: 0, count: schema.keyNames.count)
    for (index, entry) in schema.classes.enumerated() {
      for (caseIndex, body) in entry.bodies.enumerated() {
        for (position, key) in schema.bodies[body].keys.enumerated()
        where conversion.isWrapped(
          entry: index + 1, caseIndex: entry.kind == .enum ? caseIndex : nil,
          position: position)
        {
          wraps[key] = hash(ofType: Int(schema.keys[key].typeIndex), schema, isInOptionals: true)
        }
      }
    }
  }

  private func name(ofEntry entry: Int, _ schema: borrowing CompiledSchema) -> OutlineDigest {
    let number = schema[entry].map { Int($0.name) - 1 } ?? -1
    return names.indices.contains(number) ? names[number] : OutlineDigest(0, 0)
  }

  // Nodes

  /// Begins a node without a record.
  func beginNode() {
    frames.removeAll(keepingCapacity: true)
    frames.append(Frame(parts: PartsDigest(.whole), place: 0))
  }

  /// Ends a node without a record.
  func endNode() {
    let digest = frames.popLast()?.parts.value ?? OutlineDigest(0, 0)
    append(digest)
  }

  private func append(_ digest: OutlineDigest) {
    places.sort { ($0.rank, $0.hash, $0.start) < ($1.rank, $1.hash, $1.start) }
    for place in places {
      if place.count >= 0 { outline.targets.append(GraphOutline.Target(listOf: place.count)) }
      let end = place.start + (place.count >= 0 ? place.count : 1)
      outline.targets.append(contentsOf: references[place.start..<end])
    }
    places.removeAll(keepingCapacity: true)
    references.removeAll(keepingCapacity: true)
    outline.appendNode(digest, shape: shape & ~1 | hasHashedReference)
    (shape, hasHashedReference) = (0, 0)
  }

  // Containers

  func open(
    _ container: VisitedContainer, count: Int, at offset: Int, _ schema: borrowing CompiledSchema
  ) throws(ArchiveError) {
    switch container {
    case .record(let entry):
      if entry != lastEntry { readLevels(of: entry, schema) }
      let digest = OutlineDigest(tag: OutlineDigest.Tag.object)
        .followed(by: name(ofEntry: entry, schema))
      var frame = Frame(parts: PartsDigest(.body, digest), place: 0)
      frame.level = -1
      frames.append(frame)
      openNextLevel(frames.count - 1)
    case .struct(let entry):
      openBody(
        nextPlace,
        OutlineDigest(tag: OutlineDigest.Tag.struct).followed(by: name(ofEntry: entry, schema)),
        schema.body(ofEntry: entry)?.keys)
    case .enum(let entry, let caseIndex):
      let own = schema[entry]
      let caseNumber = Int(own?.firstCase ?? 0) + caseIndex
      let caseHash = caseHashes.indices.contains(caseNumber) ? caseHashes[caseNumber] : 0
      let bodyIndex = Int(own?.firstBody ?? 0) + caseIndex
      openBody(
        OutlineDigest.mix(nextPlace, caseHash),
        OutlineDigest(tag: OutlineDigest.Tag.enum)
          .followed(by: name(ofEntry: entry, schema)).followed(by: caseHash),
        schema.bodies.indices.contains(bodyIndex) ? schema.bodies[bodyIndex].keys : nil)
    case .list: openCollection(.list, OutlineDigest.Tag.list)
    case .set: openCollection(.set, OutlineDigest.Tag.set)
    case .map: openCollection(.map, OutlineDigest.Tag.map)
    case .some:
      frames[frames.count - 1].optionalCount &+= 1
    case .any(let type, _):
      let outer = frames[frames.count - 1].anyType
      frames[frames.count - 1].anyType = hash(ofType: type, schema, outer: outer)
      frames[frames.count - 1].optionalCount = 0
    }
  }

  private func openBody(_ place: UInt64, _ digest: OutlineDigest, _ keys: Range<Int>?) {
    var frame = Frame(parts: PartsDigest(.body, digest), place: place)
    if let keys { (frame.key, frame.end) = (keys.lowerBound, keys.upperBound) }
    frame.level = .max
    frames.append(frame)
  }

  private func openCollection(_ kind: PartsDigest.Kind, _ tag: UInt64) {
    frames.append(Frame(parts: PartsDigest(kind, OutlineDigest(tag: tag)), place: nextPlace))
  }

  private func readLevels(of entry: Int, _ schema: borrowing CompiledSchema) {
    levels.removeAll(keepingCapacity: true)
    for level in schema.chain(of: entry) {
      guard let body = schema.body(ofEntry: level), !body.keys.isEmpty else { continue }
      levels.append((body.keys, name(ofEntry: level, schema).a))
    }
    lastEntry = entry
  }

  /// Moves to the keys of the next level of a record.
  private func openNextLevel(_ index: Int) {
    frames[index].level += 1
    let next = frames[index].level
    guard next < levels.count else { return }
    let level = levels[next]
    frames[index].key = level.keys.lowerBound
    frames[index].end = level.keys.upperBound
    frames[index].levelHash = level.hash
  }

  /// Returns a hash of the type of an `any` value, without hashing a name again.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - schema: The class table.
  ///   - outer: The hash of the type of the enclosing `any` value, or 0.
  ///   - isInOptionals: Whether the type is the content of all optionals of the given type.
  /// - Returns: The hash, which is not 0.
  private func hash(
    ofType type: Int, _ schema: borrowing CompiledSchema, outer: UInt64 = 0,
    isInOptionals: Bool = false
  ) -> UInt64 {
    var hash = OutlineDigest.mix(3, outer)
    var type = type
    while isInOptionals, schema.type(type).operation == .optional {
      type = Int(schema.type(type).first)
    }
    var rest = [type]
    while let index = rest.popLast() {
      let type = schema.type(index)
      let isReference = isInOptionals && type.operation == .optionalReference
      hash = OutlineDigest.mix(
        hash, UInt64((isReference ? TypeCode.ref : type.code).rawValue))
      if type.code.concernsGraph || type.operation == .optionalReference {
        let name = Int(type.operand) - 1
        hash = OutlineDigest.mix(hash, names.indices.contains(name) ? names[name].a : 0)
      }
      if type.operation != .optionalReference, type.code.partCount > 0 {
        rest.append(Int(type.first))
        if type.code.partCount > 1 { rest.append(Int(type.second)) }
      }
    }
    return hash | 1
  }

  func close() {
    guard let frame = frames.popLast() else { return }
    guard !frames.isEmpty else {
      append(frame.parts.value)
      return
    }
    guard frame.parts.kind == .list else {
      accept(frame.parts.value)
      return
    }
    if frame.firstReference >= 0 {
      let count = references.count - frame.firstReference
      record(frame.place, start: frame.firstReference, count: count)
      accept(nil)
    } else if frame.index == 0 {
      // An empty list does not show whether its elements are references. The number of references is not part of the
      // digest.
      shape &+= OutlineDigest.mix(frame.place, 0)
      accept(nil)
    } else {
      accept(frame.parts.value)
    }
  }

  // Values

  func absentKey() {
    advance(frames.count - 1)
  }

  func none() {
    let count = frames.last?.optionalCount ?? 0
    accept(OutlineDigest(tag: OutlineDigest.Tag.none).followed(by: count), isNil: true)
  }

  func reference(_ number: Int, _ type: CompiledType, at index: Int, offset: Int, isHashed: Bool) {
    guard let last = frames.indices.last else { return }
    let target = GraphOutline.Target(number, isWeak: type.operation == .weakReference)
    if isHashed { hasHashedReference = 1 }
    let frame = frames[last]
    if frame.parts.kind == .list, frame.optionalCount == 0, frame.anyType == 0 {
      if frame.firstReference < 0 { frames[last].firstReference = references.count }
      references.append(target)
      frames[last].index &+= 1
      return
    }
    record(
      frame.optionalCount == 0 ? nextPlace : OutlineDigest.mix(nextPlace, frame.optionalCount),
      start: references.count, count: -1)
    references.append(target)
    accept(nil)
  }

  func leaf(_ type: CompiledType, _ bytes: inout ByteCursor) throws(ArchiveError) {
    accept(try Self.digest(of: type, &bytes))
  }

  private func record(_ place: UInt64, start: Int, count: Int) {
    let first = frames.first
    let key = first?.key ?? 0
    let rank = first?.parts.kind == .body && key < keyRanks.count ? keyRanks[key] : 0
    places.append(Place(rank: rank, hash: place, start: start, count: count))
    shape &+= OutlineDigest.mix(place, UInt64(bitPattern: Int64(count)))
  }

  /// A hash of the position of the part that is visited next.
  private var nextPlace: UInt64 {
    guard let frame = frames.last else { return 0 }
    switch frame.parts.kind {
    case .whole: return 0
    case .body:
      let key = frame.key < keyHashes.count ? keyHashes[frame.key] : 0
      return OutlineDigest.mix(OutlineDigest.mix(frame.place, frame.levelHash), key)
    case .list: return OutlineDigest.mix(frame.place, frame.index)
    case .set: return OutlineDigest.mix(frame.place, OutlineDigest.Tag.set)
    case .map: return OutlineDigest.mix(frame.place, frame.parts.pairKey?.a ?? 1)
    }
  }

  /// Adds a part to the innermost container; `nil` if the part consists of references.
  private func accept(_ part: OutlineDigest?, isNil: Bool = false) {
    guard let last = frames.indices.last else { return }
    var part = part
    if !isNil, frames[last].parts.kind == .body, frames[last].key < wraps.count {
      frames[last].anyType = max(frames[last].anyType, wraps[frames[last].key])
    }
    if frames[last].anyType != 0 {
      part = OutlineDigest(tag: frames[last].anyType).followed(by: part ?? OutlineDigest(0, 1))
      frames[last].anyType = 0
    }
    frames[last].optionalCount = 0
    let isBody = frames[last].parts.kind == .body
    if let part {
      let key = frames[last].key < keyHashes.count ? keyHashes[frames[last].key] : 0
      let name = isBody ? OutlineDigest.mix(frames[last].levelHash, key) : 0
      frames[last].parts.add(part, named: name)
    } else if !isBody, frames[last].parts.kind != .whole {
      frames[last].parts.add(OutlineDigest(0, 1), named: 0)
    }
    if isBody { advance(last) } else { frames[last].index &+= 1 }
  }

  /// Moves to the next key of a body.
  private func advance(_ last: Int) {
    guard last >= 0 else { return }
    frames[last].key += 1
    if frames[last].key >= frames[last].end, frames[last].level < levels.count {
      openNextLevel(last)
    }
  }
}
