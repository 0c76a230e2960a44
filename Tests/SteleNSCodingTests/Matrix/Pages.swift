import Foundation
import Stele
import SteleNSCoding

/// The properties of the hierarchies of ``MoveMatrix``, in whichever class.
protocol Page: NSObject {
  var title: String { get set }
  var owner: Dog? { get set }
  var size: Int { get set }
  var body: String { get set }
  init()
}

/// By hand, in three versions: the title and the owner in the upper class, in the lower one, and in one between.
enum PagesByHand {
  class FullTop: NSObject, NSSecureCoding {
    class var supportsSecureCoding: Bool { true }
    var title = ""
    var owner: Dog?
    var size = 0
    required override init() {}
    required init?(coder: NSCoder) {
      super.init()
      title = coder.decodeObject(of: NSString.self, forKey: "title") as String? ?? ""
      owner = coder.decodeObject(of: Dog.self, forKey: "owner")
      size = coder.decodeInteger(forKey: "size")
    }
    func encode(with coder: NSCoder) {
      coder.encode(title, forKey: "title")
      coder.encode(owner, forKey: "owner")
      coder.encode(size, forKey: "size")
    }
  }

  class BareTop: NSObject, NSSecureCoding {
    class var supportsSecureCoding: Bool { true }
    var size = 0
    required override init() {}
    required init?(coder: NSCoder) {
      super.init()
      size = coder.decodeInteger(forKey: "size")
    }
    func encode(with coder: NSCoder) { coder.encode(size, forKey: "size") }
  }

  class Middle: BareTop {
    var title = ""
    var owner: Dog?
    required init() { super.init() }
    required init?(coder: NSCoder) {
      super.init(coder: coder)
      title = coder.decodeObject(of: NSString.self, forKey: "title") as String? ?? ""
      owner = coder.decodeObject(of: Dog.self, forKey: "owner")
    }
    override func encode(with coder: NSCoder) {
      super.encode(with: coder)
      coder.encode(title, forKey: "title")
      coder.encode(owner, forKey: "owner")
    }
  }

  final class Upper: FullTop, Page {
    var body = ""
    required init() { super.init() }
    required init?(coder: NSCoder) {
      super.init(coder: coder)
      body = coder.decodeObject(of: NSString.self, forKey: "body") as String? ?? ""
    }
    override func encode(with coder: NSCoder) {
      super.encode(with: coder)
      coder.encode(body, forKey: "body")
    }
  }

  final class Between: Middle, Page {
    var body = ""
    required init() { super.init() }
    required init?(coder: NSCoder) {
      super.init(coder: coder)
      body = coder.decodeObject(of: NSString.self, forKey: "body") as String? ?? ""
    }
    override func encode(with coder: NSCoder) {
      super.encode(with: coder)
      coder.encode(body, forKey: "body")
    }
  }

  final class Lower: BareTop, Page {
    var title = ""
    var owner: Dog?
    var body = ""
    required init() { super.init() }
    required init?(coder: NSCoder) {
      super.init(coder: coder)
      title = coder.decodeObject(of: NSString.self, forKey: "title") as String? ?? ""
      owner = coder.decodeObject(of: Dog.self, forKey: "owner")
      body = coder.decodeObject(of: NSString.self, forKey: "body") as String? ?? ""
    }
    override func encode(with coder: NSCoder) {
      super.encode(with: coder)
      coder.encode(title, forKey: "title")
      coder.encode(owner, forKey: "owner")
      coder.encode(body, forKey: "body")
    }
  }
}

/// The same in one line.
enum PagesInOneLine {
  class FullTop: NSObject, PropertyCoding {
    var title = ""
    var owner: Dog?
    var size = 0
    required override init() {}
  }
  class BareTop: NSObject, PropertyCoding {
    var size = 0
    required override init() {}
  }
  class Middle: BareTop {
    var title = ""
    var owner: Dog?
  }
  final class Upper: FullTop, Page { var body = "" }
  final class Between: Middle, Page { var body = "" }
  final class Lower: BareTop, Page {
    var title = ""
    var owner: Dog?
    var body = ""
  }
}

/// The same in one line below the upper classes by hand.
enum PagesBelowByHand {
  class Middle: PagesByHand.BareTop, PropertyCoding {
    var title = ""
    var owner: Dog?
    required init() { super.init() }
    required init?(coder: NSCoder) { super.init(coder: coder) }
  }
  final class Upper: PagesByHand.FullTop, PropertyCoding, Page {
    var body = ""
    required init() { super.init() }
    required init?(coder: NSCoder) { super.init(coder: coder) }
  }
  final class Between: Middle, Page { var body = "" }
  final class Lower: PagesByHand.BareTop, PropertyCoding, Page {
    var title = ""
    var owner: Dog?
    var body = ""
    required init() { super.init() }
    required init?(coder: NSCoder) { super.init(coder: coder) }
  }
}

/// The properties of the hierarchies of plain classes.
protocol PlainPage: Codable, AnyObject {
  var title: String { get set }
  var owner: PlainPages.Dog? { get set }
  var size: Int { get set }
  var body: String { get set }
  init()
}

/// The same as plain classes of Swift.
enum PlainPages {
  static func archiveClass(_ name: String, movedFrom one: String, _ other: String) -> ArchiveClass {
    ArchiveClass(name, keys: ["title", "owner"].map { .key($0, movedFrom: one, other) })
  }
  final class Dog: PropertyCodable { var name = "" }
  class FullTop: PropertyCodable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass {
      PlainPages.archiveClass("Top", movedFrom: "Middle", "Low")
    }
    var title = ""
    var owner: Dog?
    var size = 0
    required init() {}
  }
  class BareTop: PropertyCodable, ArchiveDeclaring {
    class var archiveClass: ArchiveClass { ArchiveClass("Top") }
    var size = 0
    required init() {}
  }
  class Middle: BareTop {
    override class var archiveClass: ArchiveClass {
      PlainPages.archiveClass("Middle", movedFrom: "Top", "Low")
    }
    var title = ""
    var owner: Dog?
  }
  final class Upper: FullTop, PlainPage {
    override class var archiveClass: ArchiveClass { ArchiveClass("Low") }
    var body = ""
  }
  final class Between: Middle, PlainPage {
    override class var archiveClass: ArchiveClass { ArchiveClass("Low") }
    var body = ""
  }
  final class Lower: BareTop, PlainPage {
    override class var archiveClass: ArchiveClass {
      PlainPages.archiveClass("Low", movedFrom: "Top", "Middle")
    }
    var title = ""
    var owner: Dog?
    var body = ""
  }

  static func type(_ version: MoveMatrix.Version) -> any PlainPage.Type {
    switch version {
    case .upper: Upper.self
    case .between: Between.self
    case .lower: Lower.self
    }
  }
}
