internal import Stele
internal import SteleModel

/// The error for a graph that differs from what was written.
struct UnexpectedValue: Error {}

extension Optional {
  /// Returns the value, or throws if there is none.
  var wanted: Wrapped {
    get throws {
      guard let self else { throw UnexpectedValue() }
      return self
    }
  }
}

extension ArchiveGraph {
  /// Returns the values of an object.
  func object(_ number: Int) throws -> [ArchiveValue?] {
    guard objects.indices.contains(number - 1) else { throw UnexpectedValue() }
    return objects[number - 1].values
  }
}

extension ArchiveValue {
  /// Makes an optional text.
  init(_ text: String?) {
    self = text.map { .some(.string($0)) } ?? .nil
  }

  /// The value as a text.
  var text: String {
    get throws {
      guard case .string(let text) = self else { throw UnexpectedValue() }
      return text
    }
  }

  /// The value as a text or nil.
  var optionalText: String? {
    get throws {
      switch self {
      case .nil: nil
      case .some(let value): try value.text
      default: throw UnexpectedValue()
      }
    }
  }

  /// The value as an integer, signed or not.
  var number: Int {
    get throws {
      switch self {
      case .integer(let number): try Int(exactly: number).wanted
      case .unsigned(let number): try Int(exactly: number).wanted
      default: throw UnexpectedValue()
      }
    }
  }

  /// The value as a bool.
  var flag: Bool {
    get throws {
      guard case .bool(let flag) = self else { throw UnexpectedValue() }
      return flag
    }
  }

  /// The value as a number of 64 bits.
  var double: Double {
    get throws {
      guard case .float64(let number) = self else { throw UnexpectedValue() }
      return number
    }
  }

  /// The value as a number of 32 bits.
  var float: Float {
    get throws {
      guard case .float32(let number) = self else { throw UnexpectedValue() }
      return number
    }
  }

  /// The elements of a list.
  var list: [ArchiveValue] {
    get throws {
      guard case .list(let elements) = self else { throw UnexpectedValue() }
      return elements
    }
  }

  /// The values of a struct.
  var structure: [ArchiveValue?] {
    get throws {
      guard case .struct(let structure) = self else { throw UnexpectedValue() }
      return structure.values
    }
  }

  /// The number of an object, or nil for none.
  var referenceNumber: Int? {
    get throws {
      switch self {
      case .reference(let number): number
      case .nil: nil
      default: throw UnexpectedValue()
      }
    }
  }
}
