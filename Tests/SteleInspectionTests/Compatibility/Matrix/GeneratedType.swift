import Foundation
import Stele
import SteleFoundation
import TestSupport

/// The type of a key of a generated program.
indirect enum GeneratedType: Hashable, Sendable {
  case bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float, double, string
  case date, bytes, uuid, decimal
  /// A struct, and an enum, whose keys and cases the program has.
  case `struct`, `enum`
  /// A reference to an object, and a weak one.
  case reference(Target), weak(Target)
  case optional(GeneratedType), list(GeneratedType), set(GeneratedType), map(GeneratedType)
  /// A dictionary whose keys and values have one type, which is not that of strings.
  case pairs(GeneratedType)

  /// The classes of objects that keys refer to; the second is a subclass of the first.
  enum Target: Hashable, Sendable, CaseIterable { case item, subitem, stone }

  static let numbers: [Self] = [
    .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .float, .double,
  ]
  static let scalars: [Self] = [.bool] + numbers + [.string, .date, .bytes, .uuid, .decimal]
  static let objects: [Self] = Target.allCases.map { .reference($0) }
}

/// A value of a key of a generated program.
typealias SampleValue = Codable & SendableMetatype

/// A value that can also be an element of a set.
protocol HashableSample: Hashable, Codable, SendableMetatype {}

extension Bool: HashableSample {}
extension Int8: HashableSample {}
extension Int16: HashableSample {}
extension Int32: HashableSample {}
extension Int64: HashableSample {}
extension UInt8: HashableSample {}
extension UInt16: HashableSample {}
extension UInt32: HashableSample {}
extension UInt64: HashableSample {}
extension Float: HashableSample {}
extension Double: HashableSample {}
extension String: HashableSample {}
extension Date: HashableSample {}
extension Data: HashableSample {}
extension UUID: HashableSample {}
extension Decimal: HashableSample {}

extension GeneratedType {
  /// Returns whether a program may read the keys of values of this type as those of another kind of type, such as those of
  /// an object as the entries of a map.
  ///
  /// Comparisons do not count on it (§10.7).
  func isReadByStructure(as other: Self) -> Bool {
    switch (self, other) {
    case (.optional(let part), _): part.isReadByStructure(as: other)
    case (_, .optional(let part)): isReadByStructure(as: part)
    case (.list(let part), .list(let otherPart)), (.map(let part), .map(let otherPart)):
      part.isReadByStructure(as: otherPart)
    default:
      structuralKind.flatMap { kind in other.structuralKind.map { $0 != kind } } ?? false
    }
  }

  /// A number for types whose values have named parts.
  private var structuralKind: Int? {
    switch self {
    case .struct: 0
    case .enum: 1
    case .reference, .weak: 2
    case .map: 3
    default: nil
    }
  }

  /// The type in a file, of the scalars and their optionals.
  var descriptor: ArchiveTypeDescriptor {
    switch self {
    case .optional(let part): .optional(part.descriptor)
    case .int8: .int8
    case .int16: .int16
    case .int32: .int32
    default: .string
    }
  }

  /// Returns the Swift type in a program.
  func type<N: TypeNumber>(_ number: N.Type) -> any (SampleValue).Type {
    switch self {
    case .struct: GeneratedStruct<N>.self
    case .enum: GeneratedEnum<N>.self
    case .reference(.item): Item<N>.self
    case .reference(.subitem): Subitem<N>.self
    case .reference(.stone): Stone<N>.self
    case .weak(.item): BackReference<Item<N>>.self
    case .weak(.subitem): BackReference<Subitem<N>>.self
    case .weak(.stone): BackReference<Stone<N>>.self
    case .optional(let part): optionalType(part.type(number))
    case .list(let part): listType(part.type(number))
    case .set(let part): setType(part.type(number))
    case .map(let part): mapType(part.type(number))
    case .pairs(let part): pairsType(part.type(number))
    default: Swift.type(of: samples(MadeObjects<N>())[0])
    }
  }

  private func optionalType<T: SampleValue>(_: T.Type) -> any (SampleValue).Type { T?.self }
  private func listType<T: SampleValue>(_: T.Type) -> any (SampleValue).Type { [T].self }
  private func mapType<T: SampleValue>(_: T.Type) -> any (SampleValue).Type { [String: T].self }
  private func setType<T: SampleValue>(_: T.Type) -> any (SampleValue).Type {
    func type<H: HashableSample>(_: H.Type) -> any (SampleValue).Type { Set<H>.self }
    guard let hashable = T.self as? any HashableSample.Type else { return [T].self }
    return type(hashable)
  }
  private func pairsType<T: SampleValue>(_: T.Type) -> any (SampleValue).Type {
    func type<H: HashableSample>(_: H.Type) -> any (SampleValue).Type { [H: H].self }
    guard let hashable = T.self as? any HashableSample.Type else { return [T].self }
    return type(hashable)
  }

  /// Returns values of the type, the first of which converts to all types to which any value does.
  func samples<N: TypeNumber>(_ made: MadeObjects<N>) -> [any SampleValue] {
    switch self {
    case .bool: [true, false]
    case .int8: Self.samples(Int8.self)
    case .int16: Self.samples(Int16.self)
    case .int32: Self.samples(Int32.self)
    case .int64: Self.samples(Int64.self)
    case .uint8: Self.samples(UInt8.self)
    case .uint16: Self.samples(UInt16.self)
    case .uint32: Self.samples(UInt32.self)
    case .uint64: Self.samples(UInt64.self)
    case .float: [1 as Float, 0.1 as Float, Float.greatestFiniteMagnitude, -Float.infinity]
    case .double: [1.0, 0.1, Double.greatestFiniteMagnitude, -Double.infinity]
    case .string: ["00000000-0000-0000-0000-000000000001", ""]
    case .date: [Date(timeIntervalSinceReferenceDate: 1), Date.distantPast]
    case .bytes: [Data([1]), Data()]
    case .uuid: [UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))]
    case .decimal:
      [Decimal(1), Decimal(string: "0.1") ?? 0, Decimal(sign: .plus, exponent: 50, significand: 7)]
    case .struct:
      (0..<GeneratedStruct<N>.sampleCount).map { GeneratedStruct<N>(sample: $0, made) }
    case .enum:
      (0..<GeneratedEnum<N>.sampleCount).map { GeneratedEnum<N>.value(sample: $0, made) }
    case .reference(.item): [made.subitem, made.item]
    case .reference(.subitem): [made.subitem]
    case .reference(.stone): [made.stone]
    case .weak(.item):
      [
        BackReference<Item<N>>(wrappedValue: made.subitem),
        BackReference<Item<N>>(wrappedValue: made.item), BackReference<Item<N>>(),
      ]
    case .weak(.subitem):
      [BackReference<Subitem<N>>(wrappedValue: made.subitem), BackReference<Subitem<N>>()]
    case .weak(.stone):
      [BackReference<Stone<N>>(wrappedValue: made.stone), BackReference<Stone<N>>()]
    case .optional(let part): optionals(part.type(N.self), part.samples(made))
    case .list(let part): lists(part.type(N.self), part.samples(made))
    case .set(let part): sets(part.type(N.self), part.samples(made))
    case .map(let part): maps(part.type(N.self), part.samples(made))
    case .pairs(let part): pairs(part.type(N.self), part.samples(made))
    }
  }

  private static func samples<I: FixedWidthInteger & SampleValue>(_: I.Type) -> [any SampleValue] {
    [1 as I, I.max, I.min]
  }

  /// Returns a first value with another around it, an empty one, and the other values.
  private func around<T, Around: SampleValue>(
    _ values: [any SampleValue], empty: Around, _ wrap: (T) -> Around
  ) -> [any SampleValue] {
    let wrapped: [any SampleValue] = values.compactMap { $0 as? T }.map(wrap)
    return Array(wrapped.prefix(1)) + [empty] + wrapped.dropFirst()
  }

  private func optionals<T: SampleValue>(
    _: T.Type, _ values: [any SampleValue]
  ) -> [any SampleValue] { around(values, empty: T?.none) { T?.some($0) } }

  private func lists<T: SampleValue>(_: T.Type, _ values: [any SampleValue]) -> [any SampleValue] {
    around(values, empty: [T]()) { [$0] }
  }

  private func maps<T: SampleValue>(_: T.Type, _ values: [any SampleValue]) -> [any SampleValue] {
    around(values, empty: [String: T]()) { ["k": $0] }
  }

  private func pairs<T: SampleValue>(_: T.Type, _ values: [any SampleValue]) -> [any SampleValue] {
    func make<H: HashableSample>(_: H.Type) -> [any SampleValue] {
      values.compactMap { ($0 as? H).map { [$0: $0] } } + [[H: H]()]
    }
    guard let hashable = T.self as? any HashableSample.Type else { return [] }
    return make(hashable)
  }

  private func sets<T: SampleValue>(_: T.Type, _ values: [any SampleValue]) -> [any SampleValue] {
    func make<H: HashableSample>(_: H.Type) -> [any SampleValue] {
      around(values, empty: Set<H>()) { Set([$0]) }
    }
    guard let hashable = T.self as? any HashableSample.Type else { return [] }
    return make(hashable)
  }
}
