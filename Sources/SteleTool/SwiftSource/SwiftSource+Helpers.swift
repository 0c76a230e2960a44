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
    if needs.anyValue {
      addLines(
        """
        /// A value of any type.
        indirect enum \(names.anyValue): Decodable {
          case null
          case bool(Bool)
          case integer(Int128)
          case unsigned(UInt128)
          case number(Double)
          case string(String)
          case object(\(names.anyObject))
          case list([\(names.anyValue)])
          case map([\(names.mapKey)<\(names.anyValue)>: \(names.anyValue)])
          case structure([String: \(names.anyValue)])
          case bytes(Data)
          case date(Date)
          case uuid(UUID)
          case decimal(Decimal)
          // TODO: An enum, or a value for which the program has no type.
          case other

          init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if value.decodeNil() {
              self = .null
            } else if let value = try? value.decode(Bool.self) {
              self = .bool(value)
            } else if let value = try? value.decode(Int128.self) {
              self = .integer(value)
            } else if let value = try? value.decode(UInt128.self) {
              self = .unsigned(value)
            } else if let value = try? value.decode(Double.self) {
              self = .number(value)
            } else if let value = try? value.decode(String.self) {
              self = .string(value)
            } else if let value = try? value.decode(\(names.anyObject).self) {
              self = .object(value)
            } else if let value = try? value.decode([\(names.anyValue)].self) {
              self = .list(value)
            } else if let value = try? value.decode(Data.self) {
              self = .bytes(value)
            } else if let value = try? value.decode(Date.self) {
              self = .date(value)
            } else if let value = try? value.decode(UUID.self) {
              self = .uuid(value)
            } else if let value = try? value.decode(Decimal.self) {
              self = .decimal(value)
            } else if let value = try? value.decode([\(names.mapKey)<\(names.anyValue)>: \(names.anyValue)].self) {
              self = .map(value)
            } else if let value = try? value.decode([String: \(names.anyValue)].self) {
              self = .structure(value)
            } else {
              self = .other
            }
          }
        }

        """)
    }
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

  private mutating func addLines(_ text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) { add(String(line)) }
  }
}
