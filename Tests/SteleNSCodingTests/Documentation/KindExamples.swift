import Foundation
import Stele
import SteleNSCoding
import TestSupport
import Testing

/// The examples of the page about kinds of classes together.
@Suite("Examples of kinds of classes together")
struct KindExamples {
  class Record: NSObject, NSSecureCoding {
    class var supportsSecureCoding: Bool { true }
    var title = ""
    override init() {}
    required init?(coder: NSCoder) {
      title = (coder.decodeObject(of: NSString.self, forKey: "title") as String?) ?? ""
    }
    func encode(with coder: NSCoder) { coder.encode(title, forKey: "title") }
  }

  class Invoice: Record, PropertyCoding {
    var amount = 0.0
    required override init() { super.init() }
    required init?(coder: NSCoder) { super.init(coder: coder) }
  }

  final class Cupboard: NSObject, PropertyCoding, ContentDeclaring {
    var items = NSMutableArray()
    override init() {}

    static func contentClasses(of property: String) -> [AnyClass] {
      property == "items" ? [Invoice.self] : []
    }
  }

  @Test func `a class in one line below one by hand, in a collection of Foundation`() throws {
    let invoice = Invoice()
    invoice.title = "May"
    invoice.amount = 12.5
    let cupboard = Cupboard()
    cupboard.items.add(invoice)
    let copy = try #require(
      try SteleKeyedUnarchiver.unarchivedObject(ofClass: Cupboard.self, from: archive(cupboard)))
    let item = try #require(copy.items.firstObject as? Invoice)
    #expect(item.title == "May")
    #expect(item.amount == 12.5)
  }
}
