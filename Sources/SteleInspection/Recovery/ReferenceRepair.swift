import Stele
import SteleModel

/// A repair of references, which renumbers them and removes references to lost objects.
///
/// A lost element of a list, set or map is left out, and a lost value of an optional key is absent; other references become nil
/// if their types admit it. A value that contains any other lost reference is lost, too.
///
/// If nil is kept, every lost reference becomes nil, except in set elements and map keys; types that do not admit nil
/// are recorded.
///
/// Spec §8.4.
struct ReferenceRepair {
  /// The state of a repaired part.
  enum PartState {
    /// The part is a value of its type.
    case whole
    /// The part was a reference, and has become nil, which its type admits.
    case isNil
    /// The part is not a value of its type.
    case isLost
  }

  /// The key of an object, or the root, whose value is repaired.
  struct Origin {
    /// The number of the object; `nil` for a root.
    let object: Int?
    /// The name of the class or root.
    let name: String
    /// The step to the key.
    var step = ""
  }

  /// A key, by the entry that declares it, its case in an enum, and its position among the stored keys.
  struct KeyPlace: Hashable {
    let entry: Int
    let caseIndex: Int?
    let position: Int
  }

  let classes: ArchiveClassTable
  /// Whether lost references become nil, and stay in their containers.
  let keepsNil: Bool
  /// Returns the new number of an object, or `nil` if the object is lost or does not have the requested class.
  let newNumber: RecordCopier.NewNumber
  /// The removed references, as many as memory allows.
  private(set) var losses: [RecoveryReport.LostReference] = []
  /// The remaining memory for losses.
  private var budget: MemoryBudget
  /// The number of references removed from the current value.
  private var lossCount = 0
  /// The number of losses that were not recorded for lack of memory.
  private(set) var unnotedCount = 0
  /// The keys with types that must admit nil.
  var keysToWiden: Set<KeyPlace> = []
  /// The sets and maps that have one element or key in two spellings, as many as memory allows.
  private(set) var respellings: [RecoveryReport.Respelling] = []
  /// The path steps to the keys of records.
  var keySteps = EntryCache<[String]>()
  /// The joins for the comparison of elements and keys.
  private let conversion: MemberConversion?
  private var spellings = SpellingTable()
  /// The size in bytes of the numbers of the current value.
  private var spellingByteCount = 0
  /// Whether memory was too small for all numbers.
  private var hasSpentSpellings = false
  private var frames: [RepairFrame] = []
  private var origin = Origin(object: nil, name: "")
  private var needsOptional = false
  /// The state of the part that was repaired last.
  private var state = PartState.whole

  /// Creates a repair of saved content, which finds elements in two spellings if joins are given.
  init(_ salvage: Salvage, budget: MemoryBudget, _ conversion: MemberConversion? = nil) {
    classes = salvage.context.classes
    keepsNil = salvage.keepsNil
    newNumber = salvage.newNumbers()
    self.budget = budget
    self.conversion = conversion
  }

  /// Records that the elements of the losses from an index on have been left out.
  mutating func leaveOut(from first: Int) {
    for index in first..<losses.count {
      let loss = losses[index]
      losses[index] = .init(
        object: loss.object, keyPath: loss.keyPath, target: loss.target, isLeftOut: true)
    }
  }

  /// Repairs a value, and returns whether its type must now admit nil references.
  ///
  /// A value that is not shared is changed in place.
  mutating func repair(
    _ value: consuming ArchiveValue, of type: ArchiveTypeDescriptor, at origin: Origin
  ) -> (value: ArchiveValue, needsOptional: Bool, state: PartState) {
    needsOptional = false
    state = .whole
    guard type.mayHoldMoreThanScalars || type.mayHoldSpellings else {
      return (value, false, .whole)
    }
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
    return (done ?? .nil, needsOptional, state)
  }

  /// Repairs a value without parts, or opens a frame for a value with parts.
  private mutating func begin(
    _ value: inout ArchiveValue, of type: ArchiveTypeDescriptor
  ) -> ArchiveValue? {
    if case .reference(let number) = value {
      let target: ArchiveTypeDescriptor = if case .optional(let part) = type { part } else { type }
      if let new = newNumber(number, target.className) { return spelled(.reference(new)) }
      record(lossOf: number)
      state = .isNil
      if target == type, case .reference = type {
        if keepsNil { widen() } else { state = .isLost }
      }
      return spelled(.nil)
    }
    guard var frame = RepairFrame(&value, of: type, classes) else { return spelled(value) }
    frame.isSpelled =
      !hasSpentSpellings && (frames.last?.isSpelled == true || type.mayHoldSpellings)
    frames.append(frame)
    return nil
  }

  /// Records the removal of a reference to an object, if memory allows.
  private mutating func record(lossOf number: Int) {
    lossCount += 1
    guard unnotedCount == 0 else {
      unnotedCount += 1
      return
    }
    let path = keyPath
    // This is enough for a list that grows by doubling, and for a copy of it.
    let byteCount =
      6 * MemoryLayout<RecoveryReport.LostReference>.stride
      + MemoryBudget.string(byteCount: path.utf8.count)
    if budget.pay(byteCount) {
      losses.append(
        .init(object: origin.object, keyPath: path, target: number, isLeftOut: false))
    } else {
      unnotedCount += 1
    }
  }

  /// Records that the innermost type that describes the current part must admit nil.
  private mutating func widen() {
    for index in frames.indices.reversed() {
      if let place = frames[index].place {
        keysToWiden.insert(place)
        return
      }
      if frames[index].isAny {
        frames[index].needsOptional = true
        return
      }
    }
    needsOptional = true
  }

  /// The largest number of steps within a value in a key path.
  private static let stepCount = 16

  /// The key path of the part that is being repaired.
  ///
  /// There can be as many paths as references, so each is short, regardless of the lengths of names and the depth of values.
  private var keyPath: String {
    let start =
      origin.object.map { KeyPathText.object($0, ofClass: origin.name) }
      ?? KeyPathText.root(origin.name)
    return start + origin.step + (frames.count > Self.stepCount ? "…" : "")
      + frames.suffix(Self.stepCount).map(\.step).joined()
  }

  private mutating func accept(_ part: consuming ArchiveValue, in index: Int) {
    let isKey = frames[index].isKey
    frames[index].put(part)
    if !keepsNil, state != .whole {
      let isLeftOut = frames[index].lose(state)
      state = .whole
      guard isLeftOut else { return }
    } else {
      state = .whole
      guard isKey, lossCount > frames[index].lossCount else { return }
    }
    frames[index].leaveOut()
    leaveOut(from: frames[index].notedCount)
  }

  private mutating func finish(_ frame: consuming RepairFrame) -> ArchiveValue {
    state = frame.state
    if frame.isSpelled, !hasSpentSpellings {
      let (number, isAmbiguous) = frame.spelling(classes, conversion, in: &spellings)
      if isAmbiguous { recordRespelling() }
      if frames.last?.isSpelled == true { add(number) }
    }
    return frame.value()
  }
}

// Elements and keys in two spellings

extension ReferenceRepair {
  /// Numbers a value without parts, if its container needs numbers.
  private mutating func spelled(_ value: ArchiveValue) -> ArchiveValue {
    if frames.last?.isSpelled == true, !hasSpentSpellings { add(spellings.number(of: value)) }
    return value
  }

  /// Adds the number of a part to the innermost container, if memory allows.
  private mutating func add(_ number: Int) {
    guard budget.pay(SpellingTable.partByteCount) else {
      hasSpentSpellings = true
      return
    }
    spellingByteCount += SpellingTable.partByteCount
    frames[frames.count - 1].numbers.append(number)
  }

  /// Records the container that is being repaired, if memory allows.
  private mutating func recordRespelling() {
    let path = keyPath
    let byteCount =
      6 * MemoryLayout<RecoveryReport.Respelling>.stride
      + MemoryBudget.string(byteCount: path.utf8.count)
    if budget.pay(byteCount) { respellings.append(.init(object: origin.object, keyPath: path)) }
  }

  /// Releases the memory for the numbers of a value.
  private mutating func forgetSpellings() {
    guard spellingByteCount > 0 || hasSpentSpellings else { return }
    spellings = SpellingTable()
    budget.giveBack(spellingByteCount)
    (spellingByteCount, hasSpentSpellings) = (0, false)
  }
}

extension ArchiveTypeDescriptor {
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
