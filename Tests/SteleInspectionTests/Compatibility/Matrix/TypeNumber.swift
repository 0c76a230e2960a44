/// A number as a type, so that generic types make any number of types at run time.
///
/// A type has one declaration in a process, so each program that the tests generate has types of its own.
protocol TypeNumber: SendableMetatype {
  static var value: Int { get }
}

enum TypeZero: TypeNumber {
  static var value: Int { 0 }
}

enum TypeDouble<Half: TypeNumber>: TypeNumber {
  static var value: Int { 2 * Half.value }
}

enum TypeDoubleAndOne<Half: TypeNumber>: TypeNumber {
  static var value: Int { 2 * Half.value + 1 }
}

/// Returns the type of a number.
func typeNumber(_ value: Int) -> any TypeNumber.Type {
  guard value > 0 else { return TypeZero.self }
  func double<Half: TypeNumber>(_: Half.Type) -> any TypeNumber.Type {
    value.isMultiple(of: 2) ? TypeDouble<Half>.self : TypeDoubleAndOne<Half>.self
  }
  return double(typeNumber(value / 2))
}
