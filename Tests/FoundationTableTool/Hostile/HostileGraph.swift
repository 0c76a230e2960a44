import Stele
import SteleModel
import TestSupport

/// An archive of the format whose objects can have any value under any key.
struct HostileGraph {
  private var graph: ArchiveGraph

  /// Takes an archive, and gives each object a class entry of its own whose keys are of any type.
  init(_ archive: ArchiveGraph) {
    graph = archive
    var entries: [ArchiveClassEntry] = []
    for index in graph.objects.indices {
      let object = graph.objects[index]
      let keys = archive.classes.storedKeys(of: object.entry)
      entries.append(
        .class(
          archive.classes[object.entry]?.name ?? "",
          keys: keys.map { ArchiveKey($0.name, .any, presence: .optional) }))
      graph.objects[index].entry = index + 1
      graph.objects[index].values = zip(keys, object.values).map { key, value in
        value.map { .any(key.type, $0) }
      }
    }
    // Entries of structs and enums, of which Foundation has none, are not among them.
    graph.classes = ArchiveClassTable(entries)
  }

  /// The keys of all objects.
  var keys: [String] { graph.classes.entries.flatMap { $0.keys.map(\.name) } }

  /// Changes something.
  mutating func change(_ random: inout RandomSource, keys: [String], classNames: [String]) {
    guard !graph.objects.isEmpty else { return }
    // The first one is mostly what it is about.
    let index = random.isOne(in: 2) ? 0 : Int.random(in: graph.objects.indices, using: &random)
    var entries = graph.classes.entries
    let slots = graph.objects[index].values.indices
    let value = HostileValues.value(&random, objectCount: graph.objects.count)
    switch random.next() % 13 {
    case 12:
      return collect(&random)
    case 0...6:
      guard let slot = slots.randomElement(using: &random) else { break }
      graph.objects[index].values[slot] = .any(value.type, value.value)
    case 7:
      guard let slot = slots.randomElement(using: &random) else { break }
      graph.objects[index].values[slot] = nil
    case 8, 9:
      add(random.pick(keys, or: "$0"), value, to: index, &entries)
    case 10:
      entries[index].name = random.pick(classNames, or: "")
    default:
      entries.append(.class(random.pick(classNames, or: "")))
      let number = graph.add(ArchiveObject(entry: entries.count, values: []))
      add(random.pick(keys, or: "$0"), value, to: number - 1, &entries)
      if let slot = slots.randomElement(using: &random) {
        graph.objects[index].values[slot] = .any(.reference(to: nil), .reference(number))
      }
    }
    graph.classes = ArchiveClassTable(entries)
  }

  /// Puts the root into a collection that hashes its members.
  private mutating func collect(_ random: inout RandomSource) {
    var entries = graph.classes.entries
    let members = ArchiveValue.any(.list(.reference(to: nil)), .list([.reference(1)]))
    let kind = random.pick(["NSSet", "NSOrderedSet", "NSCountedSet", "NSDictionary"], or: "NSSet")
    let keys = kind == "NSDictionary" ? ["NS.keys", "NS.objects"] : ["NS.objects", "NS.counts"]
    entries.append(.class(kind, keys: keys.map { ArchiveKey($0, .any, presence: .optional) }))
    let counts = ArchiveValue.any(.list(.int64), .list([.integer(1)]))
    let number = graph.add(
      ArchiveObject(
        entry: entries.count, values: [members, kind == "NSDictionary" ? members : counts]))
    graph.roots = [ArchiveNamedValue("root", .reference(to: nil), .reference(number))]
    graph.classes = ArchiveClassTable(entries)
  }

  private mutating func add(
    _ key: String, _ value: HostileValues.Value, to index: Int, _ entries: inout [ArchiveClassEntry]
  ) {
    if let slot = entries[index].keys.firstIndex(where: { $0.name == key }) {
      graph.objects[index].values[slot] = .any(value.type, value.value)
    } else {
      entries[index].keys.append(ArchiveKey(key, .any, presence: .optional))
      graph.objects[index].values.append(.any(value.type, value.value))
    }
  }

  /// The archive, or nil if it cannot be written; objects that nothing leads to are left out.
  var bytes: [UInt8]? { try? graph.canonical().encoded() }
}
