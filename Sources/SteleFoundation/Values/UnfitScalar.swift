internal import Stele

/// The reason why a scalar of an archive cannot be a value of a Foundation type.
enum UnfitScalar: Error, CustomStringConvertible {
  /// The value does not have the requested type.
  case kind
  /// A decimal number has an exponent that `Decimal` does not have.
  case exponent(Int32)
  case noURL(String)

  var description: String {
    switch self {
    case .kind: "the value is of another kind"
    case .exponent(let exponent): "the exponent is \(exponent), and Decimal has -128 to 127"
    case .noURL(let text): "\(text.quoted) is not a URL"
    }
  }
}
