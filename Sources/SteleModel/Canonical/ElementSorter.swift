package import Stele

/// Sorts set elements and map pairs by the bytes of the elements and keys in the file.
///
/// Spec §9.8, rule K10.
struct ElementSorter {
  private var writer: ValueWriter

  /// Makes a sorter for the class table of the file.
  init(_ tables: ClassTableWriter) {
    writer = ValueWriter()
    writer.tables = tables
  }

  /// Returns elements in ascending order of the bytes of a value of each.
  ///
  /// - Throws: Rule K13 if two of the values have become equal.
  mutating func sorted<Element>(
    _ elements: [Element], by value: (Element) -> ArchiveValue, _ type: ArchiveTypeDescriptor
  ) throws(ArchiveWritingError.Refusal) -> [Element] {
    guard elements.count > 1 else { return elements }
    writer.output.removeAll()
    // Where each element begins, and where the last one ends.
    var starts = [0]
    starts.reserveCapacity(elements.count + 1)
    do throws(ArchiveWritingError) {
      let index = try writer.tables.index(of: type)
      for element in elements {
        try writer.write(value(element), index, at: ValueWriter.Place())
        starts.append(writer.output.count)
      }
    } catch {
      throw ArchiveWritingError.Refusal(error.reason)
    }
    let bytes = writer.output.bytes
    func element(_ index: Int) -> ArraySlice<UInt8> { bytes[starts[index]..<starts[index + 1]] }
    let order = elements.indices.sorted { element($0).lexicographicallyPrecedes(element($1)) }
    for (left, right) in zip(order, order.dropFirst()) where element(left) == element(right) {
      throw ArchiveWritingError.Refusal(.breaks(.canonicalJoin))
    }
    return order.map { elements[$0] }
  }
}

extension ArchiveWritingError {
  /// A reason without a place, which the caller adds.
  package struct Refusal: Error {
    let reason: Reason

    init(_ reason: Reason) { self.reason = reason }
  }
}
