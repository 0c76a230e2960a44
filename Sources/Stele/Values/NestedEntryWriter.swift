/// Writes the elements of a uniform list without the entry numbers of the structs at nested places, which precede them.
///
/// The elements have been written before, with these numbers. From the first element a program is made that moves over the
/// others; if one of them has another entry, the list is mixed.
///
/// Spec §3.5.
struct NestedEntryWriter {
  /// A step over a part of an element.
  private enum Step {
    /// So many bytes.
    case bytes(Int)
    /// So many presence bytes, the offset of which is kept.
    case presence(Int, register: Int)
    /// A value.
    case value(TypePlan)
    /// The value of a key of which a presence bit tells whether it is there.
    case optional(TypePlan, register: Int, bit: Int)
    /// The number of an entry, in front of a struct.
    case entry(Int)
  }

  /// A body in the first element.
  private struct OpenBody {
    let body: BodyPlan
    let register: Int
    var next = 0
    var bit = 0
  }

  private var steps: [Step] = []
  /// The entry numbers in the first element.
  private var numbers: [Int] = []
  private var registers: [Int] = []
  private var values = WrittenValues()
  /// The first step that may be joined with what follows.
  private var fence = 0

  /// Writes nested entry numbers and elements, or nothing if the list is mixed.
  ///
  /// - Parameters:
  ///   - elements: The elements, each without its own entry number.
  ///   - body: The keys of the elements, some of which are required structs.
  ///   - count: The number of elements, which is not 0.
  ///   - tables: The class table.
  ///   - output: Where to write.
  /// - Returns: Whether the elements have been written.
  /// - Throws: What is wrong with the elements.
  static func write(
    _ elements: [UInt8], _ body: BodyPlan, count: Int, _ tables: inout ClassTableWriter,
    to output: inout ByteWriter
  ) throws -> Bool {
    do {
      var writer = NestedEntryWriter()
      var input = ByteReader(elements)
      try writer.learn(body, &input, &tables)
      guard let content = try writer.lift(elements, count: count, &tables) else { return false }
      for number in writer.numbers { output.write(number: number) }
      output.write(contentsOf: content)
      return true
    } catch let error as ArchiveError {
      throw GraphError(.breaks(error.rule))
    }
  }

  /// Makes the steps from the first element.
  private mutating func learn(
    _ body: BodyPlan, _ input: inout ByteReader, _ tables: inout ClassTableWriter
  ) throws {
    var open: [OpenBody] = [OpenBody(body: body, register: 0)]
    try begin(body, &input)
    while let top = open.last {
      guard top.next < top.body.types.count else {
        fence = steps.count
        open.removeLast()
        continue
      }
      let type = top.body.types[top.next]
      open[open.count - 1].next += 1
      if top.body.isOptional[top.next] {
        open[open.count - 1].bit += 1
        steps.append(.optional(type, register: top.register, bit: top.bit))
        try skip(type, ifPresent: top.register, top.bit, &input, &tables)
      } else if type.code == .struct {
        let start = input.offset
        let entry = try input.readNumber()
        guard let plan = try tables.plan(of: entry) else {
          throw ArchiveError(.undefinedEntry, at: start)
        }
        steps.append(.entry(entry))
        fence = steps.count
        numbers.append(entry)
        open.append(OpenBody(body: plan.body, register: registers.count))
        try begin(plan.body, &input)
      } else if let byteCount = type.code.sizeInBytes {
        add(byteCount)
        try input.skip(byteCount)
      } else {
        steps.append(.value(type))
        try values.skip(type, &input, &tables)
      }
    }
  }

  /// Makes the steps in front of the values of a body.
  private mutating func begin(_ body: BodyPlan, _ input: inout ByteReader) throws {
    let start = input.offset
    if body.types.isEmpty {
      add(1)
      try input.skip(1)
    } else if body.optionalCount > 0 {
      steps.append(.presence((body.optionalCount + 7) / 8, register: registers.count))
      try input.skip((body.optionalCount + 7) / 8)
    }
    registers.append(start)
  }

  private mutating func add(_ byteCount: Int) {
    if steps.count > fence, case .bytes(let before)? = steps.last {
      steps[steps.count - 1] = .bytes(before + byteCount)
    } else {
      steps.append(.bytes(byteCount))
    }
  }

  private mutating func skip(
    _ type: TypePlan, ifPresent register: Int, _ bit: Int, _ input: inout ByteReader,
    _ tables: inout ClassTableWriter
  ) throws {
    let byte = try input.byte(at: registers[register] + bit >> 3)
    guard byte >> UInt8(bit & 7) & 1 == 1 else { return }
    try values.skip(type, &input, &tables)
  }

  /// Returns the elements without the entry numbers, or nil if one of them has another one than the first.
  private mutating func lift(
    _ elements: [UInt8], count: Int, _ tables: inout ClassTableWriter
  ) throws -> [UInt8]? {
    var input = ByteReader(elements)
    var content: [UInt8] = []
    content.reserveCapacity(elements.count)
    var kept = 0
    for _ in 0..<count {
      for step in steps {
        switch step {
        case .bytes(let byteCount):
          try input.skip(byteCount)
        case .presence(let byteCount, let register):
          registers[register] = input.offset
          try input.skip(byteCount)
        case .value(let type):
          try values.skip(type, &input, &tables)
        case .optional(let type, let register, let bit):
          try skip(type, ifPresent: register, bit, &input, &tables)
        case .entry(let entry):
          let start = input.offset
          guard try input.readNumber() == entry else { return nil }
          content.append(contentsOf: elements[kept..<start])
          kept = input.offset
        }
      }
    }
    content.append(contentsOf: elements[kept...])
    return content
  }
}

extension TypeCode {
  /// The size of the values of a type when it is the same for all.
  fileprivate var sizeInBytes: Int? { self == .bool ? 1 : fixedByteCount }
}
