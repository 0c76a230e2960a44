import Foundation
import Stele
import SteleKeyedArchive
import SteleModel
import SteleNSCoding
import TestSupport
import Testing

extension KeyedArchiveSample {
  /// The names of all classes of records in the archive.
  func classNames() throws -> Set<String> {
    let graph = try ArchiveGraph(keyedArchive: bytes)
    return Set(graph.objects.compactMap { graph.classes[$0.entry]?.name })
      .filter { !$0.hasPrefix("$") }
  }

  /// The names of the roots that are objects, and of those that are values.
  func roots() throws -> [String] { try ArchiveGraph(keyedArchive: bytes).roots.map(\.name) }
}

@Suite("Keyed archives of other programs")
struct CollectedArchiveTests {
  private func unarchiver(_ archive: KeyedArchiveSample) throws -> SteleKeyedUnarchiver {
    let unarchiver = try Format.binaryKeyedArchive.unarchiver(Data(archive.bytes), .keeping)
    unarchiver.requiresSecureCoding = false
    return unarchiver
  }

  /// The archives that cannot be decoded with Foundation's own classes on Linux, and why.
  private static let refused: [String: String] = [
    "nskeyedunarchiver__nskeyedunarchiver_tests_resources_plists_circularReference.plist":
      "an NSMutableArray contains itself"
  ]

  @Test(arguments: try KeyedArchiveSample.all())
  func `all roots are decoded, with opaque objects for classes that are missing`(
    _ archive: KeyedArchiveSample
  ) throws {
    let unarchiver = try unarchiver(archive)
    for root in try archive.roots() {
      _ = unarchiver.decodeObject(forKey: root.hasPrefix("$") ? String(root.dropFirst()) : root)
    }
    if let reason = Self.refused[archive.name] {
      #expect(unarchiver.error != nil, "decodes although \(reason)")
    } else {
      #expect(unarchiver.error == nil)
    }
  }

  /// When every class of records is one that the program does not have, what is written back is the same graph.
  @Test(arguments: try KeyedArchiveSample.all())
  func `an archive of opaque objects alone is written back as the same graph`(
    _ archive: KeyedArchiveSample
  ) throws {
    let unarchiver = try unarchiver(archive)
    for name in try archive.classNames() {
      unarchiver.setClass(UnknownCodedObject.self, forClassName: name)
    }
    let archiver = SteleKeyedArchiver(
      requiringSecureCoding: false, outputFormat: .binaryKeyedArchive)
    var objects: [UnknownCodedObject] = []
    for root in try ArchiveGraph(keyedArchive: archive.bytes).roots {
      try transfer(root, from: unarchiver, to: archiver, &objects)
    }
    #expect(unarchiver.error == nil)
    let (old, new) = try (
      Shape(ArchiveGraph(keyedArchive: archive.bytes)),
      Shape(ArchiveGraph(keyedArchive: [UInt8](archiver.archivedData())))
    )
    #expect((old.roots, old.objects.count) == (new.roots, new.objects.count))
    for (old, new) in zip(old.objects, new.objects) {
      #expect(old == new)
      guard old == new else { break }
    }
    for object in objects { object.removeValues() }
  }

  private func transfer(
    _ root: ArchiveNamedValue, from unarchiver: SteleKeyedUnarchiver,
    to archiver: SteleKeyedArchiver, _ objects: inout [UnknownCodedObject]
  ) throws {
    guard root.name != "$null" else { return }
    switch root.value {
    case .reference, .nil:
      let value =
        root.name.hasPrefix("$")
        ? unarchiver.decodeObject() : unarchiver.decodeObject(forKey: root.name)
      if root.name.hasPrefix("$") {
        archiver.encode(value)
      } else {
        archiver.encode(value, forKey: root.name)
      }
      if let object = value as? UnknownCodedObject { objects.append(object) }
    case .integer:
      archiver.encode(unarchiver.decodeInteger(forKey: root.name), forKey: root.name)
    case .float64:
      archiver.encode(unarchiver.decodeDouble(forKey: root.name), forKey: root.name)
    default: Issue.record("a root of another kind: \(root)")
    }
  }
}

/// A graph but for the numbers of its objects: which are reached, of which classes, with which keys and values.
private struct Shape {
  /// The roots, by their names, with numbers in the order in which objects are met.
  var roots: [String: String] = [:]
  /// The objects in that order.
  var objects: [String] = []

  init(_ graph: ArchiveGraph) throws {
    var numbers: [Int: Int] = [:]
    var order: [Int] = []
    func text(_ value: ArchiveValue) -> String {
      switch value {
      case .reference(let number):
        let target = graph.objects[number - 1]
        // Foundation has one true, one false and one object for each of the smallest integers.
        let name = graph.classes[target.entry]?.name
        if name == "$bool" || name == "$integer" { return "\(target.values)" }
        guard let known = numbers[number] else {
          order.append(number)
          numbers[number] = order.count
          return "#\(order.count)"
        }
        return "#\(known)"
      case .any(_, let inner), .some(let inner): return text(inner)
      case .list(let elements): return "[" + elements.map(text).joined(separator: " ") + "]"
      default: return "\(value)"
      }
    }
    for root in graph.roots.sorted(by: { $0.name < $1.name }) {
      roots[root.name] = text(root.value)
    }
    var next = 0
    while next < order.count {
      let object = graph.objects[order[next] - 1]
      next += 1
      let names = graph.classes.chain(of: object.entry).reversed()
        .compactMap { graph.classes[$0]?.name }
      // Class records are made anew; their names are those of the chain.
      var values: [(name: String, value: ArchiveValue)] = []
      for (key, value) in zip(graph.classes.storedKeys(of: object.entry), object.values) {
        if let value, key.name != "$class" { values.append((key.name, value)) }
      }
      values.sort { $0.name < $1.name }
      let texts = values.map { $0.name + "=" + text($0.value) }
      objects.append("\(names) \(texts)")
    }
  }
}
