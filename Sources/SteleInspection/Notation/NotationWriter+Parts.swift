import Stele

/// The parts of the text of an archive: entries, types, objects, values.
///
/// The text of a value depends on the value alone; the entries supply the names of keys.
///
/// Spec annex C.2 to C.5.
extension NotationWriter {
  /// Passes the text written so far to the closure, if there is enough of it.
  mutating func flush() throws(Failure) { try json.flush(to: sink) }

  /// Passes the rest of the text to the closure.
  mutating func flushAll() throws(Failure) { try sink(json.take()) }

  /// Writes an entry of the class table.
  ///
  /// - Throws: The error of the closure.
  mutating func add(_ entry: ArchiveClassEntry) throws(Failure) {
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
      for item in entry.cases { try add(item) }
      json.end()
    } else {
      try add(entry.keys)
    }
    json.end()
  }

  private mutating func add(_ item: ArchiveCase) throws(Failure) {
    json.beginObject()
    json.member("name", item.name)
    json.member("since", integer: item.since)
    json.name("retired")
    json.word(item.isRetired ? "true" : "false")
    try add(item.keys)
    json.end()
  }

  private mutating func add(_ keys: [ArchiveKey]) throws(Failure) {
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
  mutating func add(_ item: ArchiveNamedValue) throws(Failure) {
    json.beginObject()
    json.member("name", item.name)
    json.name("type")
    json.type(item.type)
    json.name("value")
    try add(item.value)
    json.end()
  }

  /// Writes an object.
  ///
  /// - Throws: The error of the closure.
  mutating func add(_ object: ArchiveObject) throws(Failure) {
    json.beginObject()
    json.member("class", integer: object.entry)
    json.name("values")
    json.beginArray()
    var values = object.values[...]
    for level in classes.chain(of: object.entry) {
      let keys = classes.ownKeys(of: level) ?? []
      try add(keys, values.prefix(keys.count))
      values = values.dropFirst(keys.count)
    }
    json.end()
    json.end()
  }
}
