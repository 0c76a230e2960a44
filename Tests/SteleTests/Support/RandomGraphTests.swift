import Stele
import SteleModel
import TestSupport
import Testing

@Suite struct RandomGraphTests {
  @Test func `one seed gives one graph`() {
    for seed in Seeds.forTest(count: 20) {
      #expect(RandomGraph.make(seed: seed) == RandomGraph.make(seed: seed), "seed \(seed)")
    }
  }

  @Test func `a few hundred graphs have every kind of type, entry and key`() {
    var codes: Set<TypeCode> = []
    var kinds: Set<ArchiveClassEntry.Kind> = []
    var presences: Set<ArchiveKey.Presence> = []
    for seed in UInt64(0)..<300 {
      for entry in RandomGraph.make(seed: seed).classes.entries {
        kinds.insert(entry.kind)
        for key in entry.keys {
          codes.insert(key.type.code)
          presences.insert(key.presence)
        }
      }
    }
    #expect(codes == Set(TypeCode.allCases))
    #expect(kinds == Set(ArchiveClassEntry.Kind.allCases))
    #expect(presences == Set(ArchiveKey.Presence.allCases))
  }

  @Test func `every object has a value for each stored key that is required`() {
    for seed in Seeds.forTest(count: 200) {
      let graph = RandomGraph.make(seed: seed)
      for object in graph.objects {
        let keys = graph.classes.storedKeys(of: object.entry)
        #expect(object.values.count == keys.count, "seed \(seed)")
        for (key, value) in zip(keys, object.values) where key.presence == .required {
          #expect(value != nil, "seed \(seed)")
        }
      }
    }
  }
}
