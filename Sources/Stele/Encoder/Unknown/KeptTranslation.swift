/// The translation of kept values into the archive that is being written: references get the numbers of the new archive, and
/// their targets become part of it.
///
/// Spec §10.5.
final class KeptTranslation: ValueTranslation {
  private unowned let session: EncodingSession
  private let archive: KeptArchive
  /// For each entry of the old archive the number in the new one, or 0.
  private var entries: [Int]
  private var rewriter = ValueRewriter()
  /// The value that is being translated into.
  private var cell: ValueCell?
  /// The error of the program's part of the graph.
  private var failure: (any Error)?

  init(_ session: EncodingSession, _ archive: KeptArchive) {
    self.session = session
    self.archive = archive
    entries = Array(repeating: 0, count: archive.store.context.classes.count)
    rewriter.classes = archive.store.context.classes
  }

  /// Returns the value for the new archive.
  ///
  /// - Throws: `EncodingError` if something that the value leads to cannot be written.
  func translate(
    _ value: ArchiveValue, _ type: ArchiveTypeDescriptor, in cell: ValueCell
  ) throws -> ArchiveValue {
    rewriter.translation = self
    self.cell = cell
    defer {
      rewriter.translation = nil
      self.cell = nil
    }
    do throws(ArchiveWritingError.Refusal) {
      return try rewriter.rewrite(value, from: type, to: type)
    } catch {
      let cause = failure
      failure = nil
      throw cause
        ?? cell.error(.wrongType(type), "what was kept does not fit into the archive")
    }
  }

  /// Returns the entry of a class for the new archive, which is defined with its superclasses if it is new.
  func define(_ number: Int) throws(ArchiveWritingError) -> Int {
    let classes = archive.store.context.classes
    var superclass: Int?
    for level in classes.chain(of: number) {
      if entries[level - 1] == 0, let old = classes[level] {
        var entry = archive.renamed(old)
        entry.superclass = superclass
        entries[level - 1] = try session.tables.define(entry)
      }
      superclass = entries[level - 1]
    }
    return superclass ?? 0
  }

  func type(_ type: ArchiveTypeDescriptor) -> ArchiveTypeDescriptor { archive.renamed(type) }

  func entry(_ number: Int) throws(ArchiveWritingError.Refusal) -> Int {
    do throws(ArchiveWritingError) {
      return try define(number)
    } catch {
      failure = error
      throw ArchiveWritingError.Refusal(error.reason)
    }
  }

  func reference(
    _ value: ArchiveValue, from type: ArchiveTypeDescriptor
  ) throws(ArchiveWritingError.Refusal) -> ArchiveValue {
    guard case .reference(let old) = value else { return value }
    let target = archive.target(old)
    var wanted = archive.renamed(type)
    if case .optional(let part) = wanted { wanted = part }
    guard session.object(target, isA: wanted.className) else {
      let name = (wanted.className ?? "").quoted
      let type = TypeName.inSource(Swift.type(of: target))
      failure = cell?.error(
        .wrongType(wanted), "what was kept refers to an object that is none of \(name) now",
        value: target,
        hint: target is OpaqueObject
          ? nil : "Declare \(name) as an alias of a superclass of \(type).")
      throw ArchiveWritingError.Refusal(.breaks(.wrongClass))
    }
    if wanted.code == .weak {
      let bits = session.objects.weakValue(of: target)
      return .reference(bits & 1 == 0 ? Int(bits >> 1) : -1 - Int(bits >> 1))
    }
    guard let cell else { return value }
    do {
      return .reference(try cell.number(of: target))
    } catch {
      failure = error
      throw ArchiveWritingError.Refusal(.breaks(.danglingReference))
    }
  }
}
