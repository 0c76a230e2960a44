import Foundation
import SteleNSCoding

/// The properties of an object of the matrix, of each kind one.
protocol Thing: NSObject {
  var number: Int { get set }
  var text: String { get set }
  var date: Date { get set }
  var url: URL? { get set }
  var list: [String] { get set }
  var set: Set<Int> { get set }
  var tags: Set<HashedElementTests.Tag> { get set }
  var names: [HashedElementTests.Tag: String] { get set }
  var dogs: [Dog?] { get set }
  var dogsByName: [String: Dog?] { get set }
  var rows: [[Dog?]] { get set }
  var pairs: Set<[String]> { get set }
  var sums: [[Int]: String] { get set }
  var reals: Set<Double> { get set }
  var items: NSArray { get set }
  var dog: Dog? { get set }
  var adviser: Dog? { get set }
  var nickname: String? { get set }
  init()
}

extension NSCoder {
  /// Decodes a collection with all that is in collections of things.
  fileprivate func collection(_ key: String) -> Any? {
    decodeObject(
      of: [
        NSArray.self, NSDictionary.self, NSSet.self, NSNull.self, NSString.self, NSNumber.self,
        Dog.self, HashedElementTests.Tag.self,
      ], forKey: key)
  }
}

/// The elements of an array, in which a null stands for nil.
private func optionals(_ list: Any?) -> [Dog?] { (list as? [Any] ?? []).map { $0 as? Dog } }

/// By hand.
class ThingByHand: NSObject, NSSecureCoding, Thing {
  class var supportsSecureCoding: Bool { true }
  var number = 0
  var text = ""
  var date = Date.distantPast
  var url: URL?
  var list: [String] = []
  var set: Set<Int> = []
  var tags: Set<HashedElementTests.Tag> = []
  var names: [HashedElementTests.Tag: String] = [:]
  var dogs: [Dog?] = []
  var dogsByName: [String: Dog?] = [:]
  var rows: [[Dog?]] = []
  var pairs: Set<[String]> = []
  var sums: [[Int]: String] = [:]
  var reals: Set<Double> = []
  var items = NSArray()
  var dog: Dog?
  weak var adviser: Dog?
  var nickname: String?

  required override init() {}

  required init?(coder: NSCoder) {
    super.init()
    number = coder.decodeInteger(forKey: "number")
    text = coder.decodeObject(of: NSString.self, forKey: "text") as String? ?? ""
    date = coder.decodeObject(of: NSDate.self, forKey: "date") as Date? ?? date
    url = coder.decodeObject(of: NSURL.self, forKey: "url") as URL?
    list = coder.collection("list") as? [String] ?? []
    set = coder.collection("set") as? Set<Int> ?? []
    tags = coder.collection("tags") as? Set<HashedElementTests.Tag> ?? []
    names = coder.collection("names") as? [HashedElementTests.Tag: String] ?? [:]
    dogs = optionals(coder.collection("dogs"))
    rows = (coder.collection("rows") as? [Any])?.map(optionals) ?? []
    sums = coder.collection("sums") as? [[Int]: String] ?? [:]
    dogsByName =
      (coder.collection("dogsByName") as? [String: Any])?
      .mapValues { $0 as? Dog } ?? [:]
    pairs = coder.collection("pairs") as? Set<[String]> ?? []
    reals = coder.collection("reals") as? Set<Double> ?? []
    items = coder.collection("items") as? NSArray ?? items
    dog = coder.decodeObject(of: Dog.self, forKey: "dog")
    adviser = coder.decodeObject(of: Dog.self, forKey: "adviser")
    nickname = coder.decodeObject(of: NSString.self, forKey: "nickname") as String?
  }

  func encode(with coder: NSCoder) {
    coder.encode(number, forKey: "number")
    coder.encode(text, forKey: "text")
    coder.encode(date, forKey: "date")
    coder.encode(url, forKey: "url")
    coder.encode(list, forKey: "list")
    coder.encode(set, forKey: "set")
    coder.encode(tags, forKey: "tags")
    coder.encode(names, forKey: "names")
    coder.encode(dogs, forKey: "dogs")
    coder.encode(dogsByName, forKey: "dogsByName")
    coder.encode(rows, forKey: "rows")
    coder.encode(pairs, forKey: "pairs")
    coder.encode(sums, forKey: "sums")
    coder.encode(reals, forKey: "reals")
    coder.encode(items, forKey: "items")
    coder.encode(dog, forKey: "dog")
    coder.encodeConditionalObject(adviser, forKey: "adviser")
    coder.encode(nickname, forKey: "nickname")
  }
}

/// By hand, with a thing that changes after the call that encodes it.
final class ThingHolder: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let thing: (any Thing)?
  private let change: (any Thing) -> Void

  init(_ thing: any Thing, _ change: @escaping (any Thing) -> Void) {
    self.thing = thing
    self.change = change
  }

  init?(coder: NSCoder) {
    let classes = KindMatrix.kinds.map { $0.type as AnyClass }
    thing = coder.decodeObject(of: classes, forKey: "thing") as? any Thing
    change = { _ in }
  }

  func encode(with coder: NSCoder) {
    coder.encode(thing, forKey: "thing")
    if let thing { change(thing) }
  }
}

/// In one line.
final class ThingInOneLine: NSObject, PropertyCoding, Thing {
  var number = 0
  var text = ""
  var date = Date.distantPast
  var url: URL?
  var list: [String] = []
  var set: Set<Int> = []
  var tags: Set<HashedElementTests.Tag> = []
  var names: [HashedElementTests.Tag: String] = [:]
  var dogs: [Dog?] = []
  var dogsByName: [String: Dog?] = [:]
  var rows: [[Dog?]] = []
  var pairs: Set<[String]> = []
  var sums: [[Int]: String] = [:]
  var reals: Set<Double> = []
  var items = NSArray()
  var dog: Dog?
  @ConditionalReference var adviser: Dog?
  var nickname: String?
  required override init() {}
}

/// The half that is coded by hand.
class HalfByHand: NSObject, NSSecureCoding {
  class var supportsSecureCoding: Bool { true }
  var number = 0
  var date = Date.distantPast
  var list: [String] = []
  var tags: Set<HashedElementTests.Tag> = []
  var dogs: [Dog?] = []
  var rows: [[Dog?]] = []
  var sums: [[Int]: String] = [:]
  var items = NSArray()
  weak var adviser: Dog?

  override init() {}

  required init?(coder: NSCoder) {
    super.init()
    number = coder.decodeInteger(forKey: "number")
    date = coder.decodeObject(of: NSDate.self, forKey: "date") as Date? ?? date
    list = coder.collection("list") as? [String] ?? []
    tags = coder.collection("tags") as? Set<HashedElementTests.Tag> ?? []
    dogs = optionals(coder.collection("dogs"))
    rows = (coder.collection("rows") as? [Any])?.map(optionals) ?? []
    sums = coder.collection("sums") as? [[Int]: String] ?? [:]
    items = coder.collection("items") as? NSArray ?? items
    adviser = coder.decodeObject(of: Dog.self, forKey: "adviser")
  }

  func encode(with coder: NSCoder) {
    coder.encode(number, forKey: "number")
    coder.encode(date, forKey: "date")
    coder.encode(list, forKey: "list")
    coder.encode(tags, forKey: "tags")
    coder.encode(dogs, forKey: "dogs")
    coder.encode(rows, forKey: "rows")
    coder.encode(sums, forKey: "sums")
    coder.encode(items, forKey: "items")
    coder.encodeConditionalObject(adviser, forKey: "adviser")
  }
}

/// In one line below by hand.
final class ThingBelowByHand: HalfByHand, PropertyCoding, Thing {
  var text = ""
  var url: URL?
  var set: Set<Int> = []
  var names: [HashedElementTests.Tag: String] = [:]
  var dogsByName: [String: Dog?] = [:]
  var pairs: Set<[String]> = []
  var reals: Set<Double> = []
  var dog: Dog?
  var nickname: String?
  required override init() { super.init() }
  required init?(coder: NSCoder) { super.init(coder: coder) }
}

/// The half in one line.
class HalfInOneLine: NSObject, PropertyCoding {
  var number = 0
  var date = Date.distantPast
  var list: [String] = []
  var tags: Set<HashedElementTests.Tag> = []
  var dogs: [Dog?] = []
  var rows: [[Dog?]] = []
  var sums: [[Int]: String] = [:]
  var items = NSArray()
  @ConditionalReference var adviser: Dog?
  required override init() {}
}

/// With methods by hand below one line, which nothing calls; its properties need none.
final class ThingBelowOneLine: HalfInOneLine, Thing {
  var text = ""
  var url: URL?
  var set: Set<Int> = []
  var names: [HashedElementTests.Tag: String] = [:]
  var dogsByName: [String: Dog?] = [:]
  var pairs: Set<[String]> = []
  var reals: Set<Double> = []
  var dog: Dog?
  var nickname: String?
  func encode(with coder: NSCoder) { coder.encode(text, forKey: "TEXT") }
}
