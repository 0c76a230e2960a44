extension ArchivedTypes {
  /// Moves over a value.
  func skip(_ type: ArchivedType, _ input: inout ValidCursor) {
    guard type.form != .packed else { return input.skip(type.width) }
    input.withCursor { input throws(ArchiveError) in
      switch type.form {
      case .payload:
        try values.walkPayload(ofEntry: type.entry, caseIndex: type.caseIndex, &input)
      case .uniform: try values.walkElement(numbers(of: type), &input)
      case .whole, .packed: try values.walkValue(Int(type.index), &input)
      }
    }
  }

  /// Moves over the values of some keys of a level of a record, struct or payload.
  ///
  /// The places are among the values of the whole body; its presence bytes are at the offset `presence`. The node is that of
  /// the value in ``UniformHeaders``, or -1.
  func skip(
    _ level: LevelRange, _ places: Range<Int>, presence: Int, node: Int,
    _ input: inout ValidCursor
  ) {
    let first = level.body.keys.lowerBound - level.firstPlace
    let keys = (places.lowerBound + first)..<(places.upperBound + first)
    var nested: [Int] = []
    if node >= 0 {
      let before = schema.keys[level.body.keys.lowerBound..<keys.lowerBound]
      let child = headers.child(before.count { $0.isNestedInLists }, of: node, schema)
      nested = Array(headers.numbers(from: node, schema).dropFirst(child - node))
    }
    input.withCursor { input throws(ArchiveError) in
      try values.walkKeys(
        keys, presence: presence, firstBit: level.firstBit, nested: nested, &input)
    }
  }

  /// Returns the entry numbers of a struct or enum in a list, from the header of the list; its own number first.
  func numbers(of type: ArchivedType) -> [Int] {
    type.node < 0 ? [type.entry] : headers.numbers(from: type.node, schema)
  }
}
