import Stele
import SteleModel

/// A container with parts that are being repaired in place, with its types and losses.
struct RepairFrame {
  private var container: DismantledValue
  /// The type of the elements, of the keys and values of a map, or of the content of an optional or `any`.
  private let types: [ArchiveTypeDescriptor]
  /// The entry of a struct or enum, its case, and its stored keys.
  private let body: (entry: Int, caseIndex: Int?)?
  private let keys: [ArchiveKey]
  /// The number of losses before the current part, and how many of them were recorded.
  var lossCount = 0
  var notedCount = 0
  /// The elements or pairs to leave out, in order.
  private var leftOut: [Int] = []
  /// Whether parts are numbered by their meaning, because this container or an enclosing one may have one element in two
  /// spellings.
  var isSpelled = false
  /// The numbers of the repaired parts, if they are numbered.
  var numbers: [Int] = []
  /// Whether the content of an optional is lost, so the optional becomes nil.
  private var hasLostContent = false
  /// Whether the type of an `any` value must admit nil.
  var needsOptional = false

  private(set) var state = ReferenceRepair.PartState.whole

  /// Moves the parts out of a value; the result is `nil` if the value has none.
  init?(_ value: inout ArchiveValue, of type: ArchiveTypeDescriptor, _ classes: ArchiveClassTable) {
    guard let container = DismantledValue(&value) else { return nil }
    self.container = container
    switch container.kind {
    case .some, .list, .set, .map: (types, body) = (type.parts, nil)
    case .any(let type): (types, body) = ([type], nil)
    case .struct(let entry): (types, body) = ([], (entry, nil))
    case .enum(let entry, let caseIndex): (types, body) = ([], (entry, caseIndex))
    }
    keys = body.flatMap { classes.ownKeys(of: $0.entry, caseIndex: $0.caseIndex) } ?? []
  }

  var isAny: Bool {
    if case .any = container.kind { true } else { false }
  }

  private var position: Int { container.position }

  /// The key of the value that is being repaired, in a struct or enum.
  var place: ReferenceRepair.KeyPlace? {
    body.map { .init(entry: $0.entry, caseIndex: $0.caseIndex, position: position) }
  }

  var partType: ArchiveTypeDescriptor {
    switch container.kind {
    case .struct, .enum: keys.indices.contains(position) ? keys[position].type : .any
    case .map: types.count > 1 ? types[position % 2] : .any
    default: types.first ?? .any
    }
  }

  /// The step of a key path to the part that is being repaired.
  var step: String {
    switch container.kind {
    case .struct, .enum:
      keys.indices.contains(position) ? KeyPathText.key(keys[position].name) : ""
    case .map: KeyPathText.mapPart(position)
    case .list, .set: KeyPathText.element(position)
    case .some, .any: ""
    }
  }

  /// Whether the part that is being repaired is an element of a set or the key of a pair.
  var isKey: Bool {
    if case .set = container.kind { true } else { container.isPairKey }
  }

  /// Moves the next part out of its container; `nil` after the last one.
  mutating func takePart() -> ArchiveValue? { container.takePart() }

  /// Moves a repaired part back.
  mutating func put(_ part: consuming ArchiveValue) { container.put(part) }

  /// Records the state of the part that was moved back last, and returns whether its element or pair must be left out.
  mutating func lose(_ part: ReferenceRepair.PartState) -> Bool {
    let last = position - 1
    switch container.kind {
    case .list, .set, .map: return true
    case .any: state = part
    case .some:
      if part == .isLost { hasLostContent = true }
      state = .isNil
    case .struct, .enum:
      guard part == .isLost else { return false }
      if keys.indices.contains(last), keys[last].presence == .optional {
        container.slots[last] = nil
        if isSpelled, !numbers.isEmpty { numbers.removeLast() }
      } else {
        state = .isLost
      }
    }
    return false
  }

  /// Leaves out the element that was moved back last, or the pair with that key.
  mutating func leaveOut() {
    let last = position - 1
    let index = if case .map = container.kind { last / 2 } else { last }
    if leftOut.last != index { leftOut.append(index) }
  }

  /// Returns the number of the value by its meaning, and whether it is a set or map with the same element or key twice.
  ///
  /// The parts of the frame must be numbered.
  func spelling(
    _ classes: ArchiveClassTable, _ conversion: MemberConversion?, in table: inout SpellingTable
  ) -> (number: Int, isAmbiguous: Bool) {
    switch container.kind {
    case .some:
      // Joined entries wrap the values of one entry in an optional.
      if hasLostContent { return (table.number(of: .nil), false) }
      let number = numbers.first ?? 0
      if container.values.first == .nil { return (table.number(of: .some, [number]), false) }
      return (number, false)
    case .any(let type):
      let words = table.words(of: type)
      return (table.number(of: .any, words + numbers), false)
    case .list: return (table.number(of: .list, kept(numbers)), false)
    case .set:
      let keys = kept(numbers).sorted()
      return (table.number(of: .set, keys), Self.hasEqual(keys))
    case .map:
      var spelled: [(key: Int, value: Int)] = []
      for index in kept(Array(0..<container.pairs.count)) {
        spelled.append((numbers[2 * index], numbers[2 * index + 1]))
      }
      spelled.sort { ($0.key, $0.value) < ($1.key, $1.value) }
      let number = table.number(of: .map, spelled.flatMap { [$0.key, $0.value] })
      return (number, Self.hasEqual(spelled.map { $0.key }))
    case .struct:
      let words = fieldWords(classes, conversion, in: &table)
      return (table.number(of: .struct, words), false)
    case .enum(let entry, let caseIndex):
      let name = table.number(ofName: classes.caseName(of: entry, caseIndex) ?? "")
      let words = fieldWords(classes, conversion, in: &table)
      return (table.number(of: .enum, [name] + words), false)
    }
  }

  /// Returns the lineage of a struct or enum, and its keys with their values in the join, in the order of the name numbers.
  private func fieldWords(
    _ classes: ArchiveClassTable, _ conversion: MemberConversion?, in table: inout SpellingTable
  ) -> [Int] {
    guard let body else { return [] }
    let present = keys.indices.filter {
      container.slots.indices.contains($0) && container.slots[$0] != nil
    }
    var fields: [(Int, Int)] = []
    for (position, var number) in zip(present, numbers) {
      if conversion?.isWrapped(
        entry: body.entry, caseIndex: body.caseIndex, position: position) == true,
        let value = container.slots[position]?.innermost, value != .nil
      {
        let type = keys[position].type.withoutOptionals
        number = table.number(of: .any, table.words(of: type) + [number])
      }
      fields.append((table.number(ofName: keys[position].name), number))
    }
    fields.sort { $0.0 < $1.0 }
    let entry = classes[body.entry]
    return [entry.map { table.number(ofName: $0.name) } ?? 0, entry?.version ?? 0]
      + fields.flatMap { [$0.0, $0.1] }
  }

  private static func hasEqual(_ sorted: [Int]) -> Bool {
    zip(sorted, sorted.dropFirst()).contains { $0 == $1 }
  }

  consuming func value() -> ArchiveValue {
    if hasLostContent { return .nil }
    if needsOptional, case .any(let type) = container.kind {
      container.kind = .any(type.withOptionalReferences)
    }
    container.values = kept(container.values)
    container.pairs = kept(container.pairs)
    return container.value()
  }

  private func kept<Element>(_ all: [Element]) -> [Element] {
    guard !leftOut.isEmpty, !all.isEmpty else { return all }
    var (kept, start) = ([Element](), 0)
    for index in leftOut {
      kept += all[start..<index]
      start = index + 1
    }
    return kept + all[start...]
  }
}
