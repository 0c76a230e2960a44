import TestSupport

/// An archive of objects that refer to others, given as lists of numbers from 1 up.
struct Net {
  var targets: [[Int]]
  var roots: [Int]
  var blockObjectCount = 100
  var hasRootsFirst = false

  /// The form in which an object has its references; one without references may have no keys at all.
  private enum Form: Int {
    case list = 1
    case structure = 4
    case any = 5
    case none = 6
  }

  func bytes(_ random: inout RandomSource) -> [UInt8] {
    var assembler = ChunkAssembler.withHead
    let to = [Wire.key("to", [0x21, 0x30, 0])]
    assembler.classes(names: ["N"], entries: [Wire.classEntry(name: 1, keys: to)])
    let root = Wire.varint(roots.count) + roots.flatMap { Wire.varint($0) }
    if hasRootsFirst { assembler.root("roots", [0x21, 0x30, 0], root) }
    assembler.classes(
      names: ["S", "T", "P", "Q", "R"],
      entries: [
        Wire.structEntry(name: 2, keys: [Wire.key("number", [0x05])]),
        Wire.structEntry(name: 3, keys: to),
        Wire.classEntry(name: 4, keys: [Wire.key("part", [0x32, 3])]),
        Wire.classEntry(name: 5, keys: [Wire.key("part", [0x14])]), Wire.classEntry(name: 6),
      ])
    let records = targets.map { record($0, &random) }
    for first in stride(from: 0, to: records.count, by: blockObjectCount) {
      let end = min(records.count, first + blockObjectCount)
      assembler.objects(first: first + 1, records: Array(records[first..<end]))
    }
    if !hasRootsFirst { assembler.root("roots", [0x21, 0x30, 0], root) }
    return assembler.finished()
  }

  private func record(_ targets: [Int], _ random: inout RandomSource) -> [UInt8] {
    let list = Wire.varint(targets.count) + targets.flatMap { Wire.varint($0) }
    let forms: [Form] = targets.isEmpty ? [.none, .list] : [.list, .structure, .any]
    let form = random.pick(forms, or: .list)
    let entry = UInt8(form.rawValue)
    return switch form {
    case .list: [entry] + list
    case .structure: [entry, 3] + list
    case .any: [entry, 0x21, 0x30, 0] + list
    case .none: [entry]
    }
  }

  var unreachableObjectCount: Int {
    var isReached = Array(repeating: false, count: targets.count)
    var next = roots
    while let number = next.popLast() {
      guard !isReached[number - 1] else { continue }
      isReached[number - 1] = true
      next += targets[number - 1]
    }
    return isReached.count { !$0 }
  }

  /// A net of some hundred objects.
  static func random(_ random: inout RandomSource) -> Net {
    let count = Int.random(in: 1...800, using: &random)
    let most = Int.random(in: 1...4, using: &random)
    let targets = (0..<count).map { _ in
      (0..<random.count(upTo: most)).map { _ in Int.random(in: 1...count, using: &random) }
    }
    let roots = (0..<random.count(upTo: 5)).map { _ in Int.random(in: 1...count, using: &random) }
    var net = Net(targets: targets, roots: roots)
    net.blockObjectCount = Int.random(in: 1...200, using: &random)
    net.hasRootsFirst = random.isOne(in: 3)
    return net
  }

  /// A net of one chain, from the last object to the first.
  static func backwards(count: Int) -> Net {
    Net(targets: (1...count).map { $0 > 1 ? [$0 - 1] : [] }, roots: [count])
  }
}
