import Stele
import SteleModel

/// The statistics of the objects of a graph, counted value by value, without any tables.
struct SlowStatistics {
  struct Counts: Equatable {
    var objectCount = 0
    var optionalCount = 0
    var nilCount = 0
    var referenceCount = 0
    var arrivalCount = 0
    var weakReferenceCount = 0
    var weakArrivalCount = 0
  }

  /// The counts of each class, by its name.
  private(set) var classes: [ExactString: Counts] = [:]
  /// The number of occurrences of each string of 8 bytes or more.
  private(set) var strings: [ExactString: Int] = [:]
  /// The number of objects that strong references lead to from the roots.
  private(set) var reachedCount = 0

  private let graph: ArchiveGraph
  /// The class of the object that is being counted.
  private var name: ExactString?
  private var targets: [Int] = []

  init(_ graph: ArchiveGraph) {
    self.graph = graph
    var targetsOfObjects: [[Int]] = []
    for object in graph.objects {
      let name = className(object)
      self.name = name
      classes[name, default: Counts()].objectCount += 1
      for (key, value) in zip(graph.classes.storedKeys(of: object.entry), object.values) {
        if key.presence == .optional || key.type.isNilable {
          classes[name, default: Counts()].optionalCount += 1
          if value.map(Self.isNil) ?? true { classes[name, default: Counts()].nilCount += 1 }
        }
        if let value { visit(value, key.type) }
      }
      targetsOfObjects.append(targets)
      targets = []
    }
    name = nil
    for root in graph.roots { visit(root.value, root.type) }
    var reached = Set<Int>()
    while let number = targets.popLast() {
      if reached.insert(number).inserted { targets += targetsOfObjects[number - 1] }
    }
    reachedCount = reached.count
  }

  private func className(_ object: ArchiveObject) -> ExactString {
    ExactString(graph.classes[object.entry]?.name.shortened() ?? "")
  }

  private static func isNil(_ value: ArchiveValue) -> Bool {
    var value = value
    while case .some(let inner) = value { value = inner }
    return value == .nil
  }

  private mutating func note(_ number: Int, isWeak: Bool) {
    let target = className(graph.objects[number - 1])
    if isWeak {
      if let name { classes[name, default: Counts()].weakReferenceCount += 1 }
      classes[target, default: Counts()].weakArrivalCount += 1
    } else {
      targets.append(number)
      if let name { classes[name, default: Counts()].referenceCount += 1 }
      classes[target, default: Counts()].arrivalCount += 1
    }
  }

  /// Visits a value and its parts, without recursion, because values can nest deeply.
  private mutating func visit(_ value: ArchiveValue, _ type: ArchiveTypeDescriptor) {
    var rest = [(value, type)]
    func parts(_ values: [ArchiveValue?], _ keys: [ArchiveKey]) {
      for (key, value) in zip(keys.filter(\.isStored), values) {
        if let value { rest.append((value, key.type)) }
      }
    }
    while let (value, type) = rest.popLast() {
      switch (type, value) {
      case (.weakReference, .reference(let number)): note(number, isWeak: true)
      case (_, .reference(let number)): note(number, isWeak: false)
      case (_, .string(let text)) where text.utf8.count >= 8:
        strings[ExactString(text), default: 0] += 1
      case (.optional(let part), .some(let inner)): rest.append((inner, part))
      case (.any, .any(let part, let inner)): rest.append((inner, part))
      case (.list(let part), .list(let values)), (.set(let part), .set(let values)):
        rest += values.map { ($0, part) }
      case (.map(let key, let part), .map(let pairs)):
        rest += pairs.flatMap { [($0.key, key), ($0.value, part)] }
      case (.struct, .struct(let value)):
        parts(value.values, graph.classes[value.entry]?.keys ?? [])
      case (.enum, .enum(let value)):
        parts(value.values, graph.classes[value.entry]?.cases[value.caseIndex].keys ?? [])
      default: break
      }
    }
  }
}

extension ArchiveTypeDescriptor {
  fileprivate var isNilable: Bool {
    switch self {
    case .optional, .weakReference: true
    default: false
    }
  }
}
