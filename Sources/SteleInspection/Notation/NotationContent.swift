import Stele

/// The parts of the text of an archive: entries, types, objects, values.
///
/// The text of a value depends on the value alone; the entries supply the names of keys.
///
/// Spec annex C.2 to C.5.
struct NotationContent {
  var json: JSONWriter
  var names: NotationKeyNames

  init(classes: ArchiveClassTable, isPretty: Bool) {
    json = JSONWriter(isPretty: isPretty)
    names = NotationKeyNames(classes)
  }

  /// Writes an entry of the class table.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - flush: Receives the text after each key of the entry, and may take it.
  /// - Throws: The error of the closure.
  mutating func write<Failure: Error>(
    _ entry: ArchiveClassEntry, _ flush: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    json.beginObject()
    json.name("name")
    json.string(entry.name)
    json.name("version")
    integer(entry.version)
    json.name("kind")
    json.string(NotationNames.word(entry.kind))
    if entry.kind == .class {
      json.name("super")
      integer(entry.superclass ?? 0)
    }
    if entry.kind == .enumeration {
      json.name("cases")
      json.beginArray()
      for item in entry.cases { try write(item, flush) }
      json.end()
    } else {
      try write(entry.keys, flush)
    }
    json.end()
  }

  private mutating func write<Failure: Error>(
    _ item: ArchiveCase, _ flush: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    json.beginObject()
    json.name("name")
    json.string(item.name)
    json.name("since")
    integer(item.since)
    json.name("retired")
    json.word(item.isRetired ? "true" : "false")
    try write(item.keys, flush)
    json.end()
  }

  private mutating func write<Failure: Error>(
    _ keys: [ArchiveKey], _ flush: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    json.name("keys")
    json.beginArray()
    for key in keys {
      json.beginObject(.inline)
      json.name("name")
      json.string(key.name)
      json.name("type")
      write(key.type)
      json.name("since")
      integer(key.since)
      json.name("flags")
      json.string(NotationNames.word(key.presence))
      json.end()
      try flush(&json)
    }
    json.end()
  }

  mutating func write(_ type: ArchiveTypeDescriptor) {
    var rest: [ArchiveTypeDescriptor?] = [type]
    while let next = rest.popLast() {
      guard let type = next else {
        json.end()
        continue
      }
      let word = NotationNames.word(type.code)
      switch type {
      case .optional, .list, .set, .map:
        json.beginArray(.inline)
        json.string(word)
        rest.append(nil)
        rest += type.parts.reversed().map(Optional.some)
      case .reference, .weakReference, .structure, .enumeration:
        json.beginArray(.inline)
        json.string(word)
        if let name = type.className { json.string(name) }
        json.end()
      default: json.string(word)
      }
    }
  }

  /// Writes a root or an item of the metadata.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - flush: Receives the text after each value of the item, and may take it.
  /// - Throws: The error of the closure.
  mutating func write<Failure: Error>(
    _ item: ArchiveNamedValue, _ flush: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    json.beginObject()
    json.name("name")
    json.string(item.name)
    json.name("type")
    write(item.type)
    json.name("value")
    try write(item.value, flush)
    json.end()
  }

  /// Writes an object.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - flush: Receives the text after each value of the object, and may take it.
  /// - Throws: The error of the closure.
  mutating func write<Failure: Error>(
    _ object: ArchiveObject, _ flush: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    json.beginObject()
    json.name("class")
    integer(object.entry)
    json.name("values")
    json.beginArray()
    var values = object.values[...]
    for keys in names.chain(of: object.entry) {
      try write(keys, Array(values.prefix(keys.count)), flush)
      values = values.dropFirst(keys.count)
    }
    json.end()
    json.end()
  }

  /// Writes an integer as a number if every JSON reader represents it exactly, and otherwise as a string.
  mutating func integer(_ value: some BinaryInteger) {
    let digits = String(value)
    if value.magnitude < 1 << 53 {
      json.word(digits)
    } else {
      json.string(digits)
    }
  }
}
