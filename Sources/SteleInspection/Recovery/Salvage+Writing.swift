package import Stele
package import SteleModel

extension Salvage {
  package func makeGraph() -> ArchiveGraph {
    var graph = graph
    graph.objects.reserveCapacity(records.count)
    // The losses have already been recorded.
    var repair = ReferenceRepair(self, budget: MemoryBudget(byteCount: 0))
    forEachObject { index, object in
      graph.objects.append(repair.repair(object, number: records.numbers[index]))
    }
    return graph
  }

  /// Writes the saved content as an archive, with the same bytes as the encoded graph.
  ///
  /// - Parameter sink: The destination of the bytes, which are an archive only after the call.
  /// - Throws: `ArchiveWritingError` with the first reason why the content cannot be a valid archive, or the error of the
  ///   sink.
  package func write(to sink: inout some ByteSink) throws {
    var writer = try ArchiveAssembler(
      graph, names: names, entries: records.entries)
    var repair = ReferenceRepair(self, budget: MemoryBudget(byteCount: 0))
    var copier = RecordCopier(context)
    var reader = ValueReader(context, budget: MemoryBudget(byteCount: .max))
    let (schema, definitions, newNumber) = (context.schema, definitions, newNumbers())
    try records.forEach(in: bytes) { index, record in
      let number = records.numbers[index]
      let frame = try RecordFrame(content: record, schema: schema, definitions: definitions)
      if !hasWidenedKeys,
        let copy = copier.copy(frame, number: number, newNumber)
      {
        writer.append(record: copy)
      } else {
        let object = try reader.read(frame, number: number)
        try writer.append(repair.repair(object, number: number))
      }
      try writer.drain(to: &sink)
    }
    try writer.finish(graph, to: &sink)
  }
}
