internal import Stele

extension Explicit {
  /// An address of four bytes.
  struct Address: PackedStruct {
    var x0: UInt8 = 0
    var x1: UInt8 = 0
    var x2: UInt8 = 0
    var x3: UInt8 = 0

    static let packedKeys = [
      PackedKey<Address>("x0", \.x0), PackedKey("x1", \.x1), PackedKey("x2", \.x2),
      PackedKey("x3", \.x3),
    ]

    init() {}

    init(x0: UInt8, x1: UInt8, x2: UInt8, x3: UInt8) {
      self.x0 = x0
      self.x1 = x1
      self.x2 = x2
      self.x3 = x3
    }

    init(from fields: inout FieldDecoder) throws {
      x0 = try fields.decode("x0")
      x1 = try fields.decode("x1")
      x2 = try fields.decode("x2")
      x3 = try fields.decode("x3")
    }
  }

  /// A line of a log.
  struct LogRecord: FieldCodable {
    var address: Address
    var identity: String
    var userid: String
    var date: String
    var request: String
    var code: UInt16
    var size: UInt64

    init(
      address: Address, identity: String, userid: String, date: String, request: String,
      code: UInt16, size: UInt64
    ) {
      self.address = address
      self.identity = identity
      self.userid = userid
      self.date = date
      self.request = request
      self.code = code
      self.size = size
    }

    init(from fields: inout FieldDecoder) throws {
      self.init(
        address: try fields.decode("address"), identity: try fields.decode("identity"),
        userid: try fields.decode("userid"), date: try fields.decode("date"),
        request: try fields.decode("request"), code: try fields.decode("code"),
        size: try fields.decode("size"))
    }

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(address, "address")
      try fields.encode(identity, "identity")
      try fields.encode(userid, "userid")
      try fields.encode(date, "date")
      try fields.encode(request, "request")
      try fields.encode(code, "code")
      try fields.encode(size, "size")
    }
  }
}

extension Explicit.LogRecord {
  init(_ record: LogRecord) {
    let address = record.address
    self.init(
      address: Explicit.Address(x0: address.x0, x1: address.x1, x2: address.x2, x3: address.x3),
      identity: record.identity, userid: record.userid, date: record.date,
      request: record.request, code: record.code, size: record.size)
  }
}

extension LogRecord {
  init(_ record: Explicit.LogRecord) {
    let address = record.address
    self.init(
      address: Address(x0: address.x0, x1: address.x1, x2: address.x2, x3: address.x3),
      identity: record.identity, userid: record.userid, date: record.date,
      request: record.request, code: record.code, size: record.size)
  }
}
