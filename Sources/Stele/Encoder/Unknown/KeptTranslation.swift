/// Brings kept values into the archive that is being written: references get the numbers of the new archive, and their targets
/// become part of it.
///
/// Spec §8.5.
final class KeptTranslation: ValueTranslation {
  private unowned let graph: GraphEncoder
  private let archive: KeptArchive
  /// For each entry of the old archive its number in the new one, or 0.
  private var entries: [Int]
  private var rewriter = ValueRewriter()
  /// The encoder of the value that is being brought in.
  private var encoder: ValueEncoder?
  /// What went wrong in the program's part of the graph.
  private var failure: (any Error)?

  init(_ graph: GraphEncoder, _ archive: KeptArchive) {
    self.graph = graph
    self.archive = archive
    entries = Array(repeating: 0, count: archive.store.context.classes.count)
    rewriter.layouts = archive.store.context.layouts
  }

  /// The same value for the new archive.
  ///
  /// - Throws: `EncodingError` when something that it leads to cannot be written.
  func translate(_ value: ArchiveValue, _ type: ArchiveTypeDescriptor, in encoder: ValueEncoder)
    throws -> ArchiveValue
  {
    rewriter.translation = self
    self.encoder = encoder
    defer {
      rewriter.translation = nil
      self.encoder = nil
    }
    do throws(ArchiveWritingError.Refusal) {
      return try rewriter.rewrite(value, from: type, to: type)
    } catch {
      let cause = failure
      failure = nil
      throw cause
        ?? encoder.error(.wrongType(type), "what was kept does not fit into the archive")
    }
  }

  /// The entry of a class for the new archive, defined with its superclasses when it is new.
  func define(_ number: Int) throws(ArchiveWritingError) -> Int {
    let classes = archive.store.context.classes
    var superclass: Int?
    for level in classes.chain(of: number) {
      if entries[level - 1] == 0, let old = classes[level] {
        var entry = archive.renamed(old)
        entry.superclass = superclass
        entries[level - 1] = try graph.assembler.values.tables.define(entry)
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
    guard graph.object(target, isA: wanted.className) else {
      throw ArchiveWritingError.Refusal(.breaks(.wrongClass))
    }
    if wanted.code == .weak {
      let bits = graph.weakValue(of: target)
      return .reference(bits & 1 == 0 ? Int(bits >> 1) : -1 - Int(bits >> 1))
    }
    guard let encoder else { return value }
    do {
      return .reference(try graph.number(of: target, in: encoder))
    } catch {
      failure = error
      throw ArchiveWritingError.Refusal(.breaks(.danglingReference))
    }
  }
}
