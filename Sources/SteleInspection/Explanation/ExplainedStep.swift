import Stele

/// A step on the way from an archive to a field.
enum ExplainedStep: Hashable, Sendable {
  /// The chunk before which so many others stand.
  case chunk(Int, String)
  case entry(Int)
  /// The object of a number, and the name of its class.
  case object(Int, String)
  case root(Int, String)
  case item(Int, String)
  case indexEntry(Int)
  /// A key or a case that an entry defines.
  case keyDefinition(Int)
  case caseDefinition(Int)
  /// The value of a root or item.
  case value
  /// The value of the stored key before which so many others stand.
  case key(Int, String)
  case element(Int)
  case mapKey(Int)
  case mapValue(Int)
  /// What an optional or an `any` value contains.
  case some
  case any
  /// The key of a nested struct, of which the entry stands in front of a list.
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

  /// The step in the key path of a value, which may be empty.
  var keyPathComponent: String {
    switch self {
    case .object(let number, let name):
      name.isEmpty ? "objects[\(number)]" : "objects[\(number)].\(name.shortened())"
    case .root(_, let name): "roots[\"\(name.shortened())\"]"
    case .item(_, let name): "metadata[\"\(name.shortened())\"]"
    case .key(_, let name), .nested(let name): ".\(name.shortened())"
    case .element(let index): "[\(index)]"
    case .mapKey(let index): "[\(index)].key"
    case .mapValue(let index): "[\(index)].value"
    default: ""
    }
  }
}
