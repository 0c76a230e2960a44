import Testing

/// The containers that a program requests.
enum Probe: CaseIterable, CustomTestStringConvertible {
  /// One after the other, as a program does that falls back.
  case kinds, kindsInOtherOrder
  case keys, values, elements, nested, single

  var testDescription: String { "\(self)" }

  @Sendable func log(_ decoder: any Decoder) -> ProbeLog {
    var log = ProbeLog(decoder)
    switch self {
    case .kinds:
      log.note("keyed") { _ = try decoder.container(keyedBy: ProbedForm.Keys.self) }
      log.note("unkeyed") { _ = try decoder.unkeyedContainer() }
      log.note("single") { _ = try decoder.singleValueContainer() }
      log.note("keyed again") { _ = try decoder.container(keyedBy: ProbedForm.Keys.self) }
    case .kindsInOtherOrder:
      log.note("single") { _ = try decoder.singleValueContainer() }
      log.note("unkeyed") { _ = try decoder.unkeyedContainer() }
      log.note("keyed") { _ = try decoder.container(keyedBy: ProbedForm.Keys.self) }
    case .keys: probeKeys(decoder, &log)
    case .values: probeValues(decoder, &log)
    case .elements: probeElements(decoder, &log)
    case .nested: probeNested(decoder, &log)
    case .single: probeSingle(decoder, &log)
    }
    return log
  }

  private static let someKeys: [ProbedForm.Keys] = [.number, .text, .null, .list, .part, .absent]

  private func probeKeys(_ decoder: any Decoder, _ log: inout ProbeLog) {
    guard let container = try? decoder.container(keyedBy: ProbedForm.Keys.self) else { return }
    log.note("all keys") { container.allKeys.map(\.rawValue).sorted() }
    for key in Self.someKeys {
      log.note("contains \(key.rawValue)") { container.contains(key) }
      log.note("nil at \(key.rawValue)") { try container.decodeNil(forKey: key) }
    }
    log.note("contains super") { container.contains(.super) }
  }

  private func probeValues(_ decoder: any Decoder, _ log: inout ProbeLog) {
    guard let container = try? decoder.container(keyedBy: ProbedForm.Keys.self) else { return }
    for key in Self.someKeys {
      log.note("Int at \(key.rawValue)") { try container.decode(Int.self, forKey: key) }
      log.note("String at \(key.rawValue)") { try container.decode(String.self, forKey: key) }
      log.note("[Int] at \(key.rawValue)") { try container.decode([Int].self, forKey: key) }
      log.note("Part at \(key.rawValue)") {
        try container.decode(ProbedForm.Part.self, forKey: key).a
      }
      log.note("Int? at \(key.rawValue)") {
        "\(try container.decode(Int?.self, forKey: key) as Any)"
      }
      log.note("Int if at \(key.rawValue)") {
        "\(try container.decodeIfPresent(Int.self, forKey: key) as Any)"
      }
      log.note("Part if at \(key.rawValue)") {
        "\(try container.decodeIfPresent(ProbedForm.Part.self, forKey: key)?.a as Any)"
      }
    }
    log.note("Choice") { try container.decode(ProbedForm.Choice.self, forKey: .choice) }
  }

  private func probeNested(_ decoder: any Decoder, _ log: inout ProbeLog) {
    guard let container = try? decoder.container(keyedBy: ProbedForm.Keys.self) else { return }
    for key in Self.someKeys + [.nested] {
      log.note("keyed at \(key.rawValue)") {
        try container.nestedContainer(keyedBy: ProbedForm.Keys.self, forKey: key).allKeys
          .map(\.rawValue).sorted()
      }
      log.note("unkeyed at \(key.rawValue)") {
        try container.nestedUnkeyedContainer(forKey: key).count ?? -1
      }
      log.note("decoder at \(key.rawValue)") { try Int(from: container.superDecoder(forKey: key)) }
      log.note("list of decoder at \(key.rawValue)") {
        try [Int](from: container.superDecoder(forKey: key))
      }
    }
  }

  private func probeElements(_ decoder: any Decoder, _ log: inout ProbeLog) {
    guard var container = try? decoder.unkeyedContainer() else { return }
    log.note("count") { container.count ?? -1 }
    for index in 0..<6 where index == 0 || !container.isAtEnd {
      log.note("at end \(index)") { container.isAtEnd }
      log.note("index \(index)") { container.currentIndex }
      log.note("nil \(index)") { try container.decodeNil() }
      log.note("list \(index)") { try container.decode([Int].self) }
      log.note("Int \(index)") { try container.decode(Int.self) }
      log.note("String \(index)") { try container.decode(String.self) }
      log.note("keyed \(index)") {
        try container.nestedContainer(keyedBy: ProbedForm.Keys.self).allKeys.map(\.rawValue)
          .sorted()
      }
      // Behind the last element, JSON goes on counting.
      guard !container.isAtEnd else { continue }
      log.note("Int if \(index)") { "\(try container.decodeIfPresent(Int.self) as Any)" }
    }
    log.note("at end") { container.isAtEnd }
    log.note("nil behind") { try container.decodeNil() }
    log.note("Int behind") { try container.decode(Int.self) }
  }

  private func probeSingle(_ decoder: any Decoder, _ log: inout ProbeLog) {
    guard let container = try? decoder.singleValueContainer() else { return }
    log.note("nil") { container.decodeNil() }
    log.note("Int") { try container.decode(Int.self) }
    log.note("Int?") { "\(try container.decode(Int?.self) as Any)" }
    log.note("String") { try container.decode(String.self) }
    log.note("[Int]") { try container.decode([Int].self) }
    log.note("[String: Int]") { (try? container.decode([String: Int].self)) ?? [:] }
    log.note("Part") { try container.decode(ProbedForm.Part.self) }
    log.note("Part?") { "\(try container.decode(ProbedForm.Part?.self) as Any)" }
    log.note("Choice") { try container.decode(ProbedForm.Choice.self) }
  }
}
