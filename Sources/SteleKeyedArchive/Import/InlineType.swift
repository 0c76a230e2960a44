import Stele

/// The type of values of a property list: nested lists and sets, and the type of the innermost elements.
///
/// It takes 8 bytes, so that each node of a list can have one.
struct InlineType: Hashable, Sendable {
  /// The type of the innermost elements.
  enum Base: UInt8, Sendable {
    /// No value, in an empty list.
    case nothing
    case null, bool, int64, int128, float32, float64, string, bytes, date
    case reference, optionalReference, dictionary, any
  }

  /// The largest number of nested lists and sets; elements that are nested deeper have the type any.
  static let maximumDepth = 32

  /// One bit for each container, the lowest for the outermost: 1 for a set.
  private var sets: UInt32 = 0
  private(set) var depth: UInt8 = 0
  /// The type of the innermost elements.
  private(set) var base: Base

  init(_ base: Base) {
    self.base = base
  }

  static let any = InlineType(.any)
  static let nothing = InlineType(.nothing)

  /// Makes the type of a list or set with elements of one type.
  init(containing element: InlineType, isSet: Bool) {
    let isDeep = element.depth >= Self.maximumDepth
    self = isDeep ? .any : element
    sets = sets << 1 | (isSet ? 1 : 0)
    depth += 1
  }

  /// Whether this is the type any itself.
  var isAny: Bool { depth == 0 && base == .any }

  /// Whether the outermost container is a set.
  private var isSet: Bool { depth > 0 && sets & 1 == 1 }

  var element: InlineType {
    guard depth > 0 else { return .any }
    var element = self
    element.sets = sets >> 1
    element.depth = depth - 1
    return element
  }

  /// Returns whether a value of the type does not count as nested in its container (spec §3.2).
  func isExemptFromNesting(inList: Bool) -> Bool {
    guard depth == 0 else { return false }
    switch base {
    case .reference, .optionalReference: return true
    case .bool, .int64, .int128, .float32, .float64, .date: return inList
    default: return false
    }
  }

  /// Returns the smallest type that contains the values of both.
  ///
  /// Spec §E.4.
  func joined(with other: InlineType) -> InlineType {
    var left = self
    var right = other
    var outerSets: UInt32 = 0
    var level: UInt8 = 0
    while left != right, left.depth > 0, right.depth > 0, left.isSet == right.isSet {
      outerSets |= (left.sets & 1) << UInt32(level)
      level += 1
      left = left.element
      right = right.element
    }
    var result = Self.joinedInnermost(left, right)
    result.sets = outerSets | result.sets << UInt32(level)
    result.depth += level
    return result
  }

  private static func joinedInnermost(_ left: InlineType, _ right: InlineType) -> InlineType {
    if left == right || right == .nothing { return left }
    if left == .nothing { return right }
    guard left.depth == 0, right.depth == 0 else { return .any }
    switch (left.base, right.base) {
    case (.int64, .int128), (.int128, .int64): return InlineType(.int128)
    case (.reference, .optionalReference), (.optionalReference, .reference):
      return InlineType(.optionalReference)
    default: return .any
    }
  }

  func descriptor(inMetadata: Bool = false) -> ArchiveTypeDescriptor {
    var descriptor = baseDescriptor(inMetadata: inMetadata)
    for level in (0..<depth).reversed() {
      descriptor = sets >> UInt32(level) & 1 == 1 ? .set(descriptor) : .list(descriptor)
    }
    return descriptor
  }

  private func baseDescriptor(inMetadata: Bool) -> ArchiveTypeDescriptor {
    switch base {
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
    }
  }
}
