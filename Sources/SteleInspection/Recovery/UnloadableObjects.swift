import Stele

/// The objects that the program that wrote them could not load, because required references of theirs are lost.
///
/// A reference is required if neither an optional, an optional key nor a collection is between it and its object. An
/// object without one is lost, too, and so are the objects that require it.
struct UnloadableObjects {
  /// Whether each object is unloadable.
  private(set) var flags: [Bool]
  /// Whether any object is unloadable.
  private(set) var isEmpty = true

  private let classes: ArchiveClassTable

  /// Finds the objects, or returns `nil` if memory does not suffice.
  ///
  /// - Parameters:
  ///   - salvage: The saved objects.
  ///   - budget: The memory for the search, which takes it only during the call.
  ///   - position: Returns the index of the object with a number, or `nil` if it is lost or not of the class.
  /// - Complexity: O(*n*), where *n* is the number of values.
  init?(
    _ salvage: Salvage, budget: MemoryBudget,
    position: (_ number: Int, _ className: String?) -> Int?
  ) {
    classes = salvage.context.classes
    let count = salvage.records.count
    flags = Array(repeating: false, count: count)
    guard UInt32(exactly: count) != nil else { return nil }
    var budget = budget
    guard budget.pay(count * (2 * MemoryLayout<UInt32>.stride + 1)) else { return nil }
    var rest: [UInt32] = []
    var copier = RecordCopier(salvage.context)
    let (newNumber, definitions) = (salvage.newNumber(), salvage.definitions)
    // No reference of a record that can be copied is lost.
    salvage.forEachObject(where: { index, frame in
      !copier.canCopy(
        frame, definitions, number: salvage.records.numbers[index], newNumber)
    }) { index, object in
      forEachRequired(in: object) { number, className, _ in
        if position(number, className) == nil, !flags[index] {
          flags[index] = true
          rest.append(UInt32(index))
        }
      }
    }
    guard !rest.isEmpty else { return }
    isEmpty = false
    // For each object the last of its owners; an owner is followed by the one before it.
    var last = Array(repeating: UInt32(0), count: count)
    var owners: [(object: UInt32, next: UInt32)] = [(0, 0)]
    var isOverBudget = false
    salvage.forEachObject(where: { _, _ in !isOverBudget }) { index, object in
      forEachRequired(in: object) { number, className, _ in
        guard let target = position(number, className) else { return }
        // The list grows by doubling.
        guard budget.pay(2 * MemoryLayout<(UInt32, UInt32)>.stride),
          let next = UInt32(exactly: owners.count)
        else {
          isOverBudget = true
          return
        }
        owners.append((UInt32(index), last[target]))
        last[target] = next
      }
    }
    guard !isOverBudget else { return nil }
    while let index = rest.popLast() {
      var next = last[Int(index)]
      while next > 0 {
        let owner = owners[Int(next)]
        next = owner.next
        guard !flags[Int(owner.object)] else { continue }
        flags[Int(owner.object)] = true
        rest.append(owner.object)
      }
    }
  }

  /// Visits the required references of an object, each with the position of its key among the stored ones of all levels.
  func forEachRequired(
    in object: ArchiveObject,
    _ body: (_ number: Int, _ className: String?, _ key: ArchiveKey) -> Void
  ) {
    let values = object.values
    var position = 0
    for level in classes.chain(of: object.entry) {
      for key in classes[level]?.keys ?? [] where key.isStored {
        defer { position += 1 }
        guard key.presence == .required, values.indices.contains(position),
          let value = values[position]
        else { continue }
        visit(value, key.type) { body($0, $1, key) }
      }
    }
  }

  private func visit(
    _ value: ArchiveValue, _ type: ArchiveTypeDescriptor, _ body: (Int, String?) -> Void
  ) {
    // Most values have no parts.
    var rest = [(value, type)]
    while let (value, type) = rest.popLast() {
      switch (value, type) {
      case (.reference(let number), .reference): body(number, type.className)
      case (.any(let type, let content), _): rest.append((content, type))
      case (.structure(let body), _):
        append(body.values, classes[body.entry]?.keys, to: &rest)
      case (.enumeration(let body), _):
        let cases = classes[body.entry]?.cases ?? []
        guard cases.indices.contains(body.caseIndex) else { continue }
        append(body.values, cases[body.caseIndex].keys, to: &rest)
      default: continue
      }
    }
  }

  private func append(
    _ values: [ArchiveValue?], _ keys: [ArchiveKey]?,
    to rest: inout [(ArchiveValue, ArchiveTypeDescriptor)]
  ) {
    for (key, value) in zip((keys ?? []).filter(\.isStored), values) {
      if key.presence == .required, let value { rest.append((value, key.type)) }
    }
  }
}
