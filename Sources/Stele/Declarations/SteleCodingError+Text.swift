extension SteleCodingError: ExplainedError {
  /// The value that could not be coded, its place, the cause, and advice.
  ///
  /// In a `DecodingError` or `EncodingError`, whose text has all that, the description is the place.
  public var description: String {
    guard isExplained else { return explanation }
    let places = [
      className?.shortened(), object.map { "object \($0)" }, offset.map { "byte \($0)" },
    ]
    let text = places.compactMap { $0 }.joined(separator: ", ")
    return text.isEmpty ? "SteleCodingError" : "SteleCodingError (\(text))"
  }

  package var attempt: String {
    var path = (isInside ? rootClassName : className).map { KeyPathText.root($0) } ?? ""
    path = KeyPathText.path(path, keyPath.shortened(to: ArchiveError.keyPathByteCount))
    if path.isEmpty { path = operation == .decode ? "the archive" : "the graph" }
    // While encoding, the program does not know the numbers of objects.
    let number = operation == .decode ? object : nil
    return "Cannot \(operation.rawValue) "
      + placeText(
        path, className: isInside ? className?.shortened() : nil, object: number, offset: offset)
  }

  package var cause: String { detail ?? reason.clause(self) }

  package var advice: String? { hint ?? reason.advice(self) }
}

extension SteleCodingError.Reason {
  private func list(_ names: [String], _ separator: String = ", ") -> String {
    names.map { $0.shortened() }.joined(separator: separator).shortened(to: 400)
  }

  fileprivate func clause(_ error: SteleCodingError) -> String {
    switch self {
    case .unknownClass(let name): "class \(name.quoted) is unknown to this program"
    case .classNotAllowed(let name): "class \(name.quoted) is not allowed here"
    case .unknownCase(let name): "the enum has no case \(name.quoted)"
    case .missingKey(let key):
      "the archive has no value for \(key.quoted)" + (error.versions?.clause ?? "")
    case .wrongType(.reference(let name?)):
      "the archive has an object of class \(name.quoted) here"
        + (error.expectedType.map { ", the program asks for \($0.shortened(to: 200))" } ?? "")
    case .wrongType(let type):
      "the archive has \(type.shortWords) here"
        + (error.expectedType.map { ", the program asks for \($0.shortened(to: 200))" } ?? "")
    case .valueDoesNotFit:
      "the value does not fit in \((error.expectedType ?? "the type").shortened(to: 200))"
    case .duplicateAfterConversion: "two elements of a set, or keys of a dictionary, are equal"
    case .equalHashes(let limit):
      "more than \(limit) elements of a set, or keys of a dictionary, have one hash"
    case .strongCycle(let path):
      "objects refer to each other in a cycle of strong references: \(list(path, " -> "))"
    case .hashCycle([]):
      "the hash of an element has changed after it was decoded, when one of its references was set"
    case .hashCycle(let path):
      "an object has to be hashed before it is complete, because it leads back to the set or dictionary: "
        + list(path, " -> ")
    case .nestingTooDeep(let limit): "values nest deeper than \(limit)"
    case .stackTooSmall(let byteCount):
      "values nest deeper than the \(byteCount >> 10) KB of stack that the thread has for them"
    case .tooManyCopies(let limit):
      "objects are read as values, of which each reference has a copy, more than \(limit) times"
    case .inheritedArchiveName(let name):
      "the class has the archive name of its superclass, \(name.quoted)"
    case .duplicateArchiveName(let name): "two types have the archive name \(name.quoted)"
    case .invalidDeclaration(let flaw): flaw.description
    case .unnamedClass(let name):
      "\(name.quoted) is private or local, or inside of such a type, and has no archive name"
    case .lostProperties(let names):
      "the class inherits its coding, so \(list(names)) would be lost"
    case .retiredKey(let key): "\(key.quoted) is declared as retired, with another type"
    case .duplicateKey(let key): "\(key.quoted) is written twice"
    case .ambiguousKey(let key):
      "the archive has \(key.quoted) at several levels of the class"
    case .codedInPlace(let name):
      "\(name.quoted) has a history, which cannot apply where it is coded in place, by the coder of another value"
    case .unknownLevel(let keys):
      "the coding keys \(keys.quoted) do not tell to which class they belong, and a superclass has a history"
    case .unknownKey(let key): "the migration names \(key.quoted), which is no key of the class"
    case .reservedKey(let key): "the name \(key.quoted) is reserved for further keys"
    case .reservedClassName(let name):
      "the class name \(name.quoted) is reserved, as all names that begin with $ are"
    case .backReferenceInKey:
      "a back reference in a set element or dictionary key is empty when that is hashed again"
    case .noRoot(let name):
      "there is no root \(name.quoted)"
        + (error.rootNames.isEmpty
          ? "; the archive has no roots"
          : "; the archive has \(list(error.rootNames.map(\.quoted)))")
    case .noObject(let number): "there is no object \(number)"
    case .coderIsFinished: "the coder has failed or was finished before"
    }
  }

  fileprivate func advice(_ error: SteleCodingError) -> String? {
    switch self {
    case .unknownClass where error.operation == .decode:
      "A newer program may have written it: decoder.unknownClasses = .keep keeps such objects, where the type is MaybeUnknown or OpaqueObject. "
        + SteleCodingError.adviceOnRenamedClass
    case .classNotAllowed(let name): "Call decoder.allow(\(name.shortened()).self)."
    case .unknownCase: "A newer program may have written it; add the case."
    case .missingKey(let key):
      (error.versions?.isFromNewerProgram == true ? "A newer program has written it. " : "")
        + "Declare a default, .key(\(key.quoted)\(error.versions?.argument ?? ""), default: ...), or make the property optional; if the key was renamed, name the old one in aliases:."
    case .wrongType(.reference): nil
    case .wrongType where error.operation == .decode:
      "Take the type of the archive, or declare how to convert it: .key(...).converting(from:)."
    case .valueDoesNotFit where error.operation == .decode && error.expectedType != nil:
      "Take a wider type."
    case .duplicateAfterConversion where error.operation == .encode:
      "Elements that are not equal in the program, as NaN is not equal to NaN, have the same bytes: keep one of them, or encode an array."
    case .duplicateAfterConversion: "Decode an array, or let == tell them apart."
    case .equalHashes: "Decode an array, or raise decoder.equalHashLimit if the archive is trusted."
    case .strongCycle:
      "Make one of these properties a BackReference or a LateReference, or one of the classes TwoPhaseCodable. Codable writes a weak var like a strong reference."
    case .hashCycle([]):
      "Leave BackReference and LateReference properties out of hash(into:), or make the set or dictionary a LateReference."
    case .hashCycle: "Leave what leads back out of hash(into:), or make it a LateReference."
    case .nestingTooDeep:
      "Let values refer to objects where they nest: those may nest without limit."
    case .stackTooSmall:
      "Make the call on a thread with a larger stack, or let values refer to objects where they nest: those may nest without limit."
    case .tooManyCopies: "Decode them as objects of a class, which are made once."
    case .inheritedArchiveName: "Override archiveClass, and give the subclass a name of its own."
    case .duplicateArchiveName: "Let one of them be ArchiveDeclaring, with another name."
    case .unnamedClass: "Let it be ArchiveDeclaring, with a name."
    case .lostProperties:
      "Override encode(to:) and init(from:), mark what may be lost with @TransientValue, "
        + "or let the class be ArchiveDeclaring, with allowsLostProperties: true."
    case .retiredKey: "Take another name for the new key."
    case .duplicateKey: "Write each key once."
    case .ambiguousKey: "Declare from which class the key has moved: .key(..., movedFrom:)."
    case .codedInPlace:
      "Hand it to a container, as in container.encode(value, forKey: .value), in place of value.encode(to: encoder), and decode it from one; or declare the history of the keys at the type whose coder it takes. A superclass takes superEncoder() and superDecoder(), without a key."
    case .unknownLevel:
      "Nest the coding keys of each class in the class, or hand superEncoder() and superDecoder() to the superclass."
    case .unknownKey(let key):
      "Correct the name, or, if it is one of an older version, declare it: .retired(\(key.quoted), ...)."
    case .coderIsFinished where error.operation == .decode:
      "An earlier call failed when objects were incomplete; make a new unarchiver."
    case .reservedKey: "Take another name for the key."
    case .reservedClassName: "Declare another name, as in ArchiveClass(\"Name\")."
    case .backReferenceInKey:
      "Refer to the object itself, or make the element a class, whose back references are its own."
    case .coderIsFinished: "Make a new one."
    case .noRoot where error.rootNames.isEmpty:
      "If it was recovered, take its objects by number: Unarchiver.decode(_:object:)."
    case .noRoot, .noObject, .invalidDeclaration, .wrongType, .valueDoesNotFit, .unknownClass: nil
    }
  }
}

extension SteleCodingError.KeyVersions {
  fileprivate var isFromNewerProgram: Bool { archive > program }

  fileprivate var argument: String { since > 1 ? ", since: \(since)" : "" }

  fileprivate var clause: String {
    since > archive
      ? " (the class was written as version \(archive), the program has version \(program) and the key since \(since))"
      : " (the class was written as version \(archive), the program has version \(program))"
  }
}

// MARK: Texts of errors that name other things of the program

extension SteleCodingError {
  static func sharedName(
    _ name: String, _ type: TypeDeclaration, _ other: TypeDeclaration
  ) -> SteleCodingError {
    var error = SteleCodingError(
      .duplicateArchiveName(name), className: type.archiveClass.name)
    let types = [other, type].map { TypeName.inSource($0.type).shortened() }
    error.detail = "\(types[0]) and \(types[1]) both have the archive name \(name.quoted)"
    return error
  }

  /// The greatest number of classes that advice names.
  static let advisedClassLimit = 64

  /// Advises to allow classes, by their names in source code, or an alternative.
  mutating func adviseToAllow(_ names: [String], _ alternative: String = "") {
    let list = names.map { "\($0.shortened()).self" }.joined(separator: ", ").shortened(to: 400)
    hint = "Call decoder.allow(\(list))\(alternative)."
  }

  /// Explains how to read an object of a class that is not in the program.
  ///
  /// `isKept` is whether the decoder keeps objects of unknown classes.
  mutating func explainUnknownClass(_ name: String, in type: Any.Type, isKept: Bool) {
    let keeping = "MaybeUnknown<\(TypeName.inSource(type))>"
    hint =
      "A newer program may have written it: "
      + (isKept
        ? "let the type here be \(keeping), which can hold such an object. "
        : "decoder.unknownClasses = .keep keeps such objects, if the type here is \(keeping). ")
      + (name.contains("<")
        ? "If the program has the generic class, call decoder.allow(\(name.shortened()).self)."
        : Self.adviceOnRenamedClass)
  }

  static let adviceOnRenamedClass =
    "If the program has the class, call decoder.allow with it; if it has another name there, declare this one as an alias of it."

  /// Explains that the archive has a name in another spelling, which looks the same and has other bytes.
  ///
  /// The kind is that of the thing that has the name, such as `key`.
  mutating func explainSpelling(_ kind: String, _ name: String, among names: some Sequence<String>)
  {
    guard let other = names.first(where: { $0 == name && !$0.isExactly(name) }) else { return }
    detail =
      "the archive has the \(kind) \(name.quoted) with other code points (\(Self.escaped(other)), not "
      + "\(Self.escaped(name))); names are compared by their bytes"
    hint = "Normalise the name, or declare the other spelling as an alias."
  }

  /// Returns a name with all scalars escaped that are not ASCII.
  private static func escaped(_ name: String) -> String {
    let scalars = name.unicodeScalars.map { scalar in
      scalar.isASCII ? "\(scalar)" : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
    return "\"\(scalars.joined().shortened())\""
  }
}

// MARK: Similar names

extension String {
  /// Returns the most similar name, or nil if all names differ in more than half of their characters.
  package func nearest(among names: [String]) -> String? {
    let ranked = names.map { (name: $0, edits: edits(to: $0)) }
    guard let best = ranked.min(by: { $0.edits < $1.edits }),
      best.edits * 2 <= Swift.max(count, best.name.count)
    else { return nil }
    return best.name
  }

  /// Returns whether the name is another one with characters in another order, or with one too many or too few.
  func isSlip(for other: String) -> Bool {
    let difference = sorted().difference(from: other.sorted())
    return difference.count <= 1 && self != other
  }

  /// Returns the number of characters that are added, removed or replaced between two strings.
  private func edits(to other: String) -> Int {
    let target = Array(other)
    var row = Array(0...target.count)
    for (index, character) in enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in target.indices {
        let replaced = diagonal + (target[column] == character ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = Swift.min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[target.count]
  }
}
