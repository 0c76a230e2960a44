internal import Foundation

/// A line of a log for NSKeyedArchiver.
final class KeyedLogRecord: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let record: LogRecord

  init(_ record: LogRecord) {
    self.record = record
  }

  func encode(with coder: NSCoder) {
    coder.encode(Int(record.address.x0), forKey: "x0")
    coder.encode(Int(record.address.x1), forKey: "x1")
    coder.encode(Int(record.address.x2), forKey: "x2")
    coder.encode(Int(record.address.x3), forKey: "x3")
    coder.encode(record.identity as NSString, forKey: "identity")
    coder.encode(record.userid as NSString, forKey: "userid")
    coder.encode(record.date as NSString, forKey: "date")
    coder.encode(record.request as NSString, forKey: "request")
    coder.encode(Int(record.code), forKey: "code")
    coder.encode(Int(record.size), forKey: "size")
  }

  init?(coder: NSCoder) {
    func byte(_ key: String) -> UInt8 {
      UInt8(truncatingIfNeeded: coder.decodeInteger(forKey: key))
    }
    record = LogRecord(
      address: Address(x0: byte("x0"), x1: byte("x1"), x2: byte("x2"), x3: byte("x3")),
      identity: coder.text("identity"), userid: coder.text("userid"), date: coder.text("date"),
      request: coder.text("request"),
      code: UInt16(truncatingIfNeeded: coder.decodeInteger(forKey: "code")),
      size: UInt64(coder.decodeInteger(forKey: "size").magnitude))
  }
}
