extension BackReference: SelfReading {
  static func makeReader(in graph: GraphDecoder) throws -> AnyTypeReader {
    BackReferenceReader<Target>()
  }
}

/// Reads back references, which stay empty until all objects have been made.
///
/// Spec §5.4.
final class BackReferenceReader<Target: AnyObject & Codable>: TypeReader<BackReference<Target>> {
  override var absent: BackReference<Target>? { BackReference() }

  override func read(
    _ plan: ReadingPlan, _ input: inout CheckedBytes, at site: Site
  ) throws -> BackReference<Target> {
    let start = input.offset
    let graph = site.decoder.graph
    guard let plan = plan.isWrapped ? try graph.unwrap(plan, &input) : plan else {
      return BackReference()
    }
    guard plan.code == .weak || plan.code == .ref || plan.isOptionalReference else {
      throw site.wrongType(BackReference<Target>.self, plan, at: start)
    }
    let number = try graph.readReference(plan, &input)
    guard number > 0 else { return BackReference() }
    return BackReference(
      box: graph.references.box(
        to: number, of: graph.store.objectCount, Target.self,
        holder: site.decoder.holder))
  }
}
