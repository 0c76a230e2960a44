import Stele

/// Gives references new numbers, and takes those away that lead to lost objects.
///
/// Where the target is lost, a reference becomes nil; a set element and a map pair whose key led there are
/// left out. The types that cannot hold nil are noted.
///
/// Spec §7.4.
struct ReferenceRepair {
  /// A reference whose target is lost.
  struct Loss {
    let keyPath: String
    let target: Int
    var isLeftOut = false
  }

  /// A key, by the entry that declares it, its case in an enum, and its place among the stored keys.
  struct KeyPlace: Hashable {
    let entry: Int
    let caseIndex: Int?
    let position: Int
  }

  /// A container whose parts are being repaired.
  private struct Frame {
    let value: ArchiveValue
    let parts: [ArchiveValue]
    /// The type of the elements, of the keys and values of a map, or of what an optional or any holds.
    let types: [ArchiveTypeDescriptor]
    /// The stored keys that are present, in a struct or enum.
    let keys: [(place: KeyPlace, key: ArchiveKey)]
    var repaired: [ArchiveValue] = []
    /// The number of losses before the current part was begun, and of those among them that were noted.
    var lossCount = 0
    var notedCount = 0
    /// The parts to leave out.
    var leftOut: Set<Int> = []
    /// The number of references before the container was begun.
    let referenceCount: Int
    /// Whether the type that an `any` value carries has to admit nil.
    var needsOptional = false
  }

  /// The class entries.
  let classes: ArchiveClassTable
  /// Gives the new number of an object, or nil when it is lost or not of the class that is asked for.
  let newNumber: (_ number: Int, _ className: String?) -> Int?
  /// What was taken away, as far as there is memory for it.
  private(set) var losses: [Loss] = []
  /// What is left of the memory for losses.
  private var budget: MemoryBudget
  /// How many references were taken away from the current value.
  private var lossCount = 0
  /// How many losses have not been noted, for lack of memory.
  private(set) var unnotedCount = 0
  /// The keys of structs and enums whose types have to admit nil.
  private(set) var keysToWiden: Set<KeyPlace> = []
  /// Whether elements or keys were left out because they have become equal to others: weak references that named
  /// different slots are the same when the slots are lost.
  private(set) var hasJoinedElements = false
  /// How many references have been met, those included that are nil.
  private var referenceCount = 0
  private var frames: [Frame] = []
  private var origin = LossPath(name: "")
  private var needsOptional = false

  init(
    classes: ArchiveClassTable, budget: MemoryBudget,
    newNumber: @escaping (_ number: Int, _ className: String?) -> Int?
  ) {
    self.classes = classes
    self.budget = budget
    self.newNumber = newNumber
  }

  /// Forgets the losses, and gives them.
  mutating func takeLosses() -> [Loss] {
    defer { losses = [] }
    return losses
  }

  /// Repairs a value, and says whether its type now has to admit nil references.
  mutating func repair(
    _ value: ArchiveValue, of type: ArchiveTypeDescriptor, at origin: LossPath
  ) -> (value: ArchiveValue, needsOptional: Bool) {
    needsOptional = false
    guard type.mayNeedRepair else { return (value, false) }
    lossCount = 0
    self.origin = origin
    var done = begin(value, of: type)
    while let last = frames.indices.last {
      if let part = done { accept(part, in: last) }
      let position = frames[last].repaired.count
      if position == frames[last].parts.count {
        done = finish(frames.removeLast())
      } else {
        frames[last].lossCount = lossCount
        frames[last].notedCount = losses.count
        let type = partType(position, of: frames[last])
        done = begin(frames[last].parts[position], of: type)
      }
    }
    return (done ?? .nil, needsOptional)
  }

  /// Repairs a value without parts at once; otherwise opens a frame for it.
  private mutating func begin(_ value: ArchiveValue, of type: ArchiveTypeDescriptor)
    -> ArchiveValue?
  {
    if type.isReference { referenceCount += 1 }
    if case .reference(let number) = value {
      let target: ArchiveTypeDescriptor = if case .optional(let part) = type { part } else { type }
      if let new = newNumber(number, target.className) { return .reference(new) }
      note(lossOf: number)
      if target == type, case .reference = type { widen() }
      return .nil
    }
    let parts = value.parts
    guard !parts.isEmpty else { return value }
    let types: [ArchiveTypeDescriptor] =
      if case .any(let type, _) = value { [type] } else { type.parts }
    frames.append(
      Frame(
        value: value, parts: parts, types: types, keys: presentKeys(of: value),
        referenceCount: referenceCount))
    frames[frames.count - 1].repaired.reserveCapacity(parts.count)
    return nil
  }

  /// Notes that the reference to an object was taken away, if there is memory for that.
  private mutating func note(lossOf number: Int) {
    lossCount += 1
    guard unnotedCount == 0 else {
      unnotedCount += 1
      return
    }
    let path = keyPath
    // Two lists that grow by doubling take the losses, one after the other.
    let byteCount =
      6 * MemoryLayout<RecoveryReport.LostReference>.stride
      + MemoryBudget.string(byteCount: path.utf8.count)
    if budget.pay(byteCount) {
      losses.append(Loss(keyPath: path, target: number))
    } else {
      unnotedCount += 1
    }
  }

  /// Notes that the innermost type that describes the current part has to admit nil.
  private mutating func widen() {
    for index in frames.indices.reversed() {
      if !frames[index].keys.isEmpty {
        keysToWiden.insert(frames[index].keys[frames[index].repaired.count].place)
        return
      }
      if case .any = frames[index].value {
        frames[index].needsOptional = true
        return
      }
    }
    needsOptional = true
  }

  private func presentKeys(of value: ArchiveValue) -> [(place: KeyPlace, key: ArchiveKey)] {
    let entry: Int
    let caseIndex: Int?
    let values: [ArchiveValue?]
    switch value {
    case .structure(let value): (entry, caseIndex, values) = (value.entry, nil, value.values)
    case .enumeration(let value):
      (entry, caseIndex, values) = (value.entry, value.caseIndex, value.values)
    default: return []
    }
    let keys = classes[entry].map { entry in
      caseIndex.map { entry.cases.indices.contains($0) ? entry.cases[$0].keys : [] } ?? entry.keys
    }
    return zip(keys?.filter(\.isStored) ?? [], values).enumerated().compactMap { index, pair in
      guard pair.1 != nil else { return nil }
      return (KeyPlace(entry: entry, caseIndex: caseIndex, position: index), pair.0)
    }
  }

  private func partType(_ position: Int, of frame: Frame) -> ArchiveTypeDescriptor {
    switch frame.value {
    case .structure, .enumeration:
      frame.keys.indices.contains(position) ? frame.keys[position].key.type : .any
    case .map:
      frame.types.indices.contains(1) ? frame.types[position % 2] : .any
    default:
      frame.types.first ?? .any
    }
  }

  /// The way to the part that is being repaired.
  private var keyPath: String {
    origin.followed(
      by: frames.suffix(LossPath.stepCount).map { frame in
        let position = frame.repaired.count
        return switch frame.value {
        case .structure, .enumeration:
          frame.keys.indices.contains(position)
            ? "." + frame.keys[position].key.name.shortened() : ""
        case .map: position % 2 == 0 ? "[key \(position / 2)]" : "[\(position / 2)]"
        case .list, .set: "[\(position)]"
        default: ""
        }
      }, isWhole: frames.count <= LossPath.stepCount)
  }

  private mutating func accept(_ part: ArchiveValue, in index: Int) {
    let position = frames[index].repaired.count
    frames[index].repaired.append(part)
    let isKey =
      switch frames[index].value {
      case .set: true
      case .map: position % 2 == 0
      default: false
      }
    guard isKey, lossCount > frames[index].lossCount else { return }
    frames[index].leftOut.insert(position)
    for loss in frames[index].notedCount..<losses.count { losses[loss].isLeftOut = true }
  }

  /// Leaves out elements and keys that have become equal to one before.
  private mutating func joinEqual(in frame: inout Frame) {
    let step: Int
    switch frame.value {
    case .set: step = 1
    case .map: step = 2
    default: return
    }
    guard referenceCount > frame.referenceCount else { return }
    var known: Set<ArchiveValue> = []
    for position in stride(from: 0, to: frame.repaired.count, by: step)
    where !frame.leftOut.contains(position) {
      guard !known.insert(frame.repaired[position]).inserted else { continue }
      frame.leftOut.insert(position)
      hasJoinedElements = true
    }
  }

  private mutating func finish(_ frame: Frame) -> ArchiveValue {
    var frame = frame
    joinEqual(in: &frame)
    if frame.needsOptional, case .any(let type, _) = frame.value {
      return .any(type.withOptionalReferences, frame.repaired.first ?? .nil)
    }
    guard !frame.leftOut.isEmpty else { return frame.value.replacingParts(frame.repaired) }
    let isMap = if case .map = frame.value { true } else { false }
    let kept = frame.repaired.indices.filter { !frame.leftOut.contains(isMap ? $0 & ~1 : $0) }
    return frame.value.replacingParts(kept.map { frame.repaired[$0] })
  }
}

extension ArchiveTypeDescriptor {
  /// Whether values are references, that is `ref`, `optional ref` or `weak`.
  fileprivate var isReference: Bool {
    switch self {
    case .reference, .optional(.reference), .weakReference: true
    default: false
    }
  }

  /// Whether a value of the type can contain a reference.
  fileprivate var mayNeedRepair: Bool {
    contains { code in code == .any || code.concernsGraph }
  }

  /// The same type with `optional ref` in place of every `ref`.
  var withOptionalReferences: ArchiveTypeDescriptor {
    switch self {
    case .reference: .optional(self)
    case .optional(.reference): self
    case .optional(let part): .optional(part.withOptionalReferences)
    case .list(let part): .list(part.withOptionalReferences)
    case .set(let part): .set(part.withOptionalReferences)
    case .map(let key, let value):
      .map(key: key.withOptionalReferences, value: value.withOptionalReferences)
    default: self
    }
  }
}
