package import Stele

extension NameNumbers {
  /// Returns the name with its number.
  package mutating func numbered(_ name: String) -> NumberedName {
    NumberedName(string: name, number: number(of: name))
  }

  /// Returns the type with the numbers of its names.
  package mutating func numbered(_ type: ArchiveTypeDescriptor) -> NumberedType {
    var words: [Int] = []
    for type in type.preorder {
      words.append(Int(type.code.rawValue))
      // The codes determine how many names and parts follow.
      if type.code.concernsGraph { words.append(type.className.map { number(of: $0) } ?? 0) }
    }
    return NumberedType(words: words)
  }
}

/// A name that is hashed and compared by its number.
///
/// Only names of one ``NameNumbers`` can be compared.
package struct NumberedName: Hashable, Sendable {
  /// The name.
  package let string: String
  /// The number.
  package let number: Int

  package static func == (left: NumberedName, right: NumberedName) -> Bool {
    left.number == right.number
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// A type that is hashed and compared by its codes and the numbers of its names.
///
/// Only types of one ``NameNumbers`` can be compared.
package struct NumberedType: Hashable, Sendable {
  package let words: [Int]
}
