extension ArchiveRule {
  /// The number of the rule in the specification, such as `P1`.
  public var number: String { text.number }

  /// A sentence that describes an archive that breaks the rule.
  public var summary: String { text.summary }

  private var text: (number: String, summary: String) {
    switch self {
    case .truncated:
      ("P1", "A field does not fit into the structure that encloses it.")
    case .trailingBytes:
      ("P2", "A structure goes on after its content has ended.")
    case .integerNotShortest:
      ("P3", "An integer is not in its shortest form.")
    case .integerTooLarge:
      ("P4", "An integer does not fit its width.")
    case .countTooLarge:
      ("P5", "A count or length is larger than what the remaining bytes can hold.")
    case .malformedString:
      ("P6", "A string is not well-formed UTF-8.")
    case .signature:
      ("F1", "The archive does not begin with the signature.")
    case .closingSignature:
      ("F2", "The archive does not end with the signature.")
    case .headerCheck:
      ("F3", "The header check of a chunk is wrong.")
    case .chunkType:
      ("F4", "A chunk type is not made of letters as required.")
    case .chunkTooLong:
      ("F5", "A chunk reaches into or beyond the closing signature.")
    case .payloadCheck:
      ("F6", "The payload check of a chunk is wrong.")
    case .padding:
      ("F7", "A padding byte is not zero.")
    case .unknownCriticalChunk:
      ("F8", "A critical chunk is of an unknown type.")
    case .headChunk:
      ("F9", "The first chunk is not `HEAD`, or a later one is.")
    case .indexChunk:
      ("F10", "The last chunk is not `INDX`, or an earlier one is.")
    case .repeatedChunk:
      ("F11", "A chunk that may stand once stands twice.")
    case .version:
      ("F12", "The archive needs another version of the format.")
    case .unknownType:
      ("T1", "A type code is not one of the table.")
    case .undefinedName:
      ("T2", "A type names a class that has not been defined.")
    case .flagByte:
      ("V1", "A bool or the first byte of an optional is neither 0 nor 1.")
    case .decimal:
      ("V2", "A decimal has an unknown sign or is a negative zero.")
    case .packedWidth:
      ("V3", "The width of a packed list is not one that its type allows.")
    case .widthNotNarrowest:
      ("V4", "The width of a packed list is larger than its elements need.")
    case .listNotMixed:
      ("V5", "A mixed list has elements that could be those of a uniform one.")
    case .duplicateElement:
      ("V6", "Two elements of a set are equal.")
    case .duplicateKey:
      ("V7", "Two keys of a map are equal.")
    case .valueKind:
      ("V8", "The entry of a struct or enum value is of another kind.")
    case .valueClass:
      ("V9", "The entry of a struct or enum value has another name than the type.")
    case .caseIndex:
      ("V10", "A case index is out of range or that of a retired case.")
    case .spareBits:
      ("V11", "A presence bit that belongs to no key is set.")
    case .emptyBody:
      ("V12", "The body of a struct without stored keys is not zero.")
    case .anyInAny:
      ("V13", "An `any` value holds a value of type `any`.")
    case .metadataType:
      ("V14", "Metadata contains a reference, a struct or an enum.")
    case .neverValue:
      ("V15", "There is a value of type `never`, which has none.")
    case .weakInKey:
      ("V16", "A set element or map key contains a weak reference.")
    case .emptyName:
      ("C1", "A class name is empty.")
    case .duplicateName:
      ("C2", "A class name is defined twice.")
    case .entryName:
      ("C3", "An entry has a name that has not been defined.")
    case .classVersion:
      ("C4", "A class version is 0.")
    case .kind:
      ("C5", "The kind of an entry is unknown.")
    case .superclass:
      ("C6", "A superclass number does not name an entry that can be one.")
    case .superclassLoop:
      ("C7", "A chain of superclasses does not end.")
    case .undefinedEntry:
      ("C8", "An entry number has not been defined.")
    case .flags:
      ("C9", "The flags of a key or case are unknown.")
    case .duplicateKeyName:
      ("C10", "Two keys of one entry or case have the same name.")
    case .since:
      ("C11", "The version that introduced a key or case is 0 or above that of the entry.")
    case .duplicateCaseName:
      ("C12", "Two cases of one entry have the same name.")
    case .firstNumber:
      ("R1", "A block does not begin with the object number that is due.")
    case .emptyBlock:
      ("R2", "A block has no records.")
    case .recordKind:
      ("R3", "The entry of a record is not a class.")
    case .nilReference:
      ("R4", "A reference that cannot be nil is 0.")
    case .danglingReference:
      ("R5", "A reference names an object that does not exist.")
    case .wrongClass:
      ("R6", "A reference points at an object of another class.")
    case .weakSlot:
      ("R7", "A weak reference names a slot that does not exist.")
    case .duplicateRoot:
      ("X1", "Two roots have the same name.")
    case .duplicateMetadata:
      ("X2", "Two metadata items have the same key.")
    case .indexSize:
      ("X3", "The index does not have one entry for each chunk before it.")
    case .indexEntry:
      ("X4", "An index entry does not repeat the header of its chunk.")
    case .indexPlace:
      ("X5", "The index does not know its own place.")
    case .indexCount:
      ("X6", "The count of a chunk is not the one in the index.")
    case .descriptorNesting:
      ("L1", "Type descriptors nest too deep.")
    case .valueNesting:
      ("L2", "Values nest too deep.")
    case .superclassChain:
      ("L3", "A chain of superclasses is too long.")
    case .memory:
      ("L4", "The content needs more memory than the caller allows.")
    case .canonicalChunks:
      ("K1", "The chunks are not those of the canonical form.")
    case .canonicalHead:
      ("K2", "The head is not that of the canonical form.")
    case .canonicalNames:
      ("K3", "Names are not in order.")
    case .canonicalEntries:
      ("K4", "Entries are not in order of their lineage.")
    case .canonicalKeys:
      ("K5", "Keys or cases are not in ascending order of their names.")
    case .canonicalUse:
      ("K6", "An entry or a name is not used.")
    case .canonicalNumbers:
      ("K7", "Objects are not numbered in the order of the references to them.")
    case .canonicalBlocks:
      ("K8", "A block does not end where it has to.")
    case .canonicalRoots:
      ("K9", "Roots are not in order.")
    case .canonicalElements:
      ("K10", "Set elements or map pairs are not in order.")
    case .referenceInKey:
      ("K11", "A set element or map key contains a reference.")
    case .canonicalMetadata:
      ("K12", "Metadata is not in order.")
    case .canonicalJoin:
      ("K13", "Joining makes elements or keys equal, or types or values nest too deep.")
    }
  }
}
