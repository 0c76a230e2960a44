import Stele

/// The parts of the text of an archive: entries, types, objects, values.
///
/// The text of a value depends on the value alone; the entries supply the names of keys.
///
/// Spec annex C.2 to C.5.
struct NotationContent {
  var json: JSONWriter
  var classes: ArchiveClassTable
  /// The arrays and objects of the value that is being written.
  var frames: [Frame] = []

  init(classes: ArchiveClassTable, isPretty: Bool) {
    json = JSONWriter(isPretty: isPretty)
    self.classes = classes
  }

  /// Writes an entry of the class table.
  ///
  /// The closure receives the text in pieces, except the last one, which stays in ``json``.
  ///
  /// - Throws: The error of the closure.
  mutating func write<Failure: Error>(
    _ entry: ArchiveClassEntry, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    json.beginObject()
    json.member("name", entry.name)
    member("version", entry.version)
    json.member("kind", NotationNames.word(entry.kind))
    if entry.kind == .class {
      member("super", entry.superclass ?? 0)
    }
    if entry.kind == .enum {
      json.name("cases")
      json.beginArray()
      for item in entry.cases { try write(item, to: sink) }
      json.end()
    } else {
      try write(entry.keys, to: sink)
    }
    json.end()
  }

  private mutating func write<Failure: Error>(
    _ item: ArchiveCase, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    json.beginObject()
    json.member("name", item.name)
    member("since", item.since)
    json.name("retired")
    json.word(item.isRetired ? "true" : "false")
    try write(item.keys, to: sink)
    json.end()
  }

  private mutating func write<Failure: Error>(
    _ keys: [ArchiveKey], to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    json.name("keys")
    json.beginArray()
    for key in keys {
      json.beginObject(.inline)
      json.member("name", key.name)
      json.name("type")
      write(key.type)
      member("since", key.since)
      json.member("flags", NotationNames.word(key.presence))
      json.end()
      try json.flush(to: sink)
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
      case .reference, .weakReference, .struct, .enum:
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
  /// The closure receives the text in pieces, except the last one, which stays in ``json``.
  ///
  /// - Throws: The error of the closure.
  mutating func write<Failure: Error>(
    _ item: ArchiveNamedValue, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    json.beginObject()
    json.member("name", item.name)
    json.name("type")
    write(item.type)
    json.name("value")
    try write(item.value, to: sink)
    json.end()
  }

  /// Writes an object.
  ///
  /// The closure receives the text in pieces, except the last one, which stays in ``json``.
  ///
  /// - Throws: The error of the closure.
  mutating func write<Failure: Error>(
    _ object: ArchiveObject, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    json.beginObject()
    member("class", object.entry)
    json.name("values")
    json.beginArray()
    var values = object.values[...]
    for level in classes.chain(of: object.entry) {
      let keys = classes.ownKeys(of: level) ?? []
      try write(keys, values.prefix(keys.count), to: sink)
      values = values.dropFirst(keys.count)
    }
    json.end()
    json.end()
  }

  mutating func member(_ name: String, _ value: Int) {
    json.name(name)
    integer(value)
  }

  /// Writes an integer as a number if every JSON reader can represent it exactly, and otherwise as a string.
  mutating func integer(_ value: some BinaryInteger) {
    let digits = String(value)
    if value.magnitude < 1 << 53 {
      json.word(digits)
    } else {
      json.string(digits)
    }
  }
}
