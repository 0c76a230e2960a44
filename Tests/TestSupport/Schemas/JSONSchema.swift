package import Foundation

/// A schema of JSON documents: the keywords of JSON Schema (draft 2020-12) that the schemas of this project use.
///
/// A keyword that is not listed here is an error, so that no part of a schema goes unchecked.
package struct JSONSchema: Sendable {
  private static let keywords: Set<String> = [
    "$schema", "$id", "$defs", "$ref", "title", "description", "type", "properties", "required",
    "additionalProperties", "items", "minItems", "maxItems", "enum", "const", "anyOf", "minimum",
  ]

  private static let draft = JSONValue.string("https://json-schema.org/draft/2020-12/schema")

  /// The error of a schema that cannot be used.
  package struct Defect: Error, CustomStringConvertible {
    package let description: String
  }

  private let root: [String: JSONValue]

  /// Reads a schema.
  ///
  /// - Throws: ``Defect`` for an unknown keyword, or a keyword whose value has the wrong form.
  package init(_ document: JSONValue) throws {
    guard case .object(let root) = document, root["$schema"] == Self.draft else {
      throw Defect(description: "it is not a schema of draft 2020-12")
    }
    self.root = root
    try check(document, at: "#")
  }

  /// Reads a schema from a file.
  package init(contentsOf file: URL) throws {
    try self.init(JSONDecoder().decode(JSONValue.self, from: Data(contentsOf: file)))
  }

  /// Checks the keywords of a schema and of those in it.
  private func check(_ schema: JSONValue, at place: String) throws {
    guard case .object(let keywords) = schema else {
      throw Defect(description: "\(place) is not an object")
    }
    for (name, value) in keywords {
      let place = "\(place)/\(name)"
      switch (name, value) {
      case ("$schema", .string), ("$id", .string), ("title", .string), ("description", .string),
        ("type", .string), ("minItems", .number), ("maxItems", .number), ("minimum", .number),
        ("enum", .array), ("const", _):
        break
      case ("$ref", .string(let reference)):
        guard definition(reference) != nil else {
          throw Defect(description: "\(place): there is no \(reference)")
        }
      case ("type", .array(let words)), ("required", .array(let words)):
        for case let word in words {
          guard case .string = word else { throw Defect(description: "\(place) is not of strings") }
        }
      case ("properties", .object(let schemas)), ("$defs", .object(let schemas)):
        for (key, schema) in schemas { try check(schema, at: "\(place)/\(key)") }
      case ("items", let schema), ("additionalProperties", let schema):
        try check(schema, at: place)
      case ("anyOf", .array(let schemas)):
        for (index, schema) in schemas.enumerated() { try check(schema, at: "\(place)/\(index)") }
      default:
        let defect = Self.keywords.contains(name) ? "has the wrong form" : "is no known keyword"
        throw Defect(description: "\(place) \(defect)")
      }
    }
  }

  private func definition(_ reference: String) -> JSONValue? {
    guard reference.hasPrefix("#/$defs/"), case .object(let definitions)? = root["$defs"] else {
      return nil
    }
    return definitions[String(reference.dropFirst(8))]
  }

  /// The result of a validation.
  package struct Result {
    /// The differences between a value and the schema: a place in the value, and what is wrong with it.
    package fileprivate(set) var violations: [String] = []
    /// The places in the schema of the members that were found.
    package fileprivate(set) var members: Set<String> = []
  }

  /// Validates a value.
  ///
  /// A member that the schema does not have is a violation, although JSON Schema allows it: everything that is written has to
  /// be documented.
  package func validate(_ value: JSONValue) -> Result {
    var result = Result()
    validate(value, .object(root), "#", "$", &result)
    return result
  }

  /// The places in the schema of all members.
  package var members: Set<String> {
    var members: Set<String> = []
    func collect(_ schema: JSONValue, _ place: String) {
      guard case .object(let keywords) = schema else { return }
      for (name, value) in keywords {
        switch (name, value) {
        case ("properties", .object(let schemas)):
          for (key, schema) in schemas {
            members.insert("\(place)/properties/\(key)")
            collect(schema, "\(place)/properties/\(key)")
          }
        case ("$defs", .object(let schemas)):
          for (key, schema) in schemas { collect(schema, "\(place)/$defs/\(key)") }
        case ("items", _), ("additionalProperties", _): collect(value, "\(place)/\(name)")
        case ("anyOf", .array(let schemas)):
          for (index, schema) in schemas.enumerated() {
            collect(schema, "\(place)/anyOf/\(index)")
          }
        default: break
        }
      }
    }
    collect(.object(root), "#")
    return members
  }

  // Recursion is fine: schemas and outputs are those of this project.
  private func validate(
    _ value: JSONValue, _ schema: JSONValue, _ place: String, _ path: String, _ result: inout Result
  ) {
    guard case .object(let keywords) = schema else { return }
    if case .string(let reference)? = keywords["$ref"], let definition = definition(reference) {
      validate(value, definition, reference, path, &result)
    }
    if let type = keywords["type"], !Self.has(value, type) {
      result.violations.append("\(path) is not of the type \(type)")
    }
    if let constant = keywords["const"], value != constant {
      result.violations.append("\(path) is not \(constant)")
    }
    if case .array(let choices)? = keywords["enum"], !choices.contains(value) {
      result.violations.append("\(path) is none of \(choices)")
    }
    if case .number(let minimum)? = keywords["minimum"], case .number(let number) = value,
      number < minimum
    {
      result.violations.append("\(path) is below \(minimum)")
    }
    if case .array(let choices)? = keywords["anyOf"] {
      validate(value, anyOf: choices, "\(place)/anyOf", path, &result)
    }
    switch value {
    case .array(let elements): validate(elements, keywords, place, path, &result)
    case .object(let members): validate(members, keywords, place, path, &result)
    default: break
    }
  }

  private static func has(_ value: JSONValue, _ type: JSONValue) -> Bool {
    switch (type, value) {
    case (.array(let types), _): types.contains { has(value, $0) }
    case (.string("null"), .null), (.string("boolean"), .bool), (.string("number"), .number),
      (.string("string"), .string), (.string("array"), .array), (.string("object"), .object):
      true
    case (.string("integer"), .number(let number)): number.rounded() == number
    default: false
    }
  }

  private func validate(
    _ value: JSONValue, anyOf choices: [JSONValue], _ place: String, _ path: String,
    _ result: inout Result
  ) {
    var nearest: Result?
    for (index, choice) in choices.enumerated() {
      var attempt = Result()
      validate(value, choice, "\(place)/\(index)", path, &attempt)
      if attempt.violations.isEmpty {
        result.members.formUnion(attempt.members)
        return
      }
      if attempt.violations.count < nearest?.violations.count ?? .max { nearest = attempt }
    }
    result.violations += nearest?.violations ?? ["\(path) has no choice"]
  }

  private func validate(
    _ elements: [JSONValue], _ keywords: [String: JSONValue], _ place: String, _ path: String,
    _ result: inout Result
  ) {
    for (keyword, isRight) in [
      ("minItems", { elements.count >= $0 }), ("maxItems", { elements.count <= $0 }),
    ] as [(String, (Int) -> Bool)] {
      if case .number(let count)? = keywords[keyword], !isRight(Int(count)) {
        result.violations.append("\(path) has \(elements.count) elements")
      }
    }
    guard let items = keywords["items"] else { return }
    for (index, element) in elements.enumerated() {
      validate(element, items, "\(place)/items", "\(path)[\(index)]", &result)
    }
  }

  private func validate(
    _ members: [String: JSONValue], _ keywords: [String: JSONValue], _ place: String,
    _ path: String, _ result: inout Result
  ) {
    if case .array(let names)? = keywords["required"] {
      for case .string(let name) in names where members[name] == nil {
        result.violations.append("\(path).\(name) is missing")
      }
    }
    guard keywords["properties"] != nil || keywords["additionalProperties"] != nil else { return }
    var schemas: [String: JSONValue] = [:]
    if case .object(let properties)? = keywords["properties"] { schemas = properties }
    for (name, value) in members {
      let path = "\(path).\(name)"
      if let schema = schemas[name] {
        result.members.insert("\(place)/properties/\(name)")
        validate(value, schema, "\(place)/properties/\(name)", path, &result)
      } else if let schema = keywords["additionalProperties"] {
        validate(value, schema, "\(place)/additionalProperties", path, &result)
      } else {
        result.violations.append("\(path) is not in the schema")
      }
    }
  }
}
