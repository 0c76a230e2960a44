package import Stele

/// Copies records to an archive that has the same class entries, but other numbers of objects.
///
/// Only the references change; no value is made. Records whose values depend on more than the numbers are left to the
/// caller: those that contain `any` values, sets or maps, or whose references are lost.
///
/// Spec §5.2 to §5.4.
package struct RecordCopier {
  /// Returns the new number of an object, or nil if the object is lost or not of the class.
  ///
  /// The class name is a copy of that in the entries, and nil for any class.
  package typealias NewNumber = (_ number: Int, _ className: String?) -> Int?

  private let schema: CompiledSchema
  private let references = RecordReferences()
  private var visits: ArchiveVisit
  private var output = ByteWriter()

  /// Makes a copier of the records of an archive.
  package init(_ context: ReadingContext) {
    schema = context.schema
    visits = ArchiveVisit(context, references)
  }

  /// Returns the copy of a valid record, without its length, or nil if it cannot be copied.
  package mutating func copy(
    _ frame: RecordFrame, number: Int, _ newNumber: NewNumber
  ) -> [UInt8]? {
    do throws(ArchiveError) {
      references.removeAll()
      try visits.walkRecord(frame, number: number)
      output.removeAll()
      output.write(number: frame.entry)
      var rest = frame.content
      for reference in references.all {
        let (number, type) = (reference.number, reference.type)
        guard let new = number == 0 ? 0 : newNumber(number, schema.name(type.operand)) else {
          return nil
        }
        output.write(contentsOf: try rest.readBytes(reference.offset - rest.offset))
        _ = try rest.readNumber()
        output.write(varint: UInt64(new) << (type.operation == .weakReference ? 1 : 0))
      }
      output.write(contentsOf: try rest.readBytes(rest.remaining))
      return output.bytes
    } catch {
      return nil
    }
  }
}

/// Remembers the references in a record, and ends a walk at values that depend on more than these.
private final class RecordReferences: ValueVisitor {
  // Safe: no function calls one that could begin another access.
  @exclusivity(unchecked) private var found: [(number: Int, type: CompiledType, offset: Int)] = []

  var findsReferences: Bool { true }
  /// The references in their order, those of nil included, which weak ones may spell as slots.
  var all: [(number: Int, type: CompiledType, offset: Int)] { unsafe found }

  func removeAll() { unsafe found.removeAll(keepingCapacity: true) }

  func reference(
    _ number: Int, _ type: CompiledType, at index: Int, offset: Int, isHashed: Bool
  ) {
    unsafe found.append((number, type, offset))
  }

  func open(
    _ container: VisitedContainer, count: Int, at offset: Int, _ schema: borrowing CompiledSchema
  ) throws(ArchiveError) {
    switch container {
    // Any error ends the walk.
    case .set, .map, .any: throw ArchiveError(.memory, at: offset)
    default: break
    }
  }
}
