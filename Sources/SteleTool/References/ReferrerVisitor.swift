import Stele

/// A visitor that finds the objects that refer to others, up to a limit.
///
/// Spec §5.3.
final class ReferrerVisitor: ValueVisitor {
  private let targets: Set<Int>
  private let limit: Int
  /// The object of the record that is being visited.
  private var object = 0
  /// The objects that refer to each of the given objects, in file order, without repetitions.
  private(set) var referrers: [Int: [Int]] = [:]
  /// The number of references from further objects.
  private(set) var omittedCounts: [Int: Int] = [:]

  init(_ targets: Set<Int>, limit: Int) {
    self.targets = targets
    self.limit = limit
  }

  func open(
    _ container: VisitedContainer, count: Int, at offset: Int, _ schema: borrowing CompiledSchema
  ) {
    // Records are visited in the order of their objects.
    if case .record = container { object += 1 }
  }

  func reference(_ number: Int, _ type: CompiledType, at index: Int, offset: Int, isHashed: Bool) {
    guard number > 0, targets.contains(number), referrers[number]?.last != object else { return }
    if referrers[number, default: []].count < limit {
      referrers[number, default: []].append(object)
    } else {
      omittedCounts[number, default: 0] += 1
    }
  }
}
