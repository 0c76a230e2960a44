/// A type descriptor, prepared for reading many values of the type at one place: a key, a root, or a part of such.
///
/// Plans belong to one place, because they remember what the program has asked for there.
///
/// Spec §3.1.
// Safe: exclusivity need not be checked, as one thread uses it, and no other code runs while a property is changed.
final class ReadingPlan {
  /// What values at the place do not say themselves.
  enum Fixed {
    /// Values are whole.
    case nothing
    /// Elements of a packed list: integers, floats and the like of some bytes each.
    case width(Int)
    /// Elements of a uniform list: without their entry number.
    case entry(Int)
    /// The payload of a case of an enum.
    case payload(entry: Int, caseIndex: Int)
  }

  let type: TypeDescriptor
  let code: TypeCode
  /// The type inside an optional, list or set; the key type of a map.
  let first: ReadingPlan?
  /// The value type of a map.
  let second: ReadingPlan?
  /// What values do not say themselves.
  let fixed: Fixed
  /// Whether values are `any` or optional, other than an optional reference.
  let isWrapped: Bool
  /// Whether values are an optional reference.
  let isOptionalReference: Bool
  /// Whether values are strong references, optional ones or others.
  let isReference: Bool
  /// Whether values are scalars written as they are when they stand alone.
  let isPlain: Bool
  /// The number of bytes of each value, when it is the same for all.
  let byteCount: Int?
  /// Whether strong references can stand in values.
  let mayRefer: Bool
  /// Whether references of any kind can stand in values, weak ones included.
  let mayReferWeakly: Bool
  /// Whether elements of sets or keys of maps can stand in values.
  let mayHash: Bool
  /// Whether nothing of an archive is remembered here: no value says what it is of, or which case.
  let isSimple: Bool
  /// The body of structs whose entry a uniform list says; what the list says, and the place of the entry in that.
  let uniform: (body: ReadingBody, nested: NestedEntries, place: Int)?
  /// The class that the archive names for references, if it names one.
  let className: String?
  /// What has read a reference here before, so that what it leads to may be made ahead.
  @safe @exclusivity(unchecked) var edge: ObjectReading?
  /// The place among those of the archive of the plans of lists with elements of this type, or -1.
  var nestedPlace = -1
  /// Plans that were made for values found here.
  @safe @exclusivity(unchecked) private var variants = Variants()
  /// The plan of the last value inside of an `any` that stood here, and the bytes of its type.
  @safe @exclusivity(unchecked) var lastInner: (descriptor: [UInt8], plan: ReadingPlan)?

  private struct Variants {
    var ofWidth: [ReadingPlan?] = []
    var ofEntry: [Int: ReadingPlan] = [:]
    var ofType: [TypeDescriptor: ReadingPlan] = [:]
    var late: ReadingPlan?
    var bodyOfMap: ReadingBody?
  }

  private init(
    _ type: TypeDescriptor, fixed: Fixed, first: ReadingPlan?, second: ReadingPlan?,
    uniform: (body: ReadingBody, nested: NestedEntries, place: Int)? = nil, byteCount: Int? = nil
  ) {
    self.type = type
    self.fixed = fixed
    self.uniform = uniform
    self.first = first
    self.second = second
    code = type.code
    isOptionalReference = code == .optional && first?.code == .ref
    isReference = code == .ref || isOptionalReference
    className = isOptionalReference ? first?.type.className : type.className
    isWrapped = code == .any || (code == .optional && !isOptionalReference)
    switch fixed {
    case .nothing: isPlain = true
    default: isPlain = false
    }
    if case .width(let width) = fixed {
      self.byteCount = width
    } else {
      self.byteCount = byteCount ?? uniform?.body.byteCount ?? Self.byteCount(of: type.code)
    }
    switch code {
    case .ref, .struct, .enum, .any: mayRefer = true
    default: mayRefer = first?.mayRefer == true || second?.mayRefer == true
    }
    mayReferWeakly =
      mayRefer || code == .weak || first?.mayReferWeakly == true || second?.mayReferWeakly == true
    switch code {
    case .set, .map, .any: mayHash = true
    default: mayHash = first?.mayHash == true
    }
    switch code {
    case .struct, .enum, .any: isSimple = false
    default: isSimple = first?.isSimple != false && second?.isSimple != false
    }
  }

  private static func byteCount(of code: TypeCode) -> Int? {
    switch code {
    case .bool, .int8, .uint8: 1
    case .float16, .float32, .float64, .date, .uuid: code.scalarLayout?.byteCount
    default: nil
    }
  }

  /// Makes the plan of a type; descriptors nest as deep as the limits of the reader allow.
  static func make(_ type: TypeDescriptor) -> ReadingPlan {
    guard type.code.partCount > 0 else {
      return ReadingPlan(type, fixed: .nothing, first: nil, second: nil)
    }
    var preorder: [TypeDescriptor] = []
    var rest = [type]
    while let type = rest.popLast() {
      preorder.append(type)
      rest += type.parts.reversed()
    }
    var made: [ReadingPlan] = []
    for type in preorder.reversed() {
      let parts = type.code.partCount
      let first = parts > 0 ? made.popLast() : nil
      let second = parts > 1 ? made.popLast() : nil
      made.append(ReadingPlan(type, fixed: .nothing, first: first, second: second))
    }
    return made.last ?? ReadingPlan(type, fixed: .nothing, first: nil, second: nil)
  }

  /// The plan of the payload of a case.
  static func payload(of type: TypeDescriptor, entry: Int, caseIndex: Int) -> ReadingPlan {
    ReadingPlan(
      type, fixed: .payload(entry: entry, caseIndex: caseIndex), first: nil, second: nil)
  }

  /// The plan of the elements of a packed list of this type.
  func packed(width: Int) -> ReadingPlan {
    if variants.ofWidth.indices.contains(width), let plan = variants.ofWidth[width] { return plan }
    let plan = ReadingPlan(type, fixed: .width(width), first: nil, second: nil)
    while variants.ofWidth.count <= width { variants.ofWidth.append(nil) }
    variants.ofWidth[width] = plan
    return plan
  }

  /// The plan of the elements of a uniform list of this type that has no nested entry numbers.
  ///
  /// - Parameters:
  ///   - entry: The entry of the elements.
  ///   - byteCount: The size of each element, when it is known to be the same for all.
  /// - Returns: The plan, which is the same one for the same entry.
  func uniform(entry: Int, byteCount: Int? = nil) -> ReadingPlan {
    if let plan = variants.ofEntry[entry] { return plan }
    let plan = ReadingPlan(
      type, fixed: .entry(entry), first: nil, second: nil, byteCount: byteCount)
    variants.ofEntry[entry] = plan
    return plan
  }

  /// The plan of structs of an entry that do not say it, nor some of those nested in them.
  static func element(
    _ type: TypeDescriptor, _ body: ReadingBody, _ nested: NestedEntries, _ place: Int
  ) -> ReadingPlan {
    ReadingPlan(
      type, fixed: .entry(nested.entries[place]), first: nil, second: nil,
      uniform: (body, nested, place))
  }

  /// The plan of the values of a type inside of `any` values that stand here.
  func inner(_ type: TypeDescriptor) -> ReadingPlan {
    if let plan = variants.ofType[type] { return plan }
    let plan = ReadingPlan.make(type)
    variants.ofType[type] = plan
    return plan
  }

  /// The keys of the maps that stand here.
  var bodyOfMap: ReadingBody {
    if let body = variants.bodyOfMap { return body }
    // A plan of its own, since the body would keep this one alive.
    let body = ReadingBody(map: ReadingPlan.make(type))
    variants.bodyOfMap = body
    return body
  }

  /// The same type at the same place, for values that are decoded late: what is accepted then is no reason to
  /// make anything ahead.
  func late() -> ReadingPlan {
    if let plan = variants.late { return plan }
    let plan = ReadingPlan.make(type)
    variants.late = plan
    return plan
  }
}
