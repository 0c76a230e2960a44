import Foundation
import SteleNSCoding
import TestSupport
import Testing

/// An object that writes down its calls, and encodes what it is given.
final class LoggedPart: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let name: String
  var strong: [Any] = []
  var conditional: [LoggedPart] = []
  unowned let log: CallLog

  init(_ name: String, _ log: CallLog, _ strong: [Any] = []) {
    self.name = name
    self.log = log
    self.strong = strong
  }

  init?(coder: NSCoder) { nil }

  func encode(with coder: NSCoder) {
    log.begin(self)
    for (index, part) in strong.enumerated() { coder.encode(part, forKey: "strong \(index)") }
    for (index, part) in conditional.enumerated() {
      coder.encodeConditionalObject(part, forKey: "conditional \(index)")
    }
    coder.encode(name, forKey: "name")
  }

  override func replacementObject(for coder: NSCoder) -> Any? {
    log.replacementRequests.append(name)
    return self
  }
}

/// The calls that objects and the delegate of an archiver get.
final class CallLog: SteleKeyedArchiverDelegate, NSKeyedArchiverDelegate {
  var lines: [String] = []
  /// The objects that have asked for their replacement, which only Stele does on Linux.
  var replacementRequests: [String] = []
  /// The objects that are being encoded; Foundation reports the end of encoding for each reference to an object.
  var open: [AnyObject] = []
  /// The names of collections.
  var names: [ObjectIdentifier: String] = [:]
  var replacements: [String: LoggedPart] = [:]
  fileprivate var announced: Set<ObjectIdentifier> = []
  fileprivate var encoded: Set<ObjectIdentifier> = []

  private func name(_ object: Any?) -> String? {
    guard let object, type(of: object) is AnyClass else { return nil }
    return (object as? LoggedPart)?.name ?? names[ObjectIdentifier(object as AnyObject)]
  }

  func note(_ call: String, _ object: Any?) {
    if let name = name(object) { lines.append("\(call) \(name)") }
  }

  /// Notes a call of `encode(with:)`; Foundation on Linux encodes what takes the place of an object for each reference to that.
  func begin(_ part: LoggedPart) {
    guard encoded.insert(ObjectIdentifier(part)).inserted else { return }
    note("encode", part)
    open.append(part)
  }

  private func willEncode(_ object: Any) -> Any? {
    guard let name = name(object), announced.insert(ObjectIdentifier(object as AnyObject)).inserted
    else { return object }
    note("will", object)
    if !(object is LoggedPart) { open.append(object as AnyObject) }
    guard let replacement = replacements[name] else { return object }
    announced.insert(ObjectIdentifier(replacement))
    return replacement
  }

  private func didEncode(_ object: Any?) {
    guard let object, name(object) != nil, open.last === object as AnyObject else { return }
    open.removeLast()
    note("did", object)
  }

  private func willReplace(_ object: Any?, _ other: Any?) {
    guard let object, let other, name(object) != nil, object as AnyObject !== other as AnyObject
    else { return }
    note("replace", object)
  }

  func archiver(_ archiver: SteleKeyedArchiver, willEncode object: Any) -> Any? {
    willEncode(object)
  }

  func archiver(_ archiver: SteleKeyedArchiver, didEncode object: Any?) { didEncode(object) }

  func archiver(_ archiver: SteleKeyedArchiver, willReplace object: Any?, with newObject: Any?) {
    willReplace(object, newObject)
  }

  func archiver(_ archiver: NSKeyedArchiver, willEncode object: Any) -> Any? { willEncode(object) }

  func archiver(_ archiver: NSKeyedArchiver, didEncode object: Any?) { didEncode(object) }

  func archiverWillFinish(_ archiver: NSKeyedArchiver) {}

  func archiverDidFinish(_ archiver: NSKeyedArchiver) {}

  #if canImport(ObjectiveC)
    func archiver(_ archiver: NSKeyedArchiver, willReplace object: Any?, with newObject: Any?) {
      willReplace(object, newObject)
    }
  #else
    func archiver(
      _ archiver: NSKeyedArchiver, willReplace object: Any?, withObject newObject: Any?
    ) {
      willReplace(object, newObject)
    }
  #endif
}

/// Makes the roots of a graph, and names its collections.
struct CallScenario: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let roots: @Sendable (CallLog) -> [Any]

  init(_ name: String, _ roots: @escaping @Sendable (CallLog) -> [Any]) {
    testDescription = name
    self.roots = roots
  }

  static let all: [CallScenario] = [
    CallScenario("parts of parts") { log in
      let shared = LoggedPart("shared", log, [LoggedPart("inner", log)])
      return [
        LoggedPart("a", log, [LoggedPart("b", log, [shared]), shared, LoggedPart("c", log)]),
        shared, LoggedPart("d", log),
      ]
    },
    CallScenario("elements of arrays") { log in
      let list = NSArray(array: [
        LoggedPart("a", log, [LoggedPart("a1", log)]), "text",
        LoggedPart("b", log, [LoggedPart("b1", log)]), 5,
      ])
      let other = NSMutableArray(array: [LoggedPart("c", log), LoggedPart("d", log)])
      log.names = [ObjectIdentifier(list): "list", ObjectIdentifier(other): "other"]
      return [LoggedPart("root", log, [list, other, LoggedPart("last", log)]), list]
    },
    CallScenario("arrays of Swift") { log in
      let parts = ["a", "b", "c"].map { LoggedPart($0, log, [LoggedPart($0 + "1", log)]) }
      return [
        LoggedPart(
          "root", log, [parts, [parts[2], [LoggedPart("d", log), LoggedPart("e", log)]] as [Any]]),
        [LoggedPart("f", log, [LoggedPart("g", log)]), LoggedPart("h", log)],
      ]
    },
    CallScenario("dictionaries") { log in
      func keys(_ prefix: String) -> [NSString] { (0..<4).map { "\(prefix)\($0)" as NSString } }
      let map = NSDictionary(
        objects: keys("v").map { LoggedPart($0 as String, log, [LoggedPart("of \($0)", log)]) },
        forKeys: keys("k"))
      let byPart = NSMutableDictionary()
      for name in ["k1", "k2", "k3"] {
        byPart[LoggedPart(name, log, [LoggedPart("of \(name)", log)])] = LoggedPart(
          "v of \(name)", log)
      }
      log.names = [ObjectIdentifier(map): "map", ObjectIdentifier(byPart): "by part"]
      return [LoggedPart("root", log, [map, byPart]), map]
    },
    CallScenario("sets") { log in
      let parts = (0..<5).map { LoggedPart("p\($0)", log, [LoggedPart("of p\($0)", log)]) }
      let set = NSSet(array: parts)
      let ordered = NSOrderedSet(array: [LoggedPart("o", log), LoggedPart("q", log, [parts[0]])])
      log.names = [ObjectIdentifier(set): "set", ObjectIdentifier(ordered): "ordered"]
      return [LoggedPart("root", log, [ordered, set])]
    },
    CallScenario("cycles and conditional references") { log in
      let parent = LoggedPart("parent", log)
      let children = ["x", "y"].map { LoggedPart($0, log) }
      for child in children { child.conditional = [parent, LoggedPart("nobody's", log)] }
      children[0].strong = [children[1]]
      children[1].conditional.append(children[0])
      parent.strong = children
      let early = LoggedPart("early", log)
      early.conditional = [parent, children[1]]
      return [early, parent]
    },
    CallScenario("replaced one by one") { log in
      for name in ["a", "c"] {
        log.replacements[name] = LoggedPart(
          "other \(name)", log, [LoggedPart("of other \(name)", log)])
      }
      let parts = ["a", "b", "c", "d"].map { LoggedPart($0, log, [LoggedPart("of \($0)", log)]) }
      let list = NSArray(array: parts)
      let map = NSDictionary(objects: [parts[2], parts[0]], forKeys: ["1", "2"] as [NSString])
      log.names = [ObjectIdentifier(list): "list", ObjectIdentifier(map): "map"]
      return [LoggedPart("root", log, [list, map, parts[2]]), parts[0], [parts[1], parts[0]]]
    },
  ]
}

@Suite("The order of calls")
struct OrderOfCallsTests {
  @Test(arguments: CallScenario.all, Format.all)
  func `objects and delegates are called in the order of NSKeyedArchiver`(
    _ scenario: CallScenario, _ format: Format
  ) throws {
    // The order of hashed elements is that of their addresses and of the collection.
    let log = CallLog()
    let roots = scenario.roots(log)
    defer { withExtendedLifetime(roots) {} }
    let foundations = log.copy()
    let original = NSKeyedArchiver(requiringSecureCoding: true)
    original.delegate = log
    for (index, root) in roots.enumerated() { original.encode(root, forKey: "root \(index)") }
    original.finishEncoding()
    let expected = log.lines
    #expect(expected.count > 6)
    log.restore(foundations)
    let archiver = SteleKeyedArchiver(requiringSecureCoding: true, outputFormat: format)
    archiver.setClassName("Part", for: LoggedPart.self)
    archiver.delegate = log
    for (index, root) in roots.enumerated() { archiver.encode(root, forKey: "root \(index)") }
    _ = try archiver.archivedData()
    // Foundation on Linux reports no replacement, and never asks objects for one; other systems ask before they call the delegate.
    let calls = log.lines.filter { !$0.hasPrefix("replace ") }
    #expect(calls == expected)
    for (line, last) in zip(log.lines.dropFirst(), log.lines) where line.hasPrefix("replace ") {
      #expect(last == line.replacing("replace ", with: "will "))
    }
    #expect(log.lines.count - calls.count == log.replacements.count)
    var requests: [String] = []
    for name in log.replacementRequests where !requests.contains(name) { requests.append(name) }
    var announced: [String] = []
    for line in expected where line.hasPrefix("will ") {
      let name = String(line.dropFirst(5))
      if !log.isCollection(name), !announced.contains(name) { announced.append(name) }
    }
    #expect(requests == announced)
  }
}

extension CallLog {
  func isCollection(_ name: String) -> Bool { names.values.contains(name) }

  /// The state before any call.
  fileprivate func copy() -> [ObjectIdentifier: String] { names }

  fileprivate func restore(_ names: [ObjectIdentifier: String]) {
    self.names = names
    lines = []
    open = []
    replacementRequests = []
    announced = []
    encoded = []
  }
}
