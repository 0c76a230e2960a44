import SteleKeyedArchive

extension Extreme {
  /// Keyed archives, in binary form.
  ///
  /// Spec §E.3 to §E.5.
  static let keyedArchives: [Extreme] = [
    keyed("records of one class", bytesEach: 12) { list, count in
      let type = list.classRecord(["A"])
      for _ in 0..<count { list.record(type, ["k"]) }
    },
    keyed("records of classes of their own", bytesEach: 60) { list, count in
      for number in 0..<count { list.record(list.classRecord([shortName(number)]), ["k"]) }
    },
    keyed("classes with 254 superclasses in an order of their own", bytesEach: 580) { list, count in
      var random = RandomSource(seed: 1)
      var names = (0..<254).map { "s\($0)" }
      for number in 0..<count {
        names.shuffle(using: &random)
        list.record(list.classRecord(["c\(number)"] + names), [])
      }
    },
    keyed("classes with one more superclass each", bytesEach: 64) { list, count in
      for number in 0..<count {
        list.record(list.classRecord((0...min(number, 250)).map { "c\(number - $0)" }), [])
      }
    },
    keyed("records with keys at random", bytesEach: 24) { list, count in
      var random = RandomSource(seed: 2)
      let type = list.classRecord(["A"])
      for _ in 0..<count {
        list.record(type, (0..<24).filter { _ in random.isOne(in: 4) }.map { "k\($0)" })
      }
    },
    keyed("records with keys in an order of their own", bytesEach: 40) { list, count in
      var random = RandomSource(seed: 3)
      let type = list.classRecord(["A"])
      var keys = (0..<12).map { "k\($0)" }
      for _ in 0..<count {
        keys.shuffle(using: &random)
        list.record(type, keys)
      }
    },
    keyed("records with a key of their own", bytesEach: 20) { list, count in
      let type = list.classRecord(["A"])
      for number in 0..<count { list.record(type, [shortName(number)]) }
    },
    keyed("a record with many keys", bytesEach: 12) { list, count in
      list.record(list.classRecord(["A"]), (0..<count).map(shortName))
    },
    keyed("dictionaries as values", bytesEach: 22) { list, count in
      let members = (0..<count).map { list.dictionary([shortName($0)]) }
      list.object(.array(members))
    },
    keyed("bare values", bytesEach: 6) { list, count in
      for number in 0..<count { list.object(.integer(Int128(number))) }
    },
    keyed("arrays of one integer", bytesEach: 6) { list, count in
      let one = list.node(.integer(1))
      for _ in 0..<count { list.object(.array([one])) }
    },
    keyed("an array that many others share", bytesEach: 2) { list, count in
      let shared = list.node(.array(Array(repeating: list.node(.integer(1)), count: count / 2)))
      for _ in 0..<15 { list.object(.array([shared])) }
    },
    keyed("a large array", bytesEach: 2) { list, count in
      list.object(.array(Array(repeating: list.node(.integer(1)), count: count)))
    },
    keyed("a large array of several kinds", bytesEach: 2) { list, count in
      let nodes = [list.node(.integer(1)), list.node(.bool(true))]
      list.object(.array((0..<count).map { nodes[$0 % 2] }))
    },
    keyed("references", bytesEach: 2) { list, count in
      let one = list.node(.uid(1))
      list.object(.array(Array(repeating: one, count: count)))
    },
    keyed("arrays that nest", bytesEach: 3) { list, count in
      for _ in 0..<max(1, count / 200) {
        var node = list.node(.integer(1))
        for _ in 0..<200 { node = list.node(.array([node])) }
        list.object(.array([node]))
      }
    },
    keyed("a long string", bytesEach: 1) { list, count in
      list.object(.string(String(repeating: "s", count: count)))
    },
    keyed("long bytes", bytesEach: 1) { list, count in
      list.object(.data(Array(repeating: 7, count: count)))
    },
    keyed("a long class name", bytesEach: 1) { list, count in
      let type = list.classRecord([String(repeating: "n", count: count / 2)])
      for _ in 0..<max(1, count / 30) { list.record(type, ["k"]) }
    },
    keyed("a long key", bytesEach: 1) { list, count in
      let type = list.classRecord(["A"])
      let key = String(repeating: "k", count: count / 2)
      for _ in 0..<max(1, count / 30) { list.record(type, [key]) }
    },
    keyed("a large set", bytesEach: 6) { list, count in
      list.object(.set((0..<count).map { list.node(.integer(Int128($0))) }))
    },
  ]

  private static func keyed(
    _ name: String, bytesEach: Int, _ body: @escaping @Sendable (inout KeyedList, Int) -> Void
  ) -> Extreme {
    Extreme("keyed: \(name)", .keyedArchive) { byteCount in
      var list = KeyedList()
      body(&list, max(1, byteCount / bytesEach))
      return list.bytes
    }
  }
}

/// A property list in the form of a keyed archive, under construction.
struct KeyedList {
  private var nodes: [PropertyListGraph.Node] = []
  private var objects: [Int] = []
  private var strings: [String: Int] = [:]
  private var uids: [UInt64: Int] = [:]

  init() { objects.append(string("$null")) }

  /// Adds a node.
  mutating func node(_ node: PropertyListGraph.Node) -> Int {
    nodes.append(node)
    return nodes.count - 1
  }

  /// The node of a string, the same one for equal strings.
  mutating func string(_ text: String) -> Int {
    if let known = strings[text] { return known }
    let new = node(.string(text))
    strings[text] = new
    return new
  }

  private mutating func uid(_ number: Int) -> Int {
    if let known = uids[UInt64(number)] { return known }
    let new = node(.uid(UInt64(number)))
    uids[UInt64(number)] = new
    return new
  }

  /// Adds an object, and gives its UID.
  @discardableResult
  mutating func object(_ content: PropertyListGraph.Node) -> Int {
    objects.append(node(content))
    return objects.count - 1
  }

  /// Adds a class record, and gives its UID.
  mutating func classRecord(_ names: [String]) -> Int {
    let all = node(.array(names.map { string($0) }))
    return object(
      .dictionary(
        keys: [string("$classname"), string("$classes")], values: [string(names[0]), all]))
  }

  /// Adds a record of a class with some keys, all of which have the value true.
  mutating func record(_ type: Int, _ keys: [String]) {
    let yes = string("yes")
    object(
      .dictionary(
        keys: [string("$class")] + keys.map { string($0) },
        values: [uid(type)] + keys.map { _ in yes }))
  }

  /// Adds a dictionary that is a value.
  mutating func dictionary(_ keys: [String]) -> Int {
    let yes = string("yes")
    return node(.dictionary(keys: keys.map { string($0) }, values: keys.map { _ in yes }))
  }

  /// The bytes in binary form.
  var bytes: [UInt8] {
    var list = self
    let members = list.node(.array(list.objects))
    let top = list.node(
      .dictionary(keys: [list.string("root")], values: [list.uid(min(1, list.objects.count - 1))]))
    let keys = ["$version", "$archiver", "$top", "$objects"].map { list.string($0) }
    let values = [list.node(.integer(100_000)), list.string("NSKeyedArchiver"), top, members]
    let root = list.node(.dictionary(keys: keys, values: values))
    return (try? PropertyListGraph(nodes: list.nodes, root: root).binaryBytes()) ?? []
  }
}
