extension SwiftSource {
  /// Adds the declarations that the types need, for what Swift lacks.
  mutating func addHelpers() {
    if needs.anyObject {
      addLines(
        """
        /// An object of any class of the archive; archives do not have this class.
        class \(names.anyObject): TwoPhaseDecodable, ArchiveDeclaring {
          required init() {}

          func decode(from fields: inout FieldDecoder) throws {}

          class var archiveClass: ArchiveClass { ArchiveClass(\(names.anyObject.swiftLiteral)) }
        }

        """)
    }
    if needs.anyValue { addAnyValue() }
    if needs.mapKey {
      addLines(
        """
        /// A key of a map, of a type that is not Hashable in Swift; no two keys are equal.
        struct \(names.mapKey)<Value: Decodable>: Decodable, Hashable {
          private final class Identity {}

          let value: Value
          private let identity = Identity()

          init(from decoder: any Decoder) throws {
            value = try decoder.singleValueContainer().decode(Value.self)
          }

          static func == (left: Self, right: Self) -> Bool { left.identity === right.identity }

          func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(identity)) }
        }

        """)
    }
    if needs.box {
      addLines(
        """
        /// A value in separate memory, so that a type can contain itself.
        struct \(names.box)<Value> {
          private var values: [Value]

          init(_ value: Value) { values = [value] }

          var value: Value {
            get { values[0] }
            set { values = [newValue] }
          }
        }

        """)
    }
  }

  /// Adds the enum of all values, which tries one type after the other.
  private mutating func addAnyValue() {
    let value = names.anyValue
    let plain = [
      ("bool", "Bool"), ("integer", "Int128"), ("unsigned", "UInt128"), ("number", "Double"),
      ("string", "String"), ("object", names.anyObject), ("list", "[\(value)]"),
    ]
    let maps = [
      ("map", "[\(names.mapKey)<\(value)>: \(value)]"), ("structure", "[String: \(value)]"),
    ]
    let foundation = [
      ("bytes", "Data"), ("date", "Date"), ("uuid", "UUID"), ("decimal", "Decimal"),
    ]
    add("/// A value of any type.")
    add("indirect enum \(value): Decodable {")
    add("  case null")
    for (name, type) in plain + maps + foundation { add("  case \(name)(\(type))") }
    addLines(
      """
        // TODO: An enum, or a value for which the program has no type.
        case other

        init(from decoder: any Decoder) throws {
          let value = try decoder.singleValueContainer()
          if value.decodeNil() {
            self = .null
      """)
    for (name, type) in plain + foundation + maps {
      add("    } else if let value = try? value.decode(\(type).self) {")
      add("      self = .\(name)(value)")
    }
    addLines(
      """
          } else {
            self = .other
          }
        }
      }

      """)
  }

  private mutating func addLines(_ text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) { add(String(line)) }
  }
}
