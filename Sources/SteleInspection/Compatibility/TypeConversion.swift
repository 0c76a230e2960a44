import Stele

/// The conversion of values of one type for a program that requests another type.
///
/// Spec §10.4.
struct TypeConversion {
  /// The classes of the program that reads.
  let reader: JoinedClasses
  let file: JoinedClasses

  var names: ComparedNames { reader.names }

  /// A pair of types, and whether each is in the element of a set or in the key of a map.
  private typealias Pair = (
    source: ArchiveTypeDescriptor, target: ArchiveTypeDescriptor,
    isHashed: (source: Bool, target: Bool)
  )

  /// The result for a pair of types: a verdict on the outermost types, and the pairs of nested types.
  private struct Step {
    var verdict: ArchiveCompatibility.Verdict?
    var parts: [Pair] = []
  }

  /// Returns the most severe effect of the conversion on a value.
  func verdict(from source: ArchiveTypeDescriptor, to target: ArchiveTypeDescriptor)
    -> ArchiveCompatibility.Verdict
  {
    var worst = ArchiveCompatibility.Verdict.fine("every value converts")
    var rest: [Pair] = [(source, target, (false, false))]
    while let (source, target, isHashed) = rest.popLast() {
      let step = step(from: source, to: target, isHashed: isHashed)
      if let verdict = step.verdict, verdict.severity > worst.severity { worst = verdict }
      rest += step.parts
    }
    return worst
  }

  /// Returns the most severe effect of the conversion on a root, for which no conversion can be declared.
  func rootVerdict(from source: ArchiveTypeDescriptor, to target: ArchiveTypeDescriptor)
    -> ArchiveCompatibility.Verdict
  {
    let verdict = verdict(from: source, to: target)
    guard verdict.convertsNothing else { return verdict }
    return .breaks(.wrongType, "no value converts")
  }

  /// Returns the result of the first line of the table that applies, or of the further conversions (§10.7).
  ///
  /// The conversions between structs, objects and maps with string keys are ignored, unless both types have the same name:
  /// equal keys are seldom intentional, and a declaration is needed in any case.
  private func step(
    from source: ArchiveTypeDescriptor, to target: ArchiveTypeDescriptor,
    isHashed: (source: Bool, target: Bool)
  ) -> Step {
    if target.code == .any || names.areEqual(source, target) { return Step() }
    if !source.mayHaveValues(isHashed: isHashed.source) { return Step() }
    if !target.mayHaveValues(isHashed: isHashed.target) { return Step(verdict: Self.hasValues) }
    switch (source, target) {
    case (.any, _):
      return Step(verdict: target.withoutOptionals == .any ? nil : Self.otherTypeInside)
    case (.optional(.reference(let name)), .weakReference(let other)),
      (.weakReference(let name), .weakReference(let other)):
      return Step(verdict: weakVerdict(from: name, to: other, mayBeNil: true))
    case (.optional(let part), .optional), (.optional(let part), .weakReference):
      return Step(parts: [(part, target, isHashed)])
    case (.optional(let part), _):
      return Step(verdict: Self.nilDoesNotFit, parts: [(part, target, isHashed)])
    case (.weakReference(let name), .optional(let part)):
      return Step(parts: [(.reference(to: name), part, isHashed)])
    case (_, .optional(let part)):
      return Step(parts: [(source, part, isHashed)])
    case (.weakReference(let name), .reference(let other)):
      let verdict = classVerdict(from: name, to: other)
      return Step(verdict: verdict ?? Self.nilDoesNotFit)
    case (.reference(let name), .weakReference(let other)):
      return Step(verdict: weakVerdict(from: name, to: other, mayBeNil: false))
    case (.reference(let name), .reference(let other)):
      return Step(verdict: classVerdict(from: name, to: other))
    case (.struct(let name), .reference(let other?)):
      return Step(verdict: name.isExactly(other) ? nil : Self.needsAlias(name, other))
    case (.reference(let name?), .struct(let other)):
      return Step(
        verdict: name.isExactly(other) ? Self.copied : Self.needsAlias(name, other))
    case (.list(let part), .list(let other)), (.list(let part), .set(let other)),
      (.set(let part), .list(let other)), (.set(let part), .set(let other)):
      let isElement = (
        source: isHashed.source || source.code == .set,
        target: isHashed.target || target.code == .set
      )
      return Step(parts: [(part, other, isElement)])
    case (.map(let key, let value), .map(let otherKey, let otherValue)):
      return Step(parts: [(key, otherKey, (true, true)), (value, otherValue, isHashed)])
    case (.list(let part), .map(let key, let value))
    where key.mayAlternate && [key, value].allSatisfy { part == .any || names.areEqual(part, $0) }:
      return Step(verdict: Self.alternates)
    // A program writes these if it lacks the Swift type for the scalar type.
    case (.float64, .date), (.list(.uint8), .bytes), (.list(.never), .bytes):
      return Step()
    case (.string, .uuid):
      return Step(verdict: Self.isText)
    case (.struct(let name), .struct(let other)),
      (.enum(let name), .enum(let other)):
      return Step(verdict: reader.namesValue(name) ? Self.wrongType : Self.needsAlias(name, other))
    default:
      return Step(verdict: Self.numberVerdict(from: source, to: target))
    }
  }

  /// Returns the verdict of lines 9 and 10, and of the library's additional lines for numbers.
  private static func numberVerdict(
    from source: ArchiveTypeDescriptor, to target: ArchiveTypeDescriptor
  ) -> ArchiveCompatibility.Verdict? {
    guard let digits = source.numberDigits, let other = target.numberDigits,
      source != .decimal || target.code.isInteger, target != .decimal || source.code.isInteger
    else { return wrongType }
    var fits = digits <= other && (source.code.isInteger || !target.code.isInteger)
    // Negative numbers do not fit.
    if case (.signed, .unsigned) = (source.code.scalarLayout, target.code.scalarLayout) {
      fits = false
    }
    return fits ? nil : .dependsOnValues(.valueDoesNotFit, "converts when the value fits")
  }

  /// Returns the verdict of line 8, or `nil` if every object has the class.
  private func classVerdict(from name: String?, to other: String?) -> ArchiveCompatibility.Verdict?
  {
    guard let other else { return nil }
    guard let name else { return Self.otherClass(other) }
    if names.areEqual(name, other) || reader.isClass(name, a: other) { return nil }
    let isKnown = reader.knows(name)
    if !isKnown, file.isClass(name, a: other) { return nil }
    if reader.isClass(other, a: name) || file.isClass(other, a: name) {
      return Self.otherClass(other)
    }
    if !isKnown, !file.knows(other) { return Self.needsAlias(name, other) }
    let isOtherKnown = reader.knows(other) || file.knows(other)
    return (isKnown || file.knows(name)) && isOtherKnown ? Self.wrongType : Self.otherClass(other)
  }

  /// Returns the verdict on reading a reference as a weak one, for which no conversion can be declared.
  private func weakVerdict(
    from name: String?, to other: String?, mayBeNil: Bool
  ) -> ArchiveCompatibility.Verdict? {
    let verdict = classVerdict(from: name, to: other)
    guard verdict?.convertsNothing == true else { return verdict }
    return mayBeNil
      ? .dependsOnValues(.wrongType, "converts when it is nil")
      : .breaks(.wrongType, "no value converts")
  }

  private static let wrongType = ArchiveCompatibility.Verdict.needsDeclaration(
    .wrongType, "no value converts; needs a declared conversion")

  private static let nilDoesNotFit = ArchiveCompatibility.Verdict.dependsOnValues(
    .valueDoesNotFit, "converts when it is not nil")

  /// The verdict on an object that is read as a struct.
  static let copied = ArchiveCompatibility.Verdict.dependsOnValues(
    nil, "copied for each reference, unless the object contains itself")

  private static let hasValues = ArchiveCompatibility.Verdict.dependsOnValues(
    .wrongType, "converts when there is no value")

  private static let alternates = ArchiveCompatibility.Verdict.dependsOnValues(
    .valueDoesNotFit, "converts when its elements are keys and values by turns")

  private static let isText = ArchiveCompatibility.Verdict.dependsOnValues(
    .valueDoesNotFit, "converts when it is the text of a uuid")

  private static let otherTypeInside = ArchiveCompatibility.Verdict.dependsOnValues(
    .wrongType, "converts when the type of the value does")

  private static func otherClass(_ name: String) -> ArchiveCompatibility.Verdict {
    .dependsOnValues(.wrongType, "converts when the object is of class \(name.shortened())")
  }

  private static func needsAlias(_ name: String, _ other: String) -> ArchiveCompatibility.Verdict {
    .needsDeclaration(
      .unknownClass, "\(other.shortened()) needs the alias \(name.shortened()), if it is the same")
  }
}

extension ArchiveTypeDescriptor {
  /// Returns whether the type can have values: `never` has none, and neither do weak references in set elements and map keys.
  fileprivate func mayHaveValues(isHashed: Bool) -> Bool {
    code != .never && !(isHashed && code == .weak)
  }

  /// Whether a list may have keys of the type alternating with their values.
  ///
  /// Strings and int64 are stored as keys of a map instead, and objects have to be complete.
  fileprivate var mayAlternate: Bool { ![.string, .int64, .ref, .weak].contains(code) }

  /// The number of bits of the integers that the type represents exactly; `nil` for types of values that are not numbers.
  fileprivate var numberDigits: Int? {
    switch self {
    case .float16: 11
    case .float32: 24
    case .float64: 53
    case .decimal: 128
    default:
      switch code.scalarLayout {
      // The smallest integer of a signed type is a power of two.
      case .signed(let width)?: width - 1
      case .unsigned(let width)?: width
      default: nil
      }
    }
  }
}

extension TypeCode {
  fileprivate var isInteger: Bool {
    switch scalarLayout {
    case .signed?, .unsigned?: true
    default: false
    }
  }
}
