import Stele

extension NotationReader {
  /// Reads a value of a type without parts, or returns `nil` if the text does not represent one.
  ///
  /// Spec annex C.5.
  func scalar(of type: ArchiveTypeDescriptor, at node: Int) -> ArchiveValue? {
    switch type.code.scalarLayout {
    case .signed(let width)?: return signed(width, node)
    case .unsigned(let width)?: return unsigned(width, node)
    default: break
    }
    return switch type {
    case .bool: bool(node).map(ArchiveValue.bool)
    case .float16:
      nanBits(node, digitCount: 4).map { .float16(bitPattern: UInt16(truncatingIfNeeded: $0)) }
        ?? double(node).flatMap(Float16Bits.bits(exactly:)).map(ArchiveValue.float16)
    case .float32:
      nanBits(node, digitCount: 8).map {
        .float32(Float(bitPattern: UInt32(truncatingIfNeeded: $0)))
      } ?? double(node).flatMap(Float.init(exactly:)).map(ArchiveValue.float32)
    case .float64: float64(node).map(ArchiveValue.float64)
    case .date: float64(node).map(ArchiveValue.date)
    case .string: text(node).map { .string(String(decoding: $0, as: UTF8.self)) }
    case .bytes: text(node).flatMap(Hexadecimal.bytes).map(ArchiveValue.bytes)
    case .uuid: text(node).flatMap(uuid)
    case .decimal: text(node).flatMap(decimal)
    case .reference, .optional(.reference), .weakReference: reference(of: type, node)
    default: nil
    }
  }

  func bool(_ node: Int) -> Bool? {
    switch document.nodes[node].kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  private func text(_ node: Int) -> [UInt8]? {
    document.nodes[node].kind == .string ? document.text(node) : nil
  }

  private func signed(_ width: Int, _ node: Int) -> ArchiveValue? {
    // From the highest bit of the width on, all bits of a number are copies of the sign.
    integer(node).flatMap { [0, -1].contains($0 >> (width - 1)) ? .integer($0) : nil }
  }

  private func unsigned(_ width: Int, _ node: Int) -> ArchiveValue? {
    var number = integer(node).flatMap(UInt128.init(exactly:))
    if number == nil, let value = text(node).flatMap(DecimalDigits.unsigned),
      value > UInt128(Int128.max)
    {
      // An int128 cannot represent this value.
      number = value
    }
    return number.flatMap { $0 >> width == 0 ? .unsigned($0) : nil }
  }

  /// Reads a number with a fraction or an exponent, or an infinity.
  private func double(_ node: Int) -> Double? {
    switch document.nodes[node].kind {
    case .string:
      if document.text(node, is: "inf".utf8) { return .infinity }
      if document.text(node, is: "-inf".utf8) { return -.infinity }
      return nil
    case .number:
      let source = document.source(node)
      guard source.contains(where: { [0x2E, 0x45, 0x65].contains($0) }),
        let value = Double(String(decoding: source, as: UTF8.self)), value.isFinite
      else { return nil }
      return value
    default: return nil
    }
  }

  private func float64(_ node: Int) -> Double? {
    if let bits = nanBits(node, digitCount: 16) {
      return Double(bitPattern: UInt64(truncatingIfNeeded: bits))
    }
    return double(node)
  }

  /// Reads the bits of a NaN, or returns `nil` if the text is not a NaN.
  private func nanBits(_ node: Int, digitCount: Int) -> UInt128? {
    guard let text = text(node), text.starts(with: "nan:".utf8),
      let bits = Hexadecimal.number(text.dropFirst(4), count: digitCount)
    else { return nil }
    let isNaN =
      switch digitCount {
      case 4: Float16Bits.isNaN(UInt16(truncatingIfNeeded: bits))
      case 8: Float(bitPattern: UInt32(truncatingIfNeeded: bits)).isNaN
      default: Double(bitPattern: UInt64(truncatingIfNeeded: bits)).isNaN
      }
    return isNaN ? bits : nil
  }

  private func uuid(_ text: [UInt8]) -> ArchiveValue? {
    let hyphens = [8, 13, 18, 23]
    guard text.count == 36, hyphens.allSatisfy({ text[$0] == UInt8(ascii: "-") }) else {
      return nil
    }
    let digits = text.filter { $0 != UInt8(ascii: "-") }
    return Hexadecimal.number(digits, count: 32).map(ArchiveValue.uuid)
  }

  private func decimal(_ text: [UInt8]) -> ArchiveValue? {
    if text.elementsEqual("nan".utf8) { return .decimal(.notANumber) }
    let parts = text.split(separator: UInt8(ascii: "e"), omittingEmptySubsequences: false)
    guard parts.count == 2,
      let exponent = DecimalDigits.signed(parts[1]).flatMap(Int32.init(exactly:))
    else { return nil }
    let isNegative = parts[0].first == UInt8(ascii: "-")
    let digits = isNegative ? parts[0].dropFirst() : parts[0]
    guard let mantissa = DecimalDigits.unsigned(digits), !isNegative || mantissa > 0 else {
      return nil
    }
    return .decimal(.number(isNegative: isNegative, mantissa: mantissa, exponent: exponent))
  }

  private func reference(of type: ArchiveTypeDescriptor, _ node: Int) -> ArchiveValue? {
    if document.nodes[node].kind == .null {
      if case .reference = type { return nil }
      return .nil
    }
    guard let number = integer(node), number > 0 else { return nil }
    return Int(exactly: number).map(ArchiveValue.reference)
  }
}
