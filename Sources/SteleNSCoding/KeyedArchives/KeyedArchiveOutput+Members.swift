internal import Foundation
internal import Stele
internal import SteleKeyedArchive

// Members of `$objects`.
extension KeyedArchiveOutput {
  func uid(of value: Any?) throws -> Int {
    guard let value else { return 0 }
    if Swift.type(of: value) is AnyClass { return try uid(ofObject: value as AnyObject) }
    return try uid(ofSwiftValue: value)
  }

  /// Returns the UID of a value that is not an object.
  ///
  /// Not inlined: objects refer to each other, and this function needs much of the stack.
  @inline(never)
  private func uid(ofSwiftValue value: Any) throws -> Int {
    let type = Swift.type(of: value)
    if type == String.self, let string = value as? String { return uid(ofString: string) }
    if let optional = value as? any OptionalContent { return try uid(of: optional.content) }
    if let number = try Self.number(value) { return uid(ofValue: number) }
    switch value {
    case let data as Data: return uid(ofValue: .data([UInt8](data)))
    case let date as Date:
      return try uid(
        ofObject: NSDate(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate))
    case let uuid as UUID: return try uid(ofObject: uuid as NSUUID)
    case let decimal as Decimal: return try uid(ofObject: NSDecimalNumber(decimal: decimal))
    case let list as [Any]: return try write(.list(list))
    case let map as [AnyHashable: Any]: return try write(.map(map))
    case let set as Set<AnyHashable>: return try write(.set(set.map(\.base)))
    default: break
    }
    let object = (value as? URL)?.object ?? value as AnyObject
    guard CodingClass.isCoded(Swift.type(of: object)) else {
      throw KeyedCodingError(.notCoding, className: String(describing: type))
    }
    return try uid(ofObject: object)
  }

  /// Returns the UID of an object, and writes the object unless it has been written.
  func uid(ofObject object: AnyObject) throws -> Int {
    guard let object = try archiver.replacement(for: object) else { return 0 }
    if let known = uidOfObject[ObjectIdentifier(object)] { return known }
    let uid = reserve()
    uidOfObject[ObjectIdentifier(object)] = uid
    kept.append(object)
    try write(.object(object), as: uid)
    return uid
  }

  /// Returns the UID of a string that is a Swift value.
  func uid(ofString string: String) -> Int {
    // As a bare string, this text would mean nil.
    guard string != MappedName.null else { return wait(.object(NSString(string: string))) }
    return uid(ofValue: .string(string))
  }

  /// Returns the UID of a Swift value; equal values share one.
  func uid(ofValue node: PropertyListGraph.Node) -> Int {
    let number = arena.add(node)
    if let known = uidOfValue[number] { return known }
    let uid = reserve()
    members[uid] = number
    uidOfValue[number] = uid
    return uid
  }

  /// Returns the UID of a value in the form that `PropertyListEncoder` writes.
  func uid<T: Encodable>(ofEncodable value: T) throws -> Int {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    for (key, value) in archiver.settings.userInfo { encoder.userInfo[key] = value }
    // A value that is not a container can be encoded only within one.
    let data = try encoder.encode([value])
    let list: PropertyListGraph
    do {
      list = try PropertyListGraph(parsing: [UInt8](data))
    } catch {
      throw KeyedArchiveError(.propertyList(error))
    }
    guard case .array(let elements) = list[list.root], let element = elements.first else {
      throw KeyedCodingError(.notSupported, className: "\(T.self)")
    }
    return uid(of: element, in: list)
  }

  func uid(of node: Int, in list: PropertyListGraph) -> Int {
    switch list[node] {
    case .string(let string): uid(ofString: string)
    case .array, .set, .dictionary, .date: wait(.propertyList(list, node: node))
    case let scalar: uid(ofValue: scalar)
    }
  }

  func reserve() -> Int {
    members.append(0)
    return members.count - 1
  }

  func wait(_ content: Content) -> Int {
    let uid = reserve()
    waiting.append((uid, content))
    return uid
  }

  /// Writes a new member, and returns its UID.
  private func write(_ content: Content) throws -> Int {
    let uid = reserve()
    try write(content, as: uid)
    return uid
  }

  /// Writes a member, or defers it if it is nested too deeply.
  private func write(_ content: Content, as uid: Int) throws {
    guard depth < ObjectWriter.depthLimit else { return waiting.append((uid, content)) }
    depth += 1
    defer { depth -= 1 }
    try writeNow(content, as: uid)
  }

  private func writeNow(_ content: Content, as uid: Int) throws {
    members[uid] = try node(of: content)
    if case .object(let object) = content, NativeClass.of(object)?.isCollection == true {
      collections[uid] = object
    }
  }

  func writeWaiting() throws {
    var index = 0
    while index < waiting.count {
      let (uid, content) = waiting[index]
      index += 1
      try writeNow(content, as: uid)
    }
    waiting.removeAll()
  }

  func node(of content: Content) throws -> Int {
    switch content {
    case .object(let object): try node(of: object)
    case .list(let elements):
      try node(ofClass: Self.array) { try put(elements: elements, "NS.objects") }
    case .set(let elements):
      try node(ofClass: ["NSSet", "NSObject"]) {
        try HashableValues.validate(writing: elements, "NS.objects")
        try put(elements: elements, "NS.objects")
      }
    case .map(let map):
      try node(ofClass: Self.dictionary) {
        try HashableValues.validate(writing: map.keys.map(\.base), as: .keys, "NS.keys")
        try put(pairs: map.map { ($0.key.base, $0.value) })
      }
    case .propertyList(let list, let node): try self.node(of: node, in: list)
    }
  }

  func node(of node: Int, in list: PropertyListGraph) throws -> Int {
    switch list[node] {
    case .array(let elements), .set(let elements):
      try self.node(ofClass: Self.array) {
        try put(uids: elements.map { uid(of: $0, in: list) }, "NS.objects")
      }
    case .dictionary(let keys, let values):
      try self.node(ofClass: Self.dictionary) {
        try put(uids: keys.map { uid(of: $0, in: list) }, "NS.keys")
        try put(uids: values.map { uid(of: $0, in: list) }, "NS.objects")
      }
    case .date(let seconds):
      try self.node(ofClass: ["NSDate", "NSObject"]) { try put(.real64(seconds), "NS.time") }
    case let scalar: arena.add(scalar)
    }
  }

  func node(of object: AnyObject) throws -> Int {
    if let unknown = object as? UnknownCodedObject {
      return try node(ofClass: unknown.classNames.map(MappedName.className(ofEntry:))) {
        try archiver.encode(unknown) { unknown.encode(with: archiver) }
      }
    }
    guard let declaration = try archiver.declaration(for: object) else {
      throw KeyedCodingError(.notCoding, className: CodingClass.name(of: type(of: object)))
    }
    guard let type = declaration.type as? AnyClass else {
      throw KeyedCodingError(.notCoding, className: declaration.archiveClass.name)
    }
    guard let form = NativeForm(object, type) else {
      return try node(ofClass: classNames(of: declaration, type)) {
        try archiver.encode(object) {
          if CodingClass.isCoded(Swift.type(of: object)) { try archiver.writeKeys(of: object) }
          // Foundation requires this key, even if one set of attributes applies to the whole text.
          if object is NSAttributedString,
            record?.has(arena.add(.string("NSAttributeInfo"))) == false
          {
            try put(any: nil, "NSAttributeInfo")
          }
        }
      }
    }
    var node = 0
    try archiver.encode(object) {
      switch form {
      case .bare(let value): node = arena.add(value)
      case .record(let write):
        node = try self.node(ofClass: classNames(of: declaration, type)) { try write(self) }
      }
    }
    return node
  }

  /// Makes a record from the keys that a closure writes.
  func node(ofClass names: [String], _ write: () throws -> Void) throws -> Int {
    let outer = record
    record = KeyedArchiveRecord()
    defer { record = outer }
    try write()
    let uid = uid(ofClass: names)
    let keys = (record?.keys ?? []) + [arena.add(MappedName.classKey)]
    let values = (record?.values ?? []) + [arena.add(.uid(UInt64(uid)))]
    return arena.add(.dictionary(keys: keys, values: values))
  }

  /// Writes elements as references in an array.
  func put(elements: [Any], _ key: String) throws {
    try put(uids: elements.compactMap { try uid(ofElement: $0) }, key)
  }

  /// Writes the keys and values of a dictionary, without pairs that are replaced by nothing.
  func put(pairs: [(key: Any, value: Any)]) throws {
    let keys = try pairs.map { try uid(ofElement: $0.key) }
    let values = try pairs.map { try uid(ofElement: $0.value) }
    let kept = zip(keys, values).compactMap { key, value in
      key.flatMap { key in value.map { (key, $0) } }
    }
    try put(uids: kept.map(\.0), "NS.keys")
    try put(uids: kept.map(\.1), "NS.objects")
  }

  /// Returns the UID of an element of a collection, or nil if the element is replaced by nothing.
  func uid(ofElement element: Any) throws -> Int? {
    // A null replaces a missing Swift value.
    let uid = try uid(of: InlineValue.isNil(element) ? NSNull() : element)
    return uid == 0 ? nil : uid
  }

  func put(uids: [Int], _ key: String) throws {
    try put(node: arena.add(.array(uids.map { arena.add(.uid(UInt64($0))) })), key)
  }
}
