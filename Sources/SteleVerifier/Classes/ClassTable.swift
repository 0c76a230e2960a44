/// The names and entries of an archive.
///
/// Spec §4.
struct ClassTable {
  /// The class names, name 1 first.
  var names: [ClassName] = []
  /// The entries, entry 1 first.
  var entries: [ClassEntry] = []
  var cases: [EnumCase] = []
  /// The stored keys, those of each entry or case together.
  var keys: [StoredKey] = []
  /// The names of the stored keys, in the same order.
  var keyNames: [String] = []
  /// The types of the nested structs of struct entries, those of each entry together (§3.5).
  var nestedTypes: [UInt32] = []
  var types: TypeTable
  /// The offsets of the names of keys and cases that are not above the one before them (K5).
  var unorderedNames: [Int] = []

  init(descriptorNesting: Int) {
    types = TypeTable(nestingLimit: descriptorNesting)
  }

  /// The entry of a number from 1 up.
  subscript(number: Int) -> ClassEntry {
    @inline(__always) get { entries[number &- 1] }
  }

  /// Whether an object of an entry *is a* class of a name (§4.2).
  ///
  /// - Complexity: O(*n*), where *n* is the length of the chain (L3).
  func isObject(ofEntry entry: Int, ofClass name: UInt32) -> Bool {
    var next = entry
    while next != 0 {
      if self[next].name == name { return true }
      next = Int(self[next].superclass)
    }
    return false
  }
}

/// A class name.
///
/// Spec §4.1.
struct ClassName {
  let text: String
  let offset: Int
}

/// A class entry.
///
/// Spec §4.2.
struct ClassEntry {
  enum Kind: UInt8 {
    case `class`
    case `struct`
    case `enum`
  }

  let offset: Int
  let superclassOffset: Int
  let name: UInt32
  let version: UInt32
  let kind: Kind
  var superclass: UInt32
  /// The nearest superclass with a stored key, or 0.
  var storingSuperclass = 0 as UInt32
  /// The number of entries on its chain; 0 while it is not known, -1 if the chain does not end.
  var chainLength: Int32 = 0
  /// The stored keys of its own, without those of superclasses.
  var keys = StoredKeys()
  /// The nested structs of a struct entry, as a range of ``ClassTable/nestedTypes``.
  var nested = 0..<0
  /// The cases of an enum entry, as a range of ``ClassTable/cases``.
  var cases = 0..<0
}

/// A key that is not retired.
///
/// Spec §4.3.
struct StoredKey {
  /// The node of its type.
  let type: UInt32
  /// Its place in ``ClassTable/keyNames``.
  let name: UInt32
  let isOptional: Bool
  /// Whether it holds a nested struct, if the body is in a list (§3.5).
  let isNestedStruct: Bool
}

/// The stored keys of an entry or case, or of a whole chain.
struct StoredKeys {
  /// Their places in a list of keys, mostly ``ClassTable/keys``.
  var range = 0..<0
  var optionalCount = 0
}

/// A case of an enum entry.
///
/// Spec §4.4.
struct EnumCase {
  let keys: StoredKeys
  let isRetired: Bool
}
