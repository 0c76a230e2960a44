/// The steps that lead over the values of some keys.
///
/// Spec §3.7, §5.2.
struct PlainSteps: Sendable {
  /// More steps than most classes have keys, and few enough for a count of one byte; values of others are examined key by
  /// key.
  private static let countLimit = 128
  /// How deep structs may nest of which the keys have steps.
  private static let nestingLimit = 4
  /// How deep values may stand in what the steps lead over.
  static let depth = 2 * nestingLimit + 4

  private(set) var steps: [PlainStep] = []
  /// Steps before this one may be passed over, and are not joined with what follows.
  private var fence = 0
  /// Where the steps begin that belong together.
  private var start = 0

  /// Begins steps that have nothing to do with those before.
  mutating func begin() {
    start = steps.count
    fence = steps.count
  }

  /// Forgets the steps from a place on.
  mutating func removeAll(from place: Int) {
    if place < steps.count { steps.removeSubrange(place...) }
  }

  /// Adds the steps of keys, or tells with false that one of them is not plain.
  ///
  /// - Parameters:
  ///   - keys: Where the keys stand.
  ///   - classes: The class table.
  ///   - entries: For each class name the entry that structs are expected to have, or 0.
  ///   - numbers: The entry numbers that a list says of structs in its elements; none where structs say theirs.
  ///   - depth: How many structs are around the keys.
  /// - Returns: Whether all keys are plain.
  mutating func add(
    _ keys: Range<Int>, of classes: ClassForms, structures entries: [Int],
    listed numbers: inout ArraySlice<Int>?, depth: Int = 0
  ) -> Bool {
    for key in classes.keys[keys] {
      guard let step = Self.step(for: key, in: classes) else { return false }
      guard step.kind == .structure else {
        guard add(step) else { return false }
        continue
      }
      guard depth < Self.nestingLimit else { return false }
      if key.isNestedInLists, let number = numbers?.popFirst() {
        guard let keys = Self.keys(ofStructure: number, in: classes),
          add(keys, of: classes, structures: entries, listed: &numbers, depth: depth + 1)
        else { return false }
      } else {
        guard add(step, of: classes, structures: entries, depth: depth) else { return false }
      }
    }
    return true
  }

  /// Adds the steps of a struct that says its entry itself.
  private mutating func add(
    _ step: PlainStep, of classes: ClassForms, structures entries: [Int], depth: Int
  ) -> Bool {
    guard entries.indices.contains(step.operand), entries[step.operand] > 0,
      let keys = Self.keys(ofStructure: entries[step.operand], in: classes)
    else { return false }
    let place = steps.count
    guard add(step) else { return false }
    steps[place].operand = entries[step.operand]
    fence = steps.count
    var none: ArraySlice<Int>?
    guard add(keys, of: classes, structures: entries, listed: &none, depth: depth + 1)
    else { return false }
    steps[place].stepCount = UInt8(truncatingIfNeeded: steps.count - place)
    fence = steps.count
    return true
  }

  /// The keys of a struct when it has some, all of them required.
  private static func keys(ofStructure entry: Int, in classes: ClassForms) -> Range<Int>? {
    let body = classes.bodies[classes.entries[entry - 1].firstBody]
    return body.keys.isEmpty || body.optionalCount > 0 ? nil : body.keys
  }

  private static func step(for key: ClassForms.Key, in classes: ClassForms) -> PlainStep? {
    let isFlagged = key.form.action == .optional
    let form = isFlagged ? classes.types[key.form.first] : key.form
    guard var step = PlainStep(form, in: classes.types) else { return nil }
    step.isOptional = key.isOptional
    step.isFlagged = isFlagged
    return step
  }

  /// Adds a step, joined with the one before when both pass over bytes; tells with false that there are too many.
  private mutating func add(_ step: PlainStep) -> Bool {
    guard steps.count - start < Self.countLimit else { return false }
    if step.isSkip, steps.count > fence, let last = steps.last, last.isSkip {
      steps[steps.count - 1].operand += step.operand
    } else {
      steps.append(step)
    }
    return true
  }
}
