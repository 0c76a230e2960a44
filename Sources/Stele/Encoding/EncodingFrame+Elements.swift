extension EncodingFrame {
  /// Begins a list, set or map.
  func beginElements(_ mode: Mode, guesses: (first: Int, second: Int)) {
    self.mode = mode
    elements.guesses = guesses
  }

  /// Whether the next element leaves its entry number out.
  var elementsOmitEntry: Bool { mode == .list && !elements.isMixed }

  /// The number of elements, or of keys and values.
  var elementCount: Int { elements.starts.count }

  /// Where the next element goes.
  ///
  /// The elements before may move when it is asked for.
  var elementSpot: Spot {
    if elements.starts.count == 1, !elements.nested.isExamined { examineNested() }
    current = (0, elements.starts.count)
    return Spot(run: run, depth: depth + 1, omitsEntry: elementsOmitEntry)
  }

  /// Notes an element that has been written.
  func noteElement(_ element: Encoded, start: Int) {
    if let last = elements.starts.last, start < last { return failure = failure ?? disorder }
    elements.starts.append(start)
    elements.note(type: element.type)
    if !elements.nested.entries.isEmpty, !element.areNestedOmitted { restoreNested() }
    guard element.isEntryOmitted, element.entry != 0 else { return }
    if elements.uniformEntry == 0, elements.starts.count == 1 {
      elements.uniformEntry = element.entry
    } else if elements.uniformEntry != element.entry {
      insertEntries(last: element.entry)
    }
  }

  /// Makes a container inside of a list, which is written when the list is complete.
  func makeElementChild() -> EncodingFrame {
    restoreNested()
    elements.nested.isExamined = true
    let naming = shape?.level ?? body?.levels.last
    let child = makeChild(
      at: (0, elements.starts.count),
      shape: naming?.nested("element") ?? ValueShape(LevelShape(name: "element")))
    // Should the list turn out to be mixed, the entry number is written when the child is put in its place.
    child.omitsEntry = elementsOmitEntry
    elements.children.append((elements.starts.count, child))
    elements.starts.append(buffer.count)
    elements.note(type: -2)
    return child
  }

  /// Gives the structs and enums of a list their entry numbers, which they have left out so far.
  private func insertEntries(last: Int) {
    restoreNested()
    elements.isMixed = true
    guard let first = elements.starts.first else { return }
    let tail = buffer.takeTail(from: first)
    for index in elements.starts.indices {
      let from = elements.starts[index] - first
      let isLast = index + 1 == elements.starts.count
      let to = isLast ? tail.count : elements.starts[index + 1] - first
      elements.starts[index] = buffer.count
      if elements.type(at: index) >= 0 {
        switch core.type(elements.type(at: index)).code {
        case .struct, .enum:
          buffer.write(number: isLast ? last : elements.uniformEntry)
        default: break
        }
      }
      buffer.write(contentsOf: tail[from..<to])
    }
    elements.uniformEntry = 0
  }

  /// Completes a list, set or map.
  func finishElements() throws -> Encoded {
    try finishElementChildren()
    if let last = elements.starts.last, last > buffer.count { throw disorder }
    let isMap = mode == .map
    let code: TypeCode = isMap ? .map : mode == .set ? .set : .list
    guard !elements.starts.isEmpty else {
      buffer.write(byte: 0)
      return Encoded(
        type: try core.compose(
          code, elements.guesses.first, isMap ? elements.guesses.second : nil))
    }
    let first = try column(0, of: isMap ? 2 : 1)
    let second = isMap ? try column(1, of: 2) : first
    try convert(first, second)
    let element = core.type(first)
    if !isMap, mode == .list { try finishList(element) }
    if mode != .list { try finishDistinct(isMap: isMap) }
    let type =
      isMap
      ? try core.compose(.map, first, second)
      : mode == .set ? try core.compose(.set, first) : try core.list(of: first)
    return Encoded(type: type)
  }

  /// The type of the elements, or of each second one.
  private func column(_ offset: Int, of width: Int) throws -> Int {
    guard !elements.types.isEmpty else { return elements.type }
    var joined = core.type(elements.type(at: offset))
    for index in stride(from: offset + width, to: elements.starts.count, by: width) {
      let type = elements.type(at: index)
      if type == joined.number { continue }
      joined = try core.assembler.values.tables.types.joined(joined, with: core.type(type))
    }
    return joined.number
  }

  /// Makes the values of all elements those of their common type.
  private func convert(_ first: Int, _ second: Int) throws {
    guard !elements.types.isEmpty else { return }
    func target(_ index: Int) -> Int { mode == .map && index % 2 == 1 ? second : first }
    let isChanged = try elements.types.indices.contains {
      try core.conversion(of: Int(elements.types[$0]), to: target($0)) != .unchanged
    }
    guard isChanged else { return }
    if elements.uniformEntry != 0 { insertEntries(last: elements.uniformEntry) }
    let tail = buffer.takeTail(from: elements.starts[0])
    let base = elements.starts[0]
    for index in elements.starts.indices {
      let from = elements.starts[index] - base
      let to =
        index + 1 < elements.starts.count ? elements.starts[index + 1] - base : tail.count
      elements.starts[index] = buffer.count
      try write(prefixOf: Int(elements.types[index]), as: target(index))
      buffer.write(contentsOf: tail[from..<to])
    }
  }

  /// Writes what stands before the elements of a list, and packs them where they have to be.
  private func finishList(_ element: TypePlan) throws {
    var header = ByteWriter()
    header.write(number: elements.starts.count)
    if let layout = element.code.scalarLayout, layout.hasPackedWidth {
      let tail = buffer.takeTail(from: elements.starts[0])
      buffer.write(contentsOf: header.bytes)
      VarintPacking.pack(tail, layout, to: buffer)
      return
    }
    guard element.code == .struct || element.code == .enum else {
      return buffer.insert(contentsOf: header.bytes, at: elements.starts[0])
    }
    if elements.nested.entries.isEmpty, elements.uniformEntry > 0, element.code == .struct,
      !elements.isMixed,
      let body = try core.assembler.values.tables.plan(of: elements.uniformEntry)?.body,
      body.nestedCount > 0
    {
      var uniform = header
      uniform.write(number: elements.uniformEntry)
      let isUniform = try NestedEntryWriter.write(
        buffer.bytes(from: elements.starts[0]), body, count: elements.starts.count,
        &core.assembler.values.tables, to: &uniform)
      if isUniform {
        buffer.truncate(to: elements.starts[0])
        return buffer.write(contentsOf: uniform.bytes)
      }
      insertEntries(last: elements.uniformEntry)
    }
    header.write(number: elements.isMixed ? 0 : elements.uniformEntry)
    for entry in elements.nested.entries { header.write(number: entry) }
    buffer.insert(contentsOf: header.bytes, at: elements.starts[0])
  }

  /// Writes the count of a set or map, and examines that elements or keys are distinct.
  private func finishDistinct(isMap: Bool) throws {
    let width = isMap ? 2 : 1
    if !elements.areDistinct {
      var seen = ByteRangeSet()
      let base = elements.starts[0]
      let bytes = buffer.bytes(from: base)
      for index in stride(from: 0, to: elements.starts.count, by: width) {
        let end =
          index + 1 < elements.starts.count ? elements.starts[index + 1] : buffer.count
        guard seen.insert((elements.starts[index] - base)..<(end - base), of: bytes) else {
          throw error(
            .duplicateAfterConversion,
            isMap
              ? "Two keys of the dictionary are the same in the archive."
              : "Two elements of the set are the same in the archive.")
        }
      }
    }
    var header = ByteWriter()
    header.write(number: elements.starts.count / width)
    buffer.insert(contentsOf: header.bytes, at: elements.starts[0])
  }

  /// Puts the containers that had buffers of their own where they belong.
  private func finishElementChildren() throws {
    guard !elements.children.isEmpty, let base = elements.starts.first else { return }
    let old = elements
    let tail = buffer.takeTail(from: base)
    elements.starts.removeAll()
    elements.types.removeAll()
    elements.uniformEntry = 0
    var children = old.children[...]
    for index in old.starts.indices {
      let start = buffer.count
      var encoded: Encoded
      if let child = children.first, child.index == index {
        children.removeFirst()
        encoded = try child.frame.finish()
        if encoded.isEntryOmitted, elements.isMixed {
          buffer.write(number: encoded.entry)
          encoded = Encoded(type: encoded.type, entry: encoded.entry, isEntryOmitted: false)
        }
        buffer.write(contentsOf: child.frame.buffer.bytes())
      } else {
        let from = old.starts[index] - base
        let to = index + 1 < old.starts.count ? old.starts[index + 1] - base : tail.count
        let type = old.type(at: index)
        let code = core.type(type).code
        let isOmitted = old.uniformEntry != 0 && (code == .struct || code == .enum)
        if isOmitted, elements.isMixed { buffer.write(number: old.uniformEntry) }
        encoded = Encoded(
          type: type, entry: isOmitted ? old.uniformEntry : 0,
          isEntryOmitted: isOmitted && !elements.isMixed)
        buffer.write(contentsOf: tail[from..<to])
      }
      noteElement(encoded, start: start)
    }
  }
}
