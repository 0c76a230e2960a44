internal import Stele

extension Explicit {
  /// Floating-point numbers in an array.
  struct Doubles: FieldCodable {
    var values: [Double]

    init(values: [Double]) { self.values = values }

    init(from fields: inout FieldDecoder) throws { values = try fields.decode("values") }

    func encode(to fields: inout FieldEncoder) throws { try fields.encode(values, "values") }
  }

  /// Integers in an array.
  struct Integers: FieldCodable {
    var values: [Int]

    init(values: [Int]) { self.values = values }

    init(from fields: inout FieldDecoder) throws { values = try fields.decode("values") }

    func encode(to fields: inout FieldEncoder) throws { try fields.encode(values, "values") }
  }
}
