/// What is to be done for one value of a plain record, or for a few of fixed size.
struct PlainStep {
  enum Kind: UInt8 {
    case fixed
    case bool
    case varint
    case string
    case bytes
    case reference
    case optionalReference
    case weak
    /// The entry number of a struct; the steps of its keys follow.
    case structure
    case packedBools
    case packedIntegers
    case packedFixed
    case strings
    case references
    case optionalReferences
  }

  var kind: Kind
  /// The bytes of what is of fixed size; else as in ``TypeNode``.
  var width: UInt8 = 0
  var isSigned = false
  /// Whether a presence bit says if the value is there.
  var isOptional = false
  /// Whether a flag byte says if the value is there.
  var isFlagged = false
  /// The number of steps to pass over when the value is not there.
  var stepCount: UInt8 = 1
  /// The name number of the class of references, and in a plan where the set of objects begins that are to be of it;
  /// the name number of a struct, and in a plan its entry.
  var number: UInt32 = 0

  /// Nil when values of the type are not plain.
  init?(_ node: TypeNode, _ types: TypeTable) {
    switch node.shape {
    case .bool: kind = .bool
    case .fixed: kind = .fixed
    case .varint: kind = .varint
    case .string: kind = .string
    case .bytes: kind = .bytes
    case .reference: kind = .reference
    case .optionalReference: kind = .optionalReference
    case .weak: kind = .weak
    case .structure: kind = .structure
    case .packedBools: kind = .packedBools
    case .packedIntegers: kind = .packedIntegers
    case .packedFixed: kind = .packedFixed
    case .list:
      let element = types[Int(node.first)]
      switch element.shape {
      case .string: kind = .strings
      case .reference: kind = .references
      case .optionalReference: kind = .optionalReferences
      default: return nil
      }
      number = element.first
    default: return nil
    }
    width = node.width
    isSigned = node.isSigned
    let isNamed = isReference && node.shape != .list || kind == .structure
    if isNamed { number = node.first }
  }

  /// Whether the values lead to objects strongly.
  var leadsToObjects: Bool {
    switch kind {
    case .reference, .optionalReference, .references, .optionalReferences: true
    default: false
    }
  }

  var isReference: Bool { leadsToObjects || kind == .weak }

  /// Whether the step is nothing but a number of bytes to pass over.
  var isSkip: Bool { kind == .fixed && !isOptional && !isFlagged }
}
