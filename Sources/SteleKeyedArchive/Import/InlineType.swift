import Stele

/// The type of values of a property list.
///
/// Spec §E.4.
indirect enum InlineType: Hashable, Sendable {
  /// No value, in an empty list.
  case nothing
  case null, bool, int64, int128, float32, float64, string, bytes, date
  case reference, optionalReference, dictionary, any
  case list(InlineType)
  case set(InlineType)

  /// The largest number of nested lists and sets; elements that are nested deeper have the type any.
  private static let maximumDepth = 32

  /// The number of nested lists and sets.
  private var depth: Int {
    switch self {
    case .list(let element), .set(let element): 1 + element.depth
    default: 0
    }
  }

  /// The type itself if it may be that of the elements of a list or set, otherwise any.
  var asElement: InlineType { depth < Self.maximumDepth ? self : .any }

  /// The type of the elements of a list or set.
  var element: InlineType {
    switch self {
    case .list(let element), .set(let element): element
    default: .any
    }
  }

  /// Whether this is the type any itself.
  var isAny: Bool {
    if case .any = self { true } else { false }
  }

  /// Returns whether a value of the type does not count as nested in its container (spec §3.2).
  func isExemptFromNesting(inList: Bool) -> Bool {
    switch self {
    case .reference, .optionalReference: true
    case .bool, .int64, .int128, .float32, .float64, .date: inList
    default: false
    }
  }

  /// Returns the smallest type that contains the values of both.
  ///
  /// Spec §E.4.
  func joined(with other: InlineType) -> InlineType {
    guard self != other else { return self }
    switch (self, other) {
    case (_, .nothing): return self
    case (.nothing, _): return other
    case (.list(let left), .list(let right)): return .list(left.joined(with: right))
    case (.set(let left), .set(let right)): return .set(left.joined(with: right))
    case (.int64, .int128), (.int128, .int64): return .int128
    case (.reference, .optionalReference), (.optionalReference, .reference):
      return .optionalReference
    default: return .any
    }
  }

  func descriptor(inMetadata: Bool = false) -> ArchiveTypeDescriptor {
    switch self {
    case .any: .any
    case .nothing: .never
    case .null: .optional(.never)
    case .bool: .bool
    case .int64: .int64
    case .int128: .int128
    case .float32: .float32
    case .float64: .float64
    case .string: .string
    case .bytes: .bytes
    case .date: .date
    case .reference: .reference(to: nil)
    case .optionalReference: .optional(.reference(to: nil))
    case .dictionary:
      inMetadata ? .map(key: .string, value: .any) : .struct(MappedName.dictionary)
    case .list(let element): .list(element.descriptor(inMetadata: inMetadata))
    case .set(let element): .set(element.descriptor(inMetadata: inMetadata))
    }
  }
}
