/// A numbered rule of the specification, named by its error code.
///
/// The raw value is the error code in the specification. ``number`` is the number of the rule there, and
/// ``summary`` describes an archive that breaks it.
@nonexhaustive
public enum ArchiveRule: String, CaseIterable, Hashable, Sendable {
  /// A field does not fit into the structure that encloses it.
  ///
  /// Spec §1.3, rule P1.
  case truncated
  /// A structure goes on after its content has ended.
  ///
  /// Spec §1.3, rule P2.
  case trailingBytes
  /// An integer is not in its shortest form.
  ///
  /// Spec §1.4, rule P3.
  case integerNotShortest
  /// An integer does not fit its width.
  ///
  /// Spec §1.4, rule P4.
  case integerTooLarge
  /// A count or length is larger than what the remaining bytes can hold.
  ///
  /// Spec §1.5, rule P5.
  case countTooLarge
  /// A string is not well-formed UTF-8.
  ///
  /// Spec §1.6, rule P6.
  case malformedString
  /// The archive does not begin with the signature.
  ///
  /// Spec §2.1, rule F1.
  case signature
  /// The archive does not end with the signature.
  ///
  /// Spec §2.1, rule F2.
  case closingSignature
  /// The header check of a chunk is wrong.
  ///
  /// Spec §2.2, rule F3.
  case headerCheck
  /// A chunk type is not made of letters as required.
  ///
  /// Spec §2.2, rule F4.
  case chunkType
  /// A chunk reaches into or beyond the closing signature.
  ///
  /// Spec §2.2, rule F5.
  case chunkTooLong
  /// The payload check of a chunk is wrong.
  ///
  /// Spec §2.2, rule F6.
  case payloadCheck
  /// A padding byte is not zero.
  ///
  /// Spec §2.2, rule F7.
  case padding
  /// A critical chunk is of an unknown type.
  ///
  /// Spec §2.3, rule F8.
  case unknownCriticalChunk
  /// The first chunk is not `HEAD`, or a later one is.
  ///
  /// Spec §2.3, rule F9.
  case headChunk
  /// The last chunk is not `INDX`, or an earlier one is.
  ///
  /// Spec §2.3, rule F10.
  case indexChunk
  /// A chunk that may stand once stands twice.
  ///
  /// Spec §2.3, rule F11.
  case repeatedChunk
  /// The archive needs another version of the format.
  ///
  /// Spec §2.4, rule F12.
  case version
  /// A type code is not one of the table.
  ///
  /// Spec §3.1, rule T1.
  case unknownType
  /// A type names a class that has not been defined.
  ///
  /// Spec §3.1, rule T2.
  case undefinedName
  /// A bool or the first byte of an optional is neither 0 nor 1.
  ///
  /// Spec §3.3, rule V1.
  case flagByte
  /// A decimal has an unknown sign or is a negative zero.
  ///
  /// Spec §3.4, rule V2.
  case decimal
  /// The width of a packed list is not one that its type allows.
  ///
  /// Spec §3.5, rule V3.
  case packedWidth
  /// The width of a packed list is larger than its elements need.
  ///
  /// Spec §3.5, rule V4.
  case widthNotNarrowest
  /// A mixed list has elements of one entry only, or a nested entry number is 0 for structs of one entry.
  ///
  /// Spec §3.5, rule V5.
  case listNotMixed
  /// Two elements of a set are equal.
  ///
  /// Spec §3.6, rule V6.
  case duplicateElement
  /// Two keys of a map are equal.
  ///
  /// Spec §3.6, rule V7.
  case duplicateKey
  /// The entry of a struct value is not a struct, or that of an enum value not an enum.
  ///
  /// Spec §3.7, rule V8.
  case valueKind
  /// The entry of a struct or enum value has another name than the type.
  ///
  /// Spec §3.7, rule V9.
  case valueClass
  /// A case index is out of range or that of a retired case.
  ///
  /// Spec §3.7, rule V10.
  case caseIndex
  /// A presence bit that belongs to no key is set.
  ///
  /// Spec §3.7, rule V11.
  case spareBits
  /// The body of a struct without stored keys is not zero.
  ///
  /// Spec §3.7, rule V12.
  case emptyBody
  /// An `any` value holds a value of type `any`.
  ///
  /// Spec §3.8, rule V13.
  case anyInAny
  /// Metadata contains a reference, a struct or an enum.
  ///
  /// Spec §6.2, rule V14.
  case metadataType
  /// There is a value of type `never`.
  ///
  /// Spec §3.1, rule V15.
  case neverValue
  /// A set element or map key contains a weak reference.
  ///
  /// Spec §3.6, rule V16.
  case weakInKey
  /// A class name is empty.
  ///
  /// Spec §4.1, rule C1.
  case emptyName
  /// A class name is defined twice.
  ///
  /// Spec §4.1, rule C2.
  case duplicateName
  /// An entry has a name that has not been defined.
  ///
  /// Spec §4.2, rule C3.
  case entryName
  /// A class version is 0.
  ///
  /// Spec §4.2, rule C4.
  case classVersion
  /// The kind of an entry is unknown.
  ///
  /// Spec §4.2, rule C5.
  case kind
  /// A superclass number does not name an entry that can be one.
  ///
  /// Spec §4.2, rule C6.
  case superclass
  /// A chain of superclasses does not end.
  ///
  /// Spec §4.2, rule C7.
  case superclassLoop
  /// An entry number has not been defined.
  ///
  /// Spec §4.2, rule C8.
  case undefinedEntry
  /// The flags of a key or case are unknown.
  ///
  /// Spec §4.3, rule C9.
  case flags
  /// Two keys of one entry or case have the same name.
  ///
  /// Spec §4.3, rule C10.
  case duplicateKeyName
  /// The version that introduced a key or case is 0 or above that of the entry.
  ///
  /// Spec §4.3, rule C11.
  case since
  /// Two cases of one entry have the same name.
  ///
  /// Spec §4.4, rule C12.
  case duplicateCaseName
  /// A block does not begin with the object number that is due.
  ///
  /// Spec §5.1, rule R1.
  case firstNumber
  /// A block has no records.
  ///
  /// Spec §5.1, rule R2.
  case emptyBlock
  /// The entry of a record is not a class.
  ///
  /// Spec §5.2, rule R3.
  case recordKind
  /// A reference that cannot be nil is 0.
  ///
  /// Spec §5.3, rule R4.
  case nilReference
  /// A reference names an object that does not exist.
  ///
  /// Spec §5.3, rule R5.
  case danglingReference
  /// A reference points at an object of another class.
  ///
  /// Spec §5.3, rule R6.
  case wrongClass
  /// A weak reference names a slot that does not exist.
  ///
  /// Spec §5.4, rule R7.
  case weakSlot
  /// Two roots have the same name.
  ///
  /// Spec §6.1, rule X1.
  case duplicateRoot
  /// Two metadata items have the same key.
  ///
  /// Spec §6.2, rule X2.
  case duplicateMetadata
  /// The index does not have one entry for each chunk before it.
  ///
  /// Spec §6.3, rule X3.
  case indexSize
  /// An index entry does not repeat the header of its chunk.
  ///
  /// Spec §6.3, rule X4.
  case indexEntry
  /// The index does not know its own place.
  ///
  /// Spec §6.3, rule X5.
  case indexPlace
  /// The count of a chunk is not the one in the index.
  ///
  /// Spec §6.3, rule X6.
  case indexCount
  /// Type descriptors nest too deep.
  ///
  /// Spec §3.1, rule L1.
  case descriptorNesting
  /// Values nest too deep.
  ///
  /// Spec §3.2, rule L2.
  case valueNesting
  /// A chain of superclasses is too long.
  ///
  /// Spec §4.2, rule L3.
  case superclassChain
  /// The content needs more memory than the caller allows.
  ///
  /// Spec §8.3, rule L4.
  case memory
  /// The chunks are not those of the canonical form.
  ///
  /// Spec §9.6, rule K1.
  case canonicalChunks
  /// The head is not that of the canonical form.
  ///
  /// Spec §9.6, rule K2.
  case canonicalHead
  /// Names are not in order.
  ///
  /// Spec §9.6, rule K3.
  case canonicalNames
  /// Entries are not in order of their lineage.
  ///
  /// Spec §9.6, rule K4.
  case canonicalEntries
  /// Keys or cases are not in ascending order of their names.
  ///
  /// Spec §9.6, rule K5.
  case canonicalKeys
  /// An entry or a name is not used.
  ///
  /// Spec §9.6, rule K6.
  case canonicalUse
  /// Objects are not numbered in the order of the references to them.
  ///
  /// Spec §9.6, rule K7.
  case canonicalNumbers
  /// A block does not end where it has to.
  ///
  /// Spec §9.6, rule K8.
  case canonicalBlocks
  /// Roots are not in order.
  ///
  /// Spec §9.6, rule K9.
  case canonicalRoots
  /// Set elements or map pairs are not in order.
  ///
  /// Spec §9.6, rule K10.
  case canonicalElements
  /// A set element or map key contains a reference.
  ///
  /// Spec §9.6, rule K11.
  case referenceInKey
  /// Metadata is not in order.
  ///
  /// Spec §9.6, rule K12.
  case canonicalMetadata
  /// Joining makes elements or keys equal, or types or values nest too deep, so that the content has no canonical form.
  ///
  /// Content breaks the rule, never the bytes of an archive.
  ///
  /// Spec §9.7, rule K13.
  case canonicalJoin
}

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
