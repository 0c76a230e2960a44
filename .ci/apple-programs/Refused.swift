// What the compiler has to refuse, and would be state that is lost if it did not.
import Foundation
import SteleNSCoding

final class Signed: PropertyCodingObject {
  var signature = ""
  override func encode(with coder: NSCoder) {}  // refused: final
}

final class Plain: NSObject, PropertyCoding { var name = "" }

func save<T: NSObject & NSCoding>(_ object: T) {}

func use() {
  save(Plain())  // refused: no NSCoding
}
