import Stele
import SteleModel

/// The objects that the original program could not load, because they lack required references.
///
/// A reference is required if neither an optional, an optional key nor a collection is between it and its object. An
/// object that lacks one is lost, too, and so are the objects that require that object.
struct UnloadableObjects {
  private(set) var flags: [Bool]
  private(set) var isEmpty = true

  private let classes: ArchiveClassTable

  /// Finds the objects, or returns `nil` if there is too little memory.
  ///
  /// - Parameters:
  ///   - salvage: The saved objects.
  ///   - budget: The memory for the search, which uses it only during the call.
  ///   - newNumber: Returns the number of an object among the saved ones.
  /// - Complexity: O(*n*), where *n* is the number of values.
  init?(
    _ salvage: Salvage, budget: MemoryBudget, _ newNumber: RecordCopier.NewNumber
  ) {
    classes = salvage.context.classes
    let count = salvage.records.count
    flags = Array(repeating: false, count: count)
    guard UInt32(exactly: count) != nil else { return nil }
    var budget = budget
    guard budget.pay(count * (2 * MemoryLayout<UInt32>.stride + 1)) else { return nil }
    var rest: [UInt32] = []
    var copier = RecordCopier(salvage.context)
    // A record that can be copied has no lost references.
    salvage.forEachObject(where: { index, frame in
      copier.copy(frame, number: salvage.records.numbers[index], newNumber) == nil
    }) { index, object in
      forEachRequired(in: object) { number, className, _ in
        if newNumber(number, className) == nil, !flags[index] {
          flags[index] = true
          rest.append(UInt32(index))
        }
      }
    }
    guard !rest.isEmpty else { return }
    isEmpty = false
    // The number of references to each object, and then the end of the object's part of the list of owners.
    var ends = Array(repeating: UInt32(0), count: count)
    var edgeCount = 0
    salvage.forEachObject { _, object in
      forEachRequired(in: object) { number, className, _ in
        guard let target = newNumber(number, className) else { return }
        ends[target - 1] &+= 1
        edgeCount += 1
      }
    }
    guard UInt32(exactly: edgeCount) != nil, budget.pay(edgeCount * MemoryLayout<UInt32>.stride)
    else { return nil }
    var sum: UInt32 = 0
    for index in ends.indices {
      let count = ends[index]
      ends[index] = sum
      sum += count
    }
    var owners = Array(repeating: UInt32(0), count: edgeCount)
    salvage.forEachObject { index, object in
      forEachRequired(in: object) { number, className, _ in
        guard let target = newNumber(number, className) else { return }
        owners[Int(ends[target - 1])] = UInt32(index)
        ends[target - 1] += 1
      }
    }
    while let index = rest.popLast() {
      let start = index > 0 ? ends[Int(index) - 1] : 0
      for owner in owners[Int(start)..<Int(ends[Int(index)])] where !flags[Int(owner)] {
        flags[Int(owner)] = true
        rest.append(owner)
      }
    }
  }

  /// Visits the required references of an object, each with its key.
  func forEachRequired(
    in object: ArchiveObject,
    _ body: (_ number: Int, _ className: String?, _ key: ArchiveKey) -> Void
  ) {
    for (key, value) in zip(classes.storedKeys(of: object.entry), object.values)
    where key.presence == .required {
      if let value { visit(value, key.type) { body($0, $1, key) } }
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
      case (.struct(let body), _):
        append(body.values, classes.ownKeys(of: body.entry), to: &rest)
      case (.enum(let body), _):
        append(
          body.values, classes.ownKeys(of: body.entry, caseIndex: body.caseIndex), to: &rest)
      default: continue
      }
    }
  }

  private func append(
    _ values: [ArchiveValue?], _ keys: [ArchiveKey]?,
    to rest: inout [(ArchiveValue, ArchiveTypeDescriptor)]
  ) {
    for (key, value) in zip(keys ?? [], values) {
      if key.presence == .required, let value { rest.append((value, key.type)) }
    }
  }
}
