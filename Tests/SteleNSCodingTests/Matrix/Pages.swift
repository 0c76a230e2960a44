import Foundation
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
