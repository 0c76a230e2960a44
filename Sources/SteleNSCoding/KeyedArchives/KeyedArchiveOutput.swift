internal import Foundation
internal import Stele
internal import SteleKeyedArchive

/// The property list that an archiver makes when another program is to read it with `NSKeyedUnarchiver`.
///
/// Objects wait for their turn, so that a graph may be as deep as it likes. What an object is given as is told by the call that
/// is made for it: numbers and bytes stand in their record, everything else is a member of `$objects`, to which a UID leads.
///
/// Spec annex E.
final class KeyedArchiveOutput {
  /// What a member of `$objects` will be.
  private enum Content {
    case object(AnyObject)
    case list([Any])
    case set([Any])
    case map([AnyHashable: Any])
    case propertyList(PropertyList, node: Int)
  }

  private unowned let archiver: SteleKeyedArchiver
  private(set) var arena = NodeArena()
  /// The node of each member of `$objects`.
  private var members: [Int]
  private var waiting: [(uid: Int, content: Content)] = []
  private var uidOfObject: [ObjectIdentifier: Int] = [:]
  /// The objects that have been met, which have to stay where they are.
  private var kept: [AnyObject] = []
  /// The UIDs of Swift values, by their nodes.
  private var uidOfValue: [Int: Int] = [:]
  private var uidOfClass: [[String]: Int] = [:]
  /// The references that lead to an object if something else does.
  private var conditional: [(node: Int, target: ObjectIdentifier)] = []
  private var top = KeyedArchiveRecord()
  /// The keys of the object that is being written; none outside of objects.
  private var record: KeyedArchiveRecord?

  init(_ archiver: SteleKeyedArchiver) {
    self.archiver = archiver
    members = [arena.add(MappedName.null)]
  }

  /// Ends the list.
  func list() throws -> PropertyList {
    for (node, target) in conditional {
      arena.setUID(UInt64(uidOfObject[target] ?? 0), ofNode: node)
    }
    let parts: [(String, PropertyList.Node)] = [
      (MappedName.version, .integer(100_000)),
      (MappedName.archiver, .string("NSKeyedArchiver")),
      (MappedName.top, .dictionary(keys: top.keys, values: top.values)),
      (MappedName.objects, .array(members)),
    ]
    let root = arena.add(
      .dictionary(
        keys: parts.map { arena.add($0.0) }, values: parts.map { arena.add($0.1) }))
    do {
      return try PropertyList(nodes: arena.nodes, root: root)
    } catch {
      throw KeyedArchiveError(.propertyList(error))
    }
  }

  // MARK: Values under keys

  /// Writes what stands in the record itself.
  func put(_ node: PropertyList.Node, _ key: String) throws {
    try put(node: arena.add(node), key)
  }

  /// Writes a value of any type as an object.
  func put(any value: Any?, _ key: String) throws {
    try put(.uid(UInt64(uid(of: value))), key)
  }

  /// Writes a reference to an object if something else refers to it for good.
  func put(conditional object: AnyObject, _ key: String) throws {
    guard let target = try archiver.replacement(for: object) else { return try put(.uid(0), key) }
    let node = arena.addUnknownUID()
    kept.append(target)
    conditional.append((node, ObjectIdentifier(target)))
    try put(node: node, key)
  }

  /// Writes a value of a type that is `Encodable`: a number or bytes in the record itself, all else as an object.
  func put<T: Encodable>(_ value: T, _ key: String) throws {
    if let number = Self.number(value) { return try put(number, key) }
    if let data = value as? Data { return try put(.data([UInt8](data)), key) }
    if let optional = value as? any OptionalContent {
      guard let content = optional.content as? any Encodable else { return try put(.uid(0), key) }
      return try put(content, key)
    }
    try put(.uid(UInt64(uid(ofEncodable: value))), key)
  }

  /// Writes numbers of a type as an object of their own, as archivers do with arrays of C.
  func put(array code: String, stride: Int, count: Int, _ key: String, elements: () throws -> Void)
    throws
  {
    let uid = reserve()
    let outer = archiver.unkeyedCount
    archiver.unkeyedCount = 0
    defer { archiver.unkeyedCount = outer }
    members[uid] = try node(ofClass: [CArray.className, "NSObject"]) {
      try put(.integer(Int128(count)), "NS.count")
      try put(.integer(Int128(stride)), "NS.size")
      try put(.integer(Int128(code.utf8.first ?? 0)), "NS.type")
      try elements()
    }
    try put(.uid(UInt64(uid)), key)
  }

  /// Writes a value that has been kept.
  func put(kept value: AnyValue, _ key: String, isInPlace: Bool) throws {
    switch value {
    case .scalar(let scalar, let code) where isInPlace || scalar.number(code) != nil:
      try put(node: node(ofKept: value, key), key)
    case .list where isInPlace, .set where isInPlace: try put(node: node(ofKept: value, key), key)
    case .object(let object): try put(any: object, key)
    default: try put(any: value.foundationValue(key) { _ in true }, key)
    }
  }

  /// The node of a value that stands where it is used; lists nest no deeper than the limits of the reader allow.
  private func node(ofKept value: AnyValue, _ key: String) throws -> Int {
    switch value {
    case .null, .unfinished: return arena.add(.uid(0))
    case .object(let object): return arena.add(.uid(UInt64(try uid(ofObject: object))))
    case .list(let elements):
      return arena.add(.array(try elements.map { try node(ofKept: $0, key) }))
    case .set(let elements): return arena.add(.set(try elements.map { try node(ofKept: $0, key) }))
    case .scalar(.bool(let value), _): return arena.add(.bool(value))
    case .scalar(.integer(let value), _): return arena.add(.integer(value))
    case .scalar(.float32(let value), _): return arena.add(.real32(value))
    case .scalar(.float64(let value), _): return arena.add(.real64(value))
    case .scalar(.string(let value), _): return arena.add(value)
    case .scalar(.bytes(let value), _): return arena.add(.data(value))
    case .scalar(.date(let seconds), _): return arena.add(.date(seconds))
    case .scalar(.unsigned(let value), _):
      guard let integer = Int128(exactly: value) else {
        throw KeyedCodingError(.notSupported, key: key)
      }
      return arena.add(.integer(integer))
    default: throw KeyedCodingError(.notSupported, key: key)
    }
  }

  private func put(node: Int, _ key: String) throws {
    let keyNode = arena.add(key)
    guard record == nil else {
      record?.set(node, forKey: keyNode)
      return
    }
    top.set(node, forKey: keyNode)
    try writeWaiting()
  }

  // MARK: Members of `$objects`

  /// The UID of a value of any type.
  func uid(of value: Any?) throws -> Int {
    guard let value else { return 0 }
    let type = Swift.type(of: value)
    if type == String.self, let string = value as? String { return uid(ofString: string) }
    if type is AnyClass { return try uid(ofObject: value as AnyObject) }
    if let optional = value as? any OptionalContent { return try uid(of: optional.content) }
    if let number = Self.number(value) { return uid(ofValue: number) }
    switch value {
    case let data as Data: return uid(ofValue: .data([UInt8](data)))
    case let date as Date:
      return try uid(
        ofObject: NSDate(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate))
    case let uuid as UUID: return try uid(ofObject: uuid as NSUUID)
    case let decimal as Decimal: return try uid(ofObject: NSDecimalNumber(decimal: decimal))
    case let list as [Any]: return wait(.list(list))
    case let map as [AnyHashable: Any]: return wait(.map(map))
    case let set as Set<AnyHashable>: return wait(.set(set.map(\.base)))
    default: break
    }
    let object = value as AnyObject
    guard object is any NSCoding else {
      throw KeyedCodingError(.notCoding, className: String(describing: type))
    }
    return try uid(ofObject: object)
  }

  /// The UID of an object, which is written in its turn.
  private func uid(ofObject object: AnyObject) throws -> Int {
    guard let object = try archiver.replacement(for: object) else { return 0 }
    if let known = uidOfObject[ObjectIdentifier(object)] { return known }
    let uid = wait(.object(object))
    uidOfObject[ObjectIdentifier(object)] = uid
    kept.append(object)
    return uid
  }

  /// The UID of a string that is a value of Swift.
  private func uid(ofString string: String) -> Int {
    // As a bare string this one means nil.
    guard string != MappedName.null else { return wait(.object(NSString(string: string))) }
    return uid(ofValue: .string(string))
  }

  /// The UID of a value of Swift, which equal ones share.
  private func uid(ofValue node: PropertyList.Node) -> Int {
    let number = arena.add(node)
    if let known = uidOfValue[number] { return known }
    let uid = reserve()
    members[uid] = number
    uidOfValue[number] = uid
    return uid
  }

  /// The UID of a value as `PropertyListEncoder` writes it.
  private func uid<T: Encodable>(ofEncodable value: T) throws -> Int {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    for (key, value) in archiver.settings.userInfo { encoder.userInfo[key] = value }
    // What is no container can only be encoded in one.
    let data = try encoder.encode([value])
    let list: PropertyList
    do {
      list = try PropertyList(parsing: [UInt8](data))
    } catch {
      throw KeyedArchiveError(.propertyList(error))
    }
    guard case .array(let elements) = list[list.root], let element = elements.first else {
      throw KeyedCodingError(.notSupported, className: "\(T.self)")
    }
    return uid(of: element, in: list)
  }

  private func uid(of node: Int, in list: PropertyList) -> Int {
    switch list[node] {
    case .string(let string): uid(ofString: string)
    case .array, .set, .dictionary, .date: wait(.propertyList(list, node: node))
    case let scalar: uid(ofValue: scalar)
    }
  }

  private func reserve() -> Int {
    members.append(0)
    return members.count - 1
  }

  private func wait(_ content: Content) -> Int {
    let uid = reserve()
    waiting.append((uid, content))
    return uid
  }

  private func writeWaiting() throws {
    var index = 0
    while index < waiting.count {
      let (uid, content) = waiting[index]
      index += 1
      members[uid] = try node(of: content)
    }
    waiting.removeAll()
  }

  private func node(of content: Content) throws -> Int {
    switch content {
    case .object(let object): try node(of: object)
    case .list(let elements):
      try node(ofClass: Self.array) { try put(elements: elements, "NS.objects") }
    case .set(let elements):
      try node(ofClass: ["NSSet", "NSObject"]) { try put(elements: elements, "NS.objects") }
    case .map(let map):
      try node(ofClass: Self.dictionary) {
        try put(pairs: map.map { ($0.key.base, $0.value) })
      }
    case .propertyList(let list, let node): try self.node(of: node, in: list)
    }
  }

  private func node(of node: Int, in list: PropertyList) throws -> Int {
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

  private func node(of object: AnyObject) throws -> Int {
    if let unknown = object as? UnknownCodedObject {
      return try node(ofClass: unknown.classNames.map(MappedName.className(ofEntry:))) {
        try archiver.encode(unknown) { unknown.encode(with: archiver) }
      }
    }
    guard let declaration = try archiver.declaration(for: object) else {
      throw KeyedCodingError(.notCoding, className: String(describing: type(of: object)))
    }
    guard let type = declaration.type as? AnyClass else {
      throw KeyedCodingError(.notCoding, className: declaration.archiveClass.name)
    }
    guard let form = NativeForm(object, type) else {
      return try node(ofClass: classNames(of: declaration, type)) {
        try archiver.encode(object) { (object as? any NSCoding)?.encode(with: archiver) }
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

  /// Makes a record of what is written meanwhile.
  private func node(ofClass names: [String], _ write: () throws -> Void) throws -> Int {
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
    let uids = try kept(elements).map {
      // What is no object at all takes its place as a null.
      try uid(of: InlineValue.isNil($0) ? NSNull() : $0)
    }
    try put(uids: uids, key)
  }

  /// Writes the keys and values of a dictionary, but for those that nothing takes the place of.
  func put(pairs: [(key: Any, value: Any)]) throws {
    let kept = try pairs.filter { try archiver.keeps($0.key) && archiver.keeps($0.value) }
    try put(elements: kept.map(\.key), "NS.keys")
    try put(elements: kept.map(\.value), "NS.objects")
  }

  /// The elements of a collection, but for those that nothing takes the place of.
  func kept(_ elements: [Any]) throws -> [Any] { try elements.filter { try archiver.keeps($0) } }

  private func put(uids: [Int], _ key: String) throws {
    try put(node: arena.add(.array(uids.map { arena.add(.uid(UInt64($0))) })), key)
  }

  // MARK: Classes

  private static let array = ["NSArray", "NSObject"]
  private static let dictionary = ["NSDictionary", "NSObject"]

  /// The UID of a class record.
  private func uid(ofClass names: [String]) -> Int {
    if let known = uidOfClass[names] { return known }
    let uid = reserve()
    let classes = arena.add(.array(names.map { arena.add($0) }))
    members[uid] = arena.add(
      .dictionary(
        keys: [arena.add(MappedName.className), arena.add(MappedName.classes)],
        values: [arena.add(names.first ?? ""), classes]))
    uidOfClass[names] = uid
    return uid
  }

  /// The names of a class and of all its superclasses, the nearest first.
  private func classNames(of declaration: TypeDeclaration, _ type: AnyClass) throws -> [String] {
    if type == NSDecimalNumber.self { return NativeForm.decimalNumberClasses }
    var names: [String] = []
    var coded = declaration.levels.reversed()[...]
    var next: AnyClass? = type
    while let type = next {
      let native = try? CodingClass.keyedArchiveName(of: type)
      if let level = coded.first, level.type == type {
        coded.removeFirst()
        let name = level.archiveClass.name
        let isNative = (try? CodingClass.runtimeName(of: type)) == name
        names.append(isNative ? native ?? name : name)
      } else if let native {
        names.append(native)
      }
      next = _getSuperclass(type)
    }
    return names
  }

  // MARK: Numbers

  /// What stands in a property list for a number, or nil for anything else.
  static func number(_ value: Any) -> PropertyList.Node? {
    switch value {
    case let value as Bool: .bool(value)
    case let value as Int: .integer(Int128(value))
    case let value as Double: .real64(value)
    case let value as Float: .real32(value)
    case let value as CGFloat: .real64(Double(value))
    case let value as any FixedWidthInteger: Self.integer(value)
    default: nil
    }
  }

  private static func integer<Integer: FixedWidthInteger>(_ value: Integer) -> PropertyList.Node? {
    Int128(exactly: value).map { .integer($0) }
  }
}
