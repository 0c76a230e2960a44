internal import Stele

extension KeyedArchiveError: CustomStringConvertible {
  /// One sentence: the broken rule, and its position.
  public var description: String {
    var text = place.map { "\($0): " } ?? ""
    if place != nil, case .propertyList(let error) = reason {
      // The place is more precise than a node number.
      text += error.reason.description
    } else {
      text += reason.description
    }
    switch (line, offset) {
    case (let line?, let offset?): text += " (line \(line), byte \(offset))"
    case (nil, let offset?): text += " (byte \(offset))"
    default: break
    }
    return text
  }
}

extension KeyedArchiveError.Reason: CustomStringConvertible {
  /// The broken rule, as part of a sentence.
  public var description: String {
    switch self {
    case .propertyList(let error): error.description
    case .notADictionary: "the property list is not a dictionary, so it is no keyed archive"
    case .missingKey(let key): "there is no \(key), so this is no keyed archive"
    case .wrongKind(let kind): "the value has to be of the kind \(kind.rawValue)"
    case .danglingUID(let uid, let count): "UID \(uid), but there are \(count) objects"
    case .missingClass: "a dictionary with neither $class nor $classname"
    case .notAClassRecord(let uid): "object \(uid) is no class record"
    case .duplicateSetElement: "a set has this element twice"
    case .misplacedUID: "a UID outside of $top and $objects"
    case .unfoldsTooFar(let limit): "written out, shared values take more than \(limit)"
    case .tooDeep(let limit): "values nested more than \(limit) deep"
    case .missingMetadata(let key):
      "the metadata have no item \(key.shortened()) as an imported keyed archive has it"
    case .wrongEntry(let entry): "entry \(entry) is not there, or of another kind"
    case .valueCount(let count, let keys): "\(count) values for \(keys) keys"
    case .reservedClassName(let name):
      "the class name \(name.shortened()) has no meaning in a keyed archive"
    case .danglingReference(let number, let count):
      "a reference to object \(number) of \(count) objects"
    case .classReference: "$class has to be a reference to a class record"
    case .notRepresentable(let type):
      "a value of the type \(type.shortWords) has no form in a keyed archive"
    }
  }
}
