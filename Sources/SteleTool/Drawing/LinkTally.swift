internal import Stele
internal import SteleModel

/// The numbers of references from keys to objects, and of structs and enums in keys.
struct LinkTally {
  /// A key, by its entry and its row in the box of the entry.
  private typealias Place = (entry: Int, row: Int)

  /// The counts between entries; a source of 0 stands for the roots.
  private(set) var counts: [Drawing.Ends: Int] = [:]
  /// The number of objects or values of each entry, entry 1 first.
  private(set) var valueCounts: [Int]
  /// The name and the type of each root, as a row.
  private(set) var roots: [Drawing.Row] = []
  /// The places of the stored keys of each entry, followed by those of each case.
  private let places: [[[Place]]]
  private let objectEntries: [UInt32]
  private var walk: ValueWalk

  /// Validates an archive, and counts.
  ///
  /// - Throws: The broken rule.
  init(_ check: ArchiveCheck) throws(ArchiveError) {
    try check.validateValues()
    let archive = ArchiveReader(check)
    let entries = archive.classes.entries
    valueCounts = Array(repeating: 0, count: entries.count)
    places = entries.indices.map { Self.places(of: entries[$0], $0 + 1) }
    objectEntries = check.tables.context.objectEntries ?? []
    walk = ValueWalk(archive.classes, skipsScalars: true)
    var objects = archive.makeObjectIterator()
    while let (_, object) = try objects.next() {
      valueCounts[object.entry - 1] += 1
      walk.begin(object)
      count(from: archive.classes.chain(of: object.entry).flatMap { places[$0 - 1][0] })
    }
    for root in try archive.roots() {
      walk.begin(root.value, root.type)
      count(from: [(0, min(roots.count, Drawing.rootLimit))])
      roots.append(Drawing.Row(name: root.name.drawn, text: root.type.drawn))
    }
  }

  private static func places(of entry: ArchiveClassEntry, _ number: Int) -> [[Place]] {
    var row = 0
    func places(of keys: [ArchiveKey]) -> [Place] {
      defer { row += keys.count }
      return keys.indices.filter { keys[$0].isStored }
        .map { (number, min(row + $0, Drawing.rowLimit)) }
    }
    let own = places(of: entry.keys)
    return [own]
      + entry.cases.map { entryCase in
        row += 1
        return places(of: entryCase.keys)
      }
  }

  /// Counts what the walk visits, in values of the given keys.
  private mutating func count(from keys: [Place]) {
    // The places of the parts of each open value; those of a list, set or map have the place of the value.
    var open = [keys]
    while let event = walk.next() {
      guard case .value(let value, let type, let position) = event, let places = open.last else {
        open.removeLast()
        continue
      }
      let place = places[min(position, places.count - 1)]
      switch value {
      case .reference(let number) where objectEntries.indices.contains(number - 1):
        count(place, Int(objectEntries[number - 1]), type?.code == .weak ? .weak : .strong)
      case .struct(let body): open.append(count(place, body.entry, part: 0))
      case .enum(let body): open.append(count(place, body.entry, part: body.caseIndex + 1))
      case .some, .any, .list, .set, .map: open.append([place])
      default: break
      }
    }
  }

  /// Counts a struct or enum, and returns the places of its keys.
  private mutating func count(_ place: Place, _ entry: Int, part: Int) -> [Place] {
    valueCounts[entry - 1] += 1
    count(place, entry, .value)
    return places[entry - 1][part]
  }

  private mutating func count(_ place: Place, _ target: Int, _ link: Drawing.Link) {
    let ends = Drawing.Ends(source: place.entry, row: place.row, target: target, link: link)
    counts[ends, default: 0] += 1
  }
}
