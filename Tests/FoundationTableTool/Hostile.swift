import Foundation
import Stele
import SteleModel
import SteleNSCoding
import Synchronization

/// Archives that name a class of Foundation, with keys that are missing or hold something else.
struct Hostile {
  let specimen: Specimen

  /// Decodes all of them; that the process survives is all that is asked.
  func verdict() -> Verdict { (try? run()) == nil ? .error : .same }

  private func run() throws -> Int {
    guard let object = specimen.make() else { return 0 }
    let secure = object.isSecure
    let data = try SteleKeyedArchiver.archivedData(
      withRootObject: object, requiringSecureCoding: false)
    let graph = try ArchiveGraph([UInt8](data))
    guard case .some(.reference(let root)) = graph.roots.first?.value,
      graph.objects.indices.contains(root - 1)
    else { return 0 }
    let entry = graph.objects[root - 1].entry
    let name = graph.classes[entry]?.name ?? ""
    let keys = graph.classes.storedKeys(of: entry).map(\.name)
    let recorder = try SteleKeyedUnarchiver(forReadingFrom: data)
    recorder.requiresSecureCoding = false
    recorder.setClass(Puppet.self, forClassName: name)
    Puppet.names.withLock { $0 = keys }
    guard let puppet = recorder.decodeObject(forKey: "root") as? Puppet else { return 0 }
    var count = 0
    let substitutes: [Any?] = [
      nil, "text", "", 5, -1, Int.max, UInt64.max, Double.nan, Double.infinity, 0.5, true,
      Data([1]), Data(), [1, 2], ["a"], ["a": 1], NSNull(), NSURL(string: "a"), NSDate(),
      NSTimeZone(name: "GMT"), NSString("s"), NSMutableArray(),
    ]
    for index in puppet.content.indices {
      for substitute in 0...substitutes.count {
        var content = puppet.content
        if substitute < substitutes.count {
          content[index].1 = substitutes[substitute]
        } else {
          content.remove(at: index)
        }
        count += 1
        trial(name, content, secure)
      }
    }
    trial(name, [], secure)
    return count + 1
  }

  private func trial(_ name: String, _ content: [(String, Any?)], _ secure: Bool) {
    let archiver = SteleKeyedArchiver(requiringSecureCoding: false)
    archiver.setClassName(name, for: Puppet.self)
    archiver.encode(Puppet(content), forKey: "root")
    guard let unarchiver = try? SteleKeyedUnarchiver(forReadingFrom: archiver.encodedData) else {
      return
    }
    FileHandle.standardError.write(Data("\(name) \(content)\n".utf8))
    unarchiver.requiresSecureCoding = secure
    let classes: [AnyClass] =
      [specimen.type] + specimen.contents + [
        NSString.self, NSNumber.self, NSURL.self, NSDate.self, NSArray.self, NSDictionary.self,
        NSNull.self, NSData.self, NSTimeZone.self,
      ]
    _ =
      secure
      ? unarchiver.decodeObject(of: classes, forKey: "root")
      : unarchiver.decodeObject(forKey: "root")
  }
}

/// Has whatever keys it is given.
final class Puppet: NSObject, NSCoding {
  static let names = Mutex<[String]>([])
  let content: [(String, Any?)]

  init(_ content: [(String, Any?)]) { self.content = content }

  init?(coder: NSCoder) {
    content = Self.names.withLock { $0 }.filter { !$0.hasPrefix("$") }
      .map { ($0, coder.decodeObject(forKey: $0)) }
  }

  func encode(with coder: NSCoder) {
    for (key, value) in content { coder.encode(value, forKey: key) }
  }
}
