import Stele
import SteleModel

/// Changes a graph according to a script, so that it can mostly still be written.
struct GraphEditor {
  /// A script asks for something impossible.
  struct Impossible: Error {}

  /// The deepest nesting of values that is walked over; what is deeper stays as it is.
  static let nesting = 48

  var graph: ArchiveGraph
  var script: Script
  /// The numbers of the objects that are a class, by its name; renewed with the class table.
  private(set) var members: [String: [Int]] = [:]

  init(_ graph: ArchiveGraph, _ script: Script) {
    self.graph = graph
    self.script = script
    renewMembers()
  }

  mutating func renewMembers() {
    members = [:]
    for (index, object) in graph.objects.enumerated() {
      for name in Set(graph.classes.chain(of: object.entry).compactMap { graph.classes[$0]?.name })
      { members[name, default: []].append(index + 1) }
    }
  }

  /// Makes one change.
  mutating func change() throws {
    switch script.below(24) {
    case 0: try changeEntry { key, editor in key.type = editor.type() }
    case 1: try changeEntry { key, editor in key.name = editor.name() }
    case 2:
      try changeEntry { key, editor in
        key.presence = editor.script.pick(ArchiveKey.Presence.allCases) ?? .required
      }
    case 3: try changeEntry { key, editor in key.type = editor.wrapped(key.type) }
    case 4: try changeTable { editor, entries in try editor.addOrRemoveKey(&entries) }
    case 5: try changeTable { editor, entries in try editor.changeHead(&entries) }
    case 6: try changeTable { editor, entries in try editor.changeCases(&entries) }
    case 7: try splitEntry()
    case 8: try swapEntries()
    case 9, 10, 11: try retarget()
    case 12, 13: try changeValue { value, type, editor in value = try editor.value(of: type) }
    case 14: try changeValue(where: \.isCollection) { value, _, editor in editor.double(&value) }
    case 15: try transplant()
    case 16: try changeRoot()
    case 17: try copyObject()
    case 18: try makeChain()
    case 19, 20: try tieKnot()
    case 21:
      try changeValue(where: \.isScalar) { value, type, editor in
        value = try editor.value(of: type)
      }
    default: try changeValue { value, type, editor in editor.nudge(&value, type) }
    }
  }

  /// Changes the class table, and fits what there is into the new one.
  mutating func changeTable(
    _ body: (inout GraphEditor, inout [ArchiveClassEntry]) throws -> Void
  ) throws {
    var entries = graph.classes.entries
    guard !entries.isEmpty else { throw Impossible() }
    try body(&self, &entries)
    let old = graph.classes
    graph.classes = ArchiveClassTable(entries)
    try fit(from: old)
  }

  /// Changes one key of a class, struct or case.
  private mutating func changeEntry(_ body: (inout ArchiveKey, inout GraphEditor) -> Void) throws {
    try changeTable { editor, entries in
      let index = editor.script.below(entries.count)
      if entries[index].kind == .enum {
        guard !entries[index].cases.isEmpty else { throw Impossible() }
        let position = editor.script.below(entries[index].cases.count)
        try editor.changeKey(of: &entries[index].cases[position].keys, body)
      } else {
        try editor.changeKey(of: &entries[index].keys, body)
      }
    }
  }

  private mutating func changeKey(
    of keys: inout [ArchiveKey], _ body: (inout ArchiveKey, inout GraphEditor) -> Void
  ) throws {
    guard !keys.isEmpty else { throw Impossible() }
    body(&keys[script.below(keys.count)], &self)
  }
}

extension ArchiveValue {
  var isCollection: Bool {
    switch self {
    case .list, .set, .map: true
    default: false
    }
  }

  var isReference: Bool {
    if case .reference = self { true } else { false }
  }

  var isScalar: Bool {
    switch self {
    case .any, .nil, .some, .list, .set, .map, .reference, .struct, .enum: false
    default: true
    }
  }
}
