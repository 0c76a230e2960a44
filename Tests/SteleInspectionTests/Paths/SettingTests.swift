import Stele
import SteleInspection
import SteleModel
import TestSupport
import Testing

@Suite("Setting values by their paths")
struct SettingTests {
  @Test(arguments: Seeds.forTest(count: 60))
  func `a value that is set at any path of a random archive is there, and can be set back`(
    seed: UInt64
  ) throws {
    let graph = RandomGraph.make(seed: seed)
    var places: [(ArchivePath, ArchivePlace)] = []
    for root in graph.roots { places += try Self.places(in: graph, .name(root.name), root.value) }
    for number in 0..<graph.objects.count {
      let object = graph.objects[number]
      for (key, value) in zip(graph.classes.storedKeys(of: object.entry), object.values) {
        guard let value else { continue }
        places += try Self.places(in: graph, .object(number + 1), value, [.key(key.name)])
      }
    }
    for (path, place) in places where !place.isObject {
      let value = try #require(place.value, "seed \(seed), \(path)")
      var changed = graph
      let isSame = changed.set(value, at: place)
      #expect(isSame && changed == graph, "seed \(seed), \(path)")
      // Any value will do: only its place matters here.
      let other = ArchiveValue.list([value])
      let isSet = changed.set(other, at: place)
      let found = try changed.place(at: path).value
      #expect(isSet && found == other, "seed \(seed), \(path)")
      let isSetBack = changed.set(value, at: place)
      #expect(isSetBack && changed == graph, "seed \(seed), \(path)")
    }
  }

  /// The places of a value and of all values in it that a path leads to.
  private static func places(
    in graph: ArchiveGraph, _ start: ArchivePath.Start, _ value: ArchiveValue,
    _ steps: [ArchivePath.Step] = []
  ) throws -> [(ArchivePath, ArchivePlace)] {
    let path = ArchivePath(start, steps)
    // Keys of the same name at several levels need the name of their class.
    guard let place = try? graph.place(at: path), place.value == value else { return [] }
    var found = [(path, place)]
    func add(_ part: ArchiveValue, _ step: [ArchivePath.Step]) throws {
      found += try places(in: graph, start, part, steps + step)
    }
    switch value.innermost {
    case .list(let parts), .set(let parts):
      for (index, part) in parts.enumerated() { try add(part, [.index(index)]) }
    case .map(let pairs):
      for (index, pair) in pairs.enumerated() {
        try add(pair.key, [.index(index), .key("key")])
        try add(pair.value, [.index(index), .key("value")])
      }
    case .struct(let body):
      for (key, part) in zip(graph.classes.storedKeys(of: body.entry), body.values) {
        if let part { try add(part, [.key(key.name)]) }
      }
    case .enum(let body):
      let keys = graph.classes.ownKeys(of: body.entry, caseIndex: body.caseIndex) ?? []
      for (key, part) in zip(keys, body.values) {
        if let part { try add(part, [.key(key.name)]) }
      }
    default: break
    }
    return found
  }
}
