/// Forms of type descriptors, each behind the one that it is a part of.
///
/// Spec §3.1.
package struct TypeForms: Sendable {
  private var forms: [TypeForm] = []
  /// While a descriptor is read, the forms of which parts are still to come.
  private var open: [(form: Int, missing: Int)] = []

  /// The number of forms.
  var count: Int { forms.count }

  @inline(__always)
  subscript(index: Int) -> TypeForm { forms[index] }

  /// Forgets the forms from a place on.
  mutating func removeAll(from index: Int) {
    if index < forms.count { forms.removeSubrange(index...) }
  }

  /// Reads a type descriptor, a list of codes in prefix order, without recursion: T1, T2, L1, and V14 in metadata.
  ///
  /// - Parameters:
  ///   - input: Where the descriptor stands.
  ///   - nameCount: The number of class names that have been defined so far.
  ///   - limits: The reader's limits.
  ///   - isMetadata: Whether the descriptor stands in metadata.
  /// - Returns: Where its form stands.
  /// - Throws: The rule that is broken.
  mutating func read(
    _ input: inout ByteCursor, nameCount: Int, limits: Limits, isMetadata: Bool = false
  ) throws(ArchiveError) -> Int {
    let start = forms.count
    open.removeAll(keepingCapacity: true)
    repeat {
      let codeOffset = input.offset
      let byte = try input.readByte()
      guard open.count < limits.descriptorNesting else {
        throw ArchiveError(.descriptorNesting, at: codeOffset)
      }
      guard let code = TypeCode(rawValue: byte) else {
        throw ArchiveError(.unknownType, at: codeOffset)
      }
      guard !isMetadata || !code.concernsGraph else {
        throw ArchiveError(.metadataType, at: codeOffset)
      }
      let name =
        code.concernsGraph ? try readName(&input, for: code, nameCount: nameCount) : 0
      add(TypeForm(code, name: name, first: forms.count + 1))
    } while !open.isEmpty
    return start
  }

  private func readName(
    _ input: inout ByteCursor, for code: TypeCode, nameCount: Int
  ) throws(ArchiveError) -> Int {
    let start = input.offset
    let number = try input.readNumber()
    if number == 0, code == .ref || code == .weak { return 0 }
    guard number >= 1, number <= nameCount else { throw ArchiveError(.undefinedName, at: start) }
    return number
  }

  /// Adds a form as a part of the one that was opened last, and completes what it completes.
  private mutating func add(_ form: TypeForm) {
    let index = forms.count
    forms.append(form)
    if let last = open.indices.last {
      open[last].missing -= 1
      // The part of a map that comes last is the second.
      forms[open[last].form].second = index
    }
    if form.code.partCount > 0 {
      open.append((index, form.code.partCount))
      return
    }
    while let last = open.last, last.missing == 0 {
      complete(last.form)
      open.removeLast()
    }
  }

  /// Decides what depends on the first part of a form.
  private mutating func complete(_ index: Int) {
    let part = forms[forms[index].first]
    switch (forms[index].code, part.code) {
    case (.optional, .ref):
      forms[index].action = .optionalReference
      forms[index].operand = part.operand
    case (.list, .struct), (.list, .enum): forms[index].action = .structList
    case (.list, _) where part.code.scalarLayout != nil: forms[index].action = .packedList
    default: break
    }
  }

  /// The memory of the descriptors that the forms from one on stand for, in bytes, and of the forms.
  func byteCount(from index: Int) -> Int {
    var byteCount = 0
    for form in forms[min(index, forms.count)...] {
      // The list of forms grows by doubling.
      byteCount += 2 * MemoryLayout<TypeForm>.stride
      if form.code.partCount > 0 || form.code.concernsGraph {
        byteCount += TypeDescriptor.largestByteCount
      }
    }
    return byteCount
  }

  /// The descriptor that a form stands for.
  func descriptor(_ index: Int, names: [String]) -> TypeDescriptor {
    guard forms[index].code.partCount > 0 else {
      return TypeDescriptor(forms[index], names: names, first: .any, second: .any)
    }
    // The parts of a form stand behind it, so they are made before it when all are made from the last one on.
    var end = index + 1
    var missing = forms[index].code.partCount
    while missing > 0 {
      missing += forms[end].code.partCount - 1
      end += 1
    }
    var made: [TypeDescriptor] = []
    for form in forms[index..<end].reversed() {
      let parts = form.code.partCount
      let first = parts > 0 ? made.popLast() ?? .any : .any
      let second = parts > 1 ? made.popLast() ?? .any : .any
      made.append(TypeDescriptor(form, names: names, first: first, second: second))
    }
    return made.last ?? .any
  }
}
