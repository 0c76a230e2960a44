/// An address of four bytes, with synthesised `Codable`.
struct Address: Codable {
  var x0: UInt8
  var x1: UInt8
  var x2: UInt8
  var x3: UInt8
}

/// A line of a log, with synthesised `Codable`.
struct LogRecord: Codable {
  var address: Address
  var identity: String
  var userid: String
  var date: String
  var request: String
  var code: UInt16
  var size: UInt64
}

/// The lines of a server's log.
enum Log {
  private static let users = [
    "-", "alice", "bob", "carmen", "david", "eric", "frank", "george", "harry",
  ]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let codes: [UInt16] = [
    100, 101, 200, 201, 204, 206, 301, 302, 304, 400, 401, 403, 404, 418, 500, 503,
  ]
  private static let methods = ["GET", "POST", "PUT", "UPDATE", "DELETE"]
  private static let routes = [
    "/favicon.ico", "/css/index.css", "/css/font-awsome.min.css", "/img/logo-full.svg",
    "/img/splash.jpg", "/api/login", "/api/logout",
  ]
  private static let protocols = ["HTTP/1.0", "HTTP/1.1", "HTTP/2", "HTTP/3"]

  static func records(_ count: Int) -> [LogRecord] {
    var random = SplitMix64(seed: 3)
    return (0..<count).map { _ in record(&random) }
  }

  private static func record(_ random: inout SplitMix64) -> LogRecord {
    let bytes = (0..<4).map { _ in UInt8(random.next(below: 256)) }
    let user = random.pick(users)
    let day = 1 + random.next(below: 28)
    let month = random.pick(months)
    let year = 1970 + random.next(below: 52)
    let time = [24, 60, 60].map { String(random.next(below: $0)) }.joined(separator: ":")
    let zone = random.next(below: 13)
    let method = random.pick(methods)
    let route = random.pick(routes)
    let version = random.pick(protocols)
    let code = random.pick(codes)
    return LogRecord(
      address: Address(x0: bytes[0], x1: bytes[1], x2: bytes[2], x3: bytes[3]), identity: "-",
      userid: user, date: "\(day)/\(month)/\(year):\(time) +\(zone < 10 ? "0" : "")\(zone)00",
      request: "\(method) \(route) \(version)", code: code,
      size: UInt64(random.next(below: 100_000_000)))
  }

  static func hash(_ records: [LogRecord]) -> UInt64 {
    var hash = ContentHash()
    for record in records {
      let address = record.address
      for byte in [address.x0, address.x1, address.x2, address.x3] { hash.combine(Int(byte)) }
      hash.combine(record.identity)
      hash.combine(record.userid)
      hash.combine(record.date)
      hash.combine(record.request)
      hash.combine(Int(record.code))
      hash.combine(record.size)
    }
    return hash.value
  }
}
