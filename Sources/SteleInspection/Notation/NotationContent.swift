import Stele

/// The parts of the text of an archive: entries, types, objects, values.
///
/// The text of a value depends on the value alone; the entries supply the names of keys.
///
/// The closure receives the text in pieces; the last one stays in ``json`` until the end.
///
/// Spec annex C.2 to C.5.
struct NotationContent<Failure: Error> {
  var json: JSONWriter
  var classes: ArchiveClassTable
  private let sink: ([UInt8]) throws(Failure) -> Void
  /// The arrays and objects of the value that is being written.
  var frames: [Frame] = []

  init(
    classes: ArchiveClassTable, isPretty: Bool, sink: @escaping ([UInt8]) throws(Failure) -> Void
  ) {
    json = JSONWriter(isPretty: isPretty)
    self.classes = classes
    self.sink = sink
  }

  /// Passes the text written so far to the closure, if there is enough of it.
  mutating func flush() throws(Failure) { try json.flush(to: sink) }

  /// Passes the rest of the text to the closure.
  mutating func end() throws(Failure) { try sink(json.take()) }

  /// Writes an entry of the class table.
  ///
  /// - Throws: The error of the closure.
  mutating func write(_ entry: ArchiveClassEntry) throws(Failure) {
    json.beginObject()
    json.member("name", entry.name)
    json.member("version", integer: entry.version)
    json.member("kind", NotationNames.word(entry.kind))
    if entry.kind == .class {
      json.member("super", integer: entry.superclass ?? 0)
    }
    if entry.kind == .enum {
      json.name("cases")
      json.beginArray()
      for item in entry.cases { try write(item) }
      json.end()
    } else {
      try write(entry.keys)
    }
    json.end()
  }

  private mutating func write(_ item: ArchiveCase) throws(Failure) {
    json.beginObject()
    json.member("name", item.name)
    json.member("since", integer: item.since)
    json.name("retired")
    json.word(item.isRetired ? "true" : "false")
    try write(item.keys)
    json.end()
  }

  private mutating func write(_ keys: [ArchiveKey]) throws(Failure) {
    json.name("keys")
    json.beginArray()
    for key in keys {
      json.beginObject(.inline)
      json.member("name", key.name)
      json.name("type")
      json.type(key.type)
      json.member("since", integer: key.since)
      json.member("flags", NotationNames.word(key.presence))
      json.end()
      try flush()
    }
    json.end()
  }

  /// Writes a root or an item of the metadata.
  ///
  /// - Throws: The error of the closure.
  mutating func write(_ item: ArchiveNamedValue) throws(Failure) {
    json.beginObject()
    json.member("name", item.name)
    json.name("type")
    json.type(item.type)
    json.name("value")
    try write(item.value)
    json.end()
  }

  /// Writes an object.
  ///
  /// - Throws: The error of the closure.
  mutating func write(_ object: ArchiveObject) throws(Failure) {
    json.beginObject()
    json.member("class", integer: object.entry)
    json.name("values")
    json.beginArray()
    var values = object.values[...]
    for level in classes.chain(of: object.entry) {
      let keys = classes.ownKeys(of: level) ?? []
      try write(keys, values.prefix(keys.count))
      values = values.dropFirst(keys.count)
    }
    json.end()
    json.end()
  }
}
