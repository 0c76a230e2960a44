import Stele
import SteleModel

extension GraphEditor {
  /// Names that mean something to the specimens or to the coders.
  static let names = [
    "", "*", "super", "name", "name\u{301}", "Animal", "Dog", "Cat", "Kitten", "Puppy", "Wolf",
    "Person",
    "Account", "Konto", "first", "saldo", "fax", "since", "Settings", "Preferences", "theme",
    "skin", "loudness",
    "Signal", "Lamp", "dim", "unknown", "_0", "next", "Ghost", "Notebook", "Shelf", "Vertex",
    "Node", "Gate",
  ]

  /// A name of the graph, or one that means something.
  mutating func name() -> String {
    let entries = graph.classes.entries
    switch script.below(3) {
    case 0: return script.pick(Self.names) ?? ""
    case 1: return script.pick(entries)?.name ?? ""
    default:
      guard let entry = script.pick(entries) else { return "" }
      return script.pick(entry.keys.map(\.name) + entry.cases.map(\.name)) ?? ""
    }
  }

  /// A type around another, or nested in it.
  mutating func wrapped(_ type: ArchiveTypeDescriptor) -> ArchiveTypeDescriptor {
    switch script.below(8) {
    case 0: .optional(type)
    case 1: .any
    case 2: .list(type)
    case 3: .set(type)
    case 4: .map(key: type, value: type)
    case 5: .optional(.optional(type))
    case 6: type.parts.first ?? .optional(.any)
    default: type.parts.last ?? .list(.any)
    }
  }

  /// A type for a key.
  mutating func type(nesting: Int = 3) -> ArchiveTypeDescriptor {
    guard nesting > 0 else { return script.pick(RandomGraph.plainTypes) ?? .bool }
    switch script.below(12) {
    case 0, 1, 2: return script.pick(RandomGraph.plainTypes) ?? .bool
    case 3, 4:
      let entry = script.pick(graph.classes.entries)
      return script.pick(entry?.keys.map(\.type) ?? []) ?? .string
    case 5: return .optional(type(nesting: nesting - 1))
    case 6: return .list(type(nesting: nesting - 1))
    case 7: return .set(type(nesting: nesting - 1))
    case 8: return .map(key: type(nesting: nesting - 1), value: type(nesting: nesting - 1))
    case 9: return .reference(to: script.below(3) == 0 ? nil : script.pick(members.keys.sorted()))
    case 10: return .weakReference(to: script.pick(members.keys.sorted()))
    default:
      let entry = script.pick(graph.classes.entries.filter { $0.kind != .class })
      guard let entry else { return .any }
      return entry.kind == .struct ? .struct(entry.name) : .enum(entry.name)
    }
  }

  mutating func addOrRemoveKey(_ entries: inout [ArchiveClassEntry]) throws {
    let index = script.below(entries.count)
    guard entries[index].kind != .enum else { throw Impossible() }
    if script.below(2) == 0, !entries[index].keys.isEmpty {
      entries[index].keys.remove(at: script.below(entries[index].keys.count))
    } else {
      let presence = script.pick(ArchiveKey.Presence.allCases) ?? .required
      let key = ArchiveKey(name(), type(), presence: presence)
      entries[index].keys.insert(key, at: script.below(entries[index].keys.count + 1))
    }
  }

  mutating func changeHead(_ entries: inout [ArchiveClassEntry]) throws {
    let index = script.below(entries.count)
    switch script.below(4) {
    case 0:
      // A name is changed everywhere, so that references go on to fit.
      let (old, new) = (entries[index].name, name())
      guard !new.isEmpty else { throw Impossible() }
      let isEverywhere = script.below(2) == 0
      entries[index].name = new
      guard isEverywhere else { return }
      for position in entries.indices {
        if entries[position].name == old { entries[position].name = new }
        for key in entries[position].keys.indices {
          entries[position].keys[key].type = entries[position].keys[key].type.renamed(old, new)
        }
      }
      for position in graph.roots.indices {
        graph.roots[position].type = graph.roots[position].type.renamed(old, new)
      }
    case 1: entries[index].version = 1 + script.below(5)
    case 2:
      let superclass = script.below(entries.count + 1)
      guard !graph.classes.chain(of: superclass).contains(index + 1) else { throw Impossible() }
      entries[index].superclass = superclass == 0 ? nil : superclass
    default: entries[index].keys.reverse()
    }
    for key in entries[index].keys.indices {
      entries[index].keys[key].since = min(entries[index].keys[key].since, entries[index].version)
    }
  }

  mutating func changeCases(_ entries: inout [ArchiveClassEntry]) throws {
    let enums = entries.indices.filter { entries[$0].kind == .enum }
    guard let index = script.pick(enums), !entries[index].cases.isEmpty else { throw Impossible() }
    let position = script.below(entries[index].cases.count)
    switch script.below(5) {
    case 0: entries[index].cases[position].name = name()
    case 1: entries[index].cases[position].isRetired.toggle()
    case 2: entries[index].cases[position].keys = []
    case 3: entries[index].cases.append(ArchiveCase(name(), keys: [ArchiveKey("_0", type())]))
    default: entries[index].cases.reverse()
    }
  }

  /// Gives an object an entry of its own, which is a copy of the one it had.
  mutating func splitEntry() throws {
    guard !graph.objects.isEmpty else { throw Impossible() }
    let index = script.below(graph.objects.count)
    guard let entry = graph.classes[graph.objects[index].entry] else { throw Impossible() }
    graph.objects[index].entry = graph.classes.define(entry)
  }

  /// Lets two objects change their classes, or gives one an entry that is not meant for it.
  mutating func swapEntries() throws {
    guard !graph.objects.isEmpty else { throw Impossible() }
    let (first, second) = (script.below(graph.objects.count), script.below(graph.objects.count))
    let old = graph.objects
    if script.below(2) == 0 {
      graph.objects[first].entry = old[second].entry
      graph.objects[second].entry = old[first].entry
    } else {
      let classes = graph.classes.entries.indices.filter {
        graph.classes.entries[$0].kind == .class
      }
      graph.objects[first].entry = (script.pick(classes) ?? 0) + 1
    }
    renewMembers()
    for index in Set([first, second]) {
      graph.objects[index].values = try fitted(
        old[index].values, of: slots(of: old[index].entry, in: graph.classes),
        to: slots(of: graph.objects[index].entry, in: graph.classes))
    }
    try fit(from: graph.classes)
  }
}

extension ArchiveTypeDescriptor {
  /// The type with another class name.
  fileprivate func renamed(_ old: String, _ new: String) -> ArchiveTypeDescriptor {
    switch self {
    case .optional(let part): .optional(part.renamed(old, new))
    case .list(let part): .list(part.renamed(old, new))
    case .set(let part): .set(part.renamed(old, new))
    case .map(let key, let value):
      .map(key: key.renamed(old, new), value: value.renamed(old, new))
    case .reference(to: old): .reference(to: new)
    case .weakReference(to: old): .weakReference(to: new)
    case .struct(old): .struct(new)
    case .enum(old): .enum(new)
    default: self
    }
  }
}
