internal import Stele
package import SteleModel

/// A maker of graphs that a seed decides, all of which valid archives can be made from.
///
/// The graphs have classes with superclasses in any order, several entries of one name, structs and
/// enums, required, optional and retired keys, all types, cycles, weak references, roots and
/// metadata.
package struct RandomGraph {
  /// The features of the graphs, and their size.
  package struct Options: Sendable {
    /// The largest number of objects.
    package var objectCount = 12
    /// The largest number of names of classes, of structs, and of enums.
    package var nameCount = 4
    /// The largest number of elements of a list, set or map.
    package var elementCount = 6
    /// How deep values nest at most.
    package var nesting = 5
    /// Whether set elements and map keys may contain references, which canonical archives must not
    /// (rule K11).
    package var hasReferencesInKeys = false
    /// Whether most entries of one name are of one lineage, with keys whose types have joins of all kinds.
    package var hasJoins = false
    /// Whether there are unknown ancillary chunks.
    package var hasUnknownChunks = false

    package init() {}
  }

  /// Makes a graph; the same seed and options give the same graph.
  package static func make(seed: UInt64, options: Options = Options()) -> ArchiveGraph {
    var maker = RandomGraph(seed: seed, options: options)
    return maker.graph()
  }

  let options: Options
  var random: RandomSource

  /// The entries, first without keys.
  var entries: [ArchiveClassEntry] = []
  /// The entry of each object.
  var objectEntries: [Int] = []
  /// The numbers of the objects that are a class, by its name.
  var members: [String: [Int]] = [:]
  /// The names of structs and enums, in the order in which their keys are made.
  ///
  /// A required key has directly only a type of a name before its own, so that values end.
  var valueNames: [(name: String, kind: ArchiveClassEntry.Kind)] = []
  /// How many set elements and map keys are being made, in which no weak reference stands.
  var keyDepth = 0

  init(seed: UInt64, options: Options) {
    self.options = options
    random = RandomSource(seed: seed)
  }

  private mutating func graph() -> ArchiveGraph {
    makeEntries()
    makeObjectEntries()
    makeKeys()
    var graph = ArchiveGraph()
    graph.documentType = random.isOne(in: 2) ? "" : text()
    graph.writer = random.isOne(in: 2) ? "" : text()
    graph.classes = ArchiveClassTable(entries)
    for entry in objectEntries {
      let keys = graph.classes.storedKeys(of: entry)
      graph.add(ArchiveObject(entry: entry, values: values(of: keys, nesting: options.nesting)))
    }
    graph.roots = namedValues(isPlain: false)
    graph.metadata = random.isOne(in: 2) ? nil : namedValues(isPlain: true)
    if options.hasUnknownChunks {
      for letters in ["xPRa", "qRSt"].prefix(random.count(upTo: 2)) {
        guard let type = ArchiveChunkType(letters) else { continue }
        graph.unknownChunks.append(ArchiveUnknownChunk(type: type, payload: bytes()))
      }
    }
    return graph
  }

  /// Makes entries with their superclasses, in any order, and without keys.
  private mutating func makeEntries() {
    var skeletons: [(entry: ArchiveClassEntry, superclass: Int?)] = []
    for index in 0..<random.count(upTo: options.nameCount) {
      for _ in 0...random.count(upTo: 2) {
        let version = options.hasJoins ? 1 : Int.random(in: 1...3, using: &random)
        let above =
          skeletons.isEmpty || options.hasJoins && !random.isOne(in: 4) || random.isOne(in: 2)
          ? nil : skeletons.indices.randomElement(using: &random)
        skeletons.append((.class("Class\(index)", version: version), above))
      }
    }
    for index in 0..<random.count(upTo: options.nameCount) {
      valueNames.append(("Struct\(index)", .struct))
    }
    for index in 0..<random.count(upTo: options.nameCount) {
      valueNames.append(("Enum \(index) \u{E9}", .enum))
    }
    valueNames.shuffle(using: &random)
    for (name, kind) in valueNames {
      for _ in 0...random.count(upTo: 2) {
        let version = options.hasJoins ? 1 : Int.random(in: 1...3, using: &random)
        let entry =
          kind == .struct
          ? ArchiveClassEntry.struct(name, version: version)
          : ArchiveClassEntry.enum(name, version: version, cases: [])
        skeletons.append((entry, nil))
      }
    }
    let order = Array(skeletons.indices).shuffled(using: &random)
    for index in order {
      var entry = skeletons[index].entry
      entry.superclass = skeletons[index].superclass.flatMap { above in
        order.firstIndex(of: above).map { $0 + 1 }
      }
      entries.append(entry)
    }
  }

  /// Says of which entry each object will be, so that references can point at objects not made yet.
  private mutating func makeObjectEntries() {
    let classes = entries.indices.filter { entries[$0].kind == .class }.map { $0 + 1 }
    guard !classes.isEmpty else { return }
    let table = ArchiveClassTable(entries)
    for number in 1...(1 + random.count(upTo: Swift.max(1, options.objectCount) - 1)) {
      let entry = random.pick(classes, or: 1)
      objectEntries.append(entry)
      for name in Set(table.chain(of: entry).compactMap { table[$0]?.name }) {
        members[name, default: []].append(number)
      }
    }
  }

  /// Makes roots or metadata; plain ones have no references, structs and enums.
  private mutating func namedValues(isPlain: Bool) -> [ArchiveNamedValue] {
    let names = ["", "root", "a", "\u{1F3FA}", "second \"root\"", "z\u{0}\n"].shuffled(
      using: &random)
    return names.prefix(random.count(upTo: names.count)).map { name in
      let type = self.type(nesting: 3, isPlain: isPlain, below: valueNames.count)
      return ArchiveNamedValue(
        name, type, value(of: type, nesting: options.nesting, isPlain: isPlain))
    }
  }
}
