/// How to move over one plain value, or over a few of fixed size.
///
/// Plain are values without others in them, optionals of such, lists of scalars, strings and references, and structs
/// of which all required keys are plain.
struct PlainStep: BitwiseCopyable, Sendable {
  enum Kind: UInt8 {
    case fixed
    case flag
    case varint
    case string
    case bytes
    case reference
    case optionalReference
    case weakReference
    /// The entry number of a struct; the steps of its keys follow.
    case structure
    case packedList
    case strings
    case references
    case optionalReferences
  }

  let kind: Kind
  /// The type of the elements of a packed list.
  var code = TypeCode.bool
  /// Whether a presence bit says if the value is there, as 1, or a flag byte, as 2, or both, as 3.
  private var absence: UInt8 = 0
  /// How many steps to pass over when the value is not there.
  var stepCount: UInt8 = 1
  /// The number of bytes of what is of fixed size, the width of an integer in bits, the number of a class name, or that of
  /// the entry of a struct.
  var operand: Int

  /// Nil when values of the type are not plain; those of a struct are given the number of its name.
  init?(_ form: TypeForm, in types: TypeForms) {
    operand = form.operand
    switch form.action {
    case .fixed: kind = .fixed
    case .flag: kind = .flag
    case .varint: kind = .varint
    case .string: kind = .string
    case .bytes: kind = .bytes
    case .reference: kind = .reference
    case .optionalReference: kind = .optionalReference
    case .weakReference: kind = .weakReference
    case .structure: kind = .structure
    case .packedList:
      kind = .packedList
      code = types[form.first].code
    case .list:
      let element = types[form.first]
      operand = element.operand
      switch element.action {
      case .string: kind = .strings
      case .reference: kind = .references
      case .optionalReference: kind = .optionalReferences
      default: return nil
      }
    default: return nil
    }
  }

  /// Whether the value may not be there.
  var mayBeAbsent: Bool { absence != 0 }

  /// Whether a presence bit says if the value is there.
  var isOptional: Bool {
    get { absence & 1 != 0 }
    set { absence = absence & 2 | (newValue ? 1 : 0) }
  }

  /// Whether a flag byte says if the value is there.
  var isFlagged: Bool {
    get { absence & 2 != 0 }
    set { absence = absence & 1 | (newValue ? 2 : 0) }
  }

  /// Whether the step is nothing but a number of bytes to pass over.
  var isSkip: Bool { kind == .fixed && !mayBeAbsent }
}
