import Stele

/// A step of the path from an archive to a field.
package enum ExplainedStep: Hashable, Sendable {
  /// A chunk, with the number of chunks before it.
  case chunk(Int, String)
  case entry(Int)
  /// An object, with its number and the name of its class.
  case object(Int, String)
  /// A root or a metadata item, with the number of those before it and its name.
  case root(Int, String)
  case item(Int, String)
  case indexEntry(Int)
  /// The definition of a key or a case in an entry.
  case keyDefinition(Int)
  case caseDefinition(Int)
  /// The value of a root or item.
  case value
  /// The value of a stored key, with the number of stored keys before it, and the step to it in a key path.
  case key(Int, String)
  case element(Int)
  case mapKey(Int)
  case mapValue(Int)
  /// The content of an optional or an `any` value.
  case some
  case any
  /// The key of a nested struct whose entry number precedes a list; the number belongs to the list, and key paths omit the
  /// step.
  case nested(String)

  /// The step in the path of a field.
  var component: String {
    switch self {
    case .chunk(let index, let type): "\(index) \(type)"
    case .entry(let number): "entry[\(number)]"
    case .object(let number, _): "object[\(number)]"
    case .root(let index, _): "root[\(index)]"
    case .item(let index, _): "item[\(index)]"
    case .indexEntry(let index): "entry[\(index)]"
    case .keyDefinition(let index): "key[\(index)]"
    case .caseDefinition(let index): "case[\(index)]"
    case .value: "value"
    case .key(let index, _): "key[\(index)]"
    case .element(let index): "[\(index)]"
    case .mapKey(let index): "[\(index)]key"
    case .mapValue(let index): "[\(index)]value"
    case .some: "some"
    case .any: "any"
    case .nested(let name): "\"\(name)\""
    }
  }

  /// The position of a part in the value around it, see ``ArchivePlace/positions``; nil for other steps.
  var position: Int? {
    switch self {
    case .key(let index, _), .element(let index): index
    case .mapKey(let index): 2 * index
    case .mapValue(let index): 2 * index + 1
    case .some, .any: 0
    default: nil
    }
  }

  /// The step in the key path of a value, which may be empty.
  var keyPathComponent: String {
    switch self {
    case .object(let number, let name):
      KeyPathText.object(number, ofClass: name.isEmpty ? nil : name)
    case .root(_, let name): KeyPathText.root(name)
    case .item(_, let name): KeyPathText.item(name)
    case .key(_, let step): step
    case .element(let index): KeyPathText.element(index)
    case .mapKey(let index): KeyPathText.mapPart(2 * index)
    case .mapValue(let index): KeyPathText.mapPart(2 * index + 1)
    default: ""
    }
  }
}

extension [ExplainedStep] {
  /// The key path of the value to which the steps lead, empty if they lead to none.
  ///
  /// It omits further steps once it is long enough, so that an archive cannot choose its length.
  var keyPath: String {
    var path = ""
    for step in self {
      guard path.utf8.count < 480 else { return path + "…" }
      path += step.keyPathComponent
    }
    return path
  }

  /// Removes all steps except the first ones.
  mutating func cut(to count: Int) {
    if count < self.count { removeSubrange(count...) }
  }
}
