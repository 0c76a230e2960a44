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
  /// The key paths of sets and maps that have one element or key in two spellings, as far as there is memory for them.
  private(set) var respellings: [String] = []
  private var spellings = SpellingTable()
  /// The memory in bytes that the numbers of the current value take.
  private var spellingByteCount = 0
  /// Whether there was no memory for all of them.
  private var hasSpentSpellings = false
  private var frames: [RepairFrame] = []
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

  /// Forgets the sets and maps with two spellings, and gives them.
  mutating func takeRespellings() -> [String] {
    defer { respellings = [] }
    return respellings
  }

  /// Repairs a value, and says whether its type now has to admit nil references.
  ///
  /// A value that is not shared is changed in place.
  mutating func repair(
    _ value: consuming ArchiveValue, of type: ArchiveTypeDescriptor, at origin: LossPath
  ) -> (value: ArchiveValue, needsOptional: Bool) {
    needsOptional = false
    guard type.mayNeedRepair || type.mayHoldSpellings else { return (value, false) }
    lossCount = 0
    self.origin = origin
    defer { forgetSpellings() }
    var done = begin(&value, of: type)
    while let last = frames.indices.last {
      if let part = done.take() { accept(part, in: last) }
      if var part = frames[last].takePart() {
        frames[last].lossCount = lossCount
        frames[last].notedCount = losses.count
        done = begin(&part, of: frames[last].partType)
      } else {
        done = finish(frames.removeLast())
      }
    }
    return (done ?? .nil, needsOptional)
  }

  /// Repairs a value without parts at once; otherwise opens a frame for it.
  private mutating func begin(
    _ value: inout ArchiveValue, of type: ArchiveTypeDescriptor
  ) -> ArchiveValue? {
    if case .reference(let number) = value {
      let target: ArchiveTypeDescriptor = if case .optional(let part) = type { part } else { type }
      if let new = newNumber(number, target.className) { return spelled(.reference(new)) }
      note(lossOf: number)
      if target == type, case .reference = type { widen() }
      return spelled(.nil)
    }
    guard var frame = RepairFrame(&value, of: type, classes) else { return spelled(value) }
    frame.isSpelled =
      !hasSpentSpellings && (frames.last?.isSpelled == true || type.mayHoldSpellings)
    frames.append(frame)
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
      if let place = frames[index].place {
        keysToWiden.insert(place)
        return
      }
      if case .any = frames[index].kind {
        frames[index].needsOptional = true
        return
      }
    }
    needsOptional = true
  }

  /// The way to the part that is being repaired.
  private var keyPath: String {
    origin.followed(
      by: frames.suffix(LossPath.stepCount).map(\.step),
      isWhole: frames.count <= LossPath.stepCount)
  }

  private mutating func accept(_ part: consuming ArchiveValue, in index: Int) {
    let isKey = frames[index].isKey
    frames[index].put(part)
    guard isKey, lossCount > frames[index].lossCount else { return }
    frames[index].leaveOut()
    for loss in frames[index].notedCount..<losses.count { losses[loss].isLeftOut = true }
  }

  private mutating func finish(_ frame: consuming RepairFrame) -> ArchiveValue {
    if frame.isSpelled, !hasSpentSpellings {
      let (number, isAmbiguous) = frame.spelling(classes, in: &spellings)
      if isAmbiguous { noteRespelling() }
      if frames.last?.isSpelled == true { add(number) }
    }
    return frame.value()
  }
}

// Elements and keys in two spellings

extension ReferenceRepair {
  /// Numbers a value without parts, if the container of it needs that.
  private mutating func spelled(_ value: ArchiveValue) -> ArchiveValue {
    if frames.last?.isSpelled == true, !hasSpentSpellings { add(spellings.number(of: value)) }
    return value
  }

  /// Adds the number of a part to the innermost container, if there is memory for that.
  private mutating func add(_ number: Int) {
    guard budget.pay(SpellingTable.partByteCount) else {
      hasSpentSpellings = true
      return
    }
    spellingByteCount += SpellingTable.partByteCount
    frames[frames.count - 1].numbers.append(number)
  }

  /// Notes the container that is being repaired, if there is memory for that.
  private mutating func noteRespelling() {
    let path = keyPath
    let byteCount =
      6 * MemoryLayout<RecoveryReport.Respelling>.stride
      + MemoryBudget.string(byteCount: path.utf8.count)
    if budget.pay(byteCount) { respellings.append(path) }
  }

  /// Gives the memory for the numbers of a value back.
  private mutating func forgetSpellings() {
    guard spellingByteCount > 0 || hasSpentSpellings else { return }
    spellings = SpellingTable()
    budget.giveBack(spellingByteCount)
    (spellingByteCount, hasSpentSpellings) = (0, false)
  }
}

extension ArchiveTypeDescriptor {
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
