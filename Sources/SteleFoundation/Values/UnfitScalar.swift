internal import Stele

/// The reason why a scalar of an archive is no value of a type of Foundation.
struct UnfitScalar: Error, CustomStringConvertible {
  enum Reason {
    /// The value is of another kind than the type asked for.
    case kind
    /// A decimal number has an exponent that `Decimal` does not have.
    case exponent(Int32)
    /// A string is not a URL.
    case noURL(String)
  }

  let reason: Reason

  init(_ reason: Reason) { self.reason = reason }

  var description: String {
    switch reason {
    case .kind: "the value is of another kind"
    case .exponent(let exponent): "the exponent is \(exponent), and Decimal has -128 to 127"
    case .noURL(let text): "\(text.quoted) is not a URL"
    }
  }
}
