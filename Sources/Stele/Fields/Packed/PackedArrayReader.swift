/// Reads arrays of plain structs.
///
/// Spec §3.5.
final class PackedArrayReader<Element: PackedStruct>: TypeReader<[Element]> {
  private let layout: PackedLayout?
  private let declaration: ArchiveClass
  private let plain: ArrayReader<Element>
  private var lastEntry: (number: Int, fits: Bool)?

  init(in graph: GraphDecoder) throws {
    layout = PackedLayout(of: Element.self)
    declaration = try graph.directory.declaration(of: Element.self).archiveClass
    plain = ArrayReader(try graph.reader(of: Element.self))
  }

  override func read(
    _ plan: ReadingPlan, _ input: inout ByteReader, at site: Site
  ) throws -> [Element] {
    let start = input
    let list = try openList(plan, &input, at: site)
    let byteCount = MemoryLayout<Element>.stride
    guard list.count > 0, case .entry(let entry) = list.element.fixed,
      try fits(entry, site.decoder.graph), list.count <= input.remaining / byteCount
    else {
      input = start
      return try plain.read(plan, &input, at: site)
    }
    let bytes = try input.readBytes(list.count * byteCount)
    // Safe: there are as many bytes as `count` elements take, which is the size of the new buffer; the layout says
    // that all of them are those of numbers, for which any bits are a value.
    return unsafe bytes.withUnsafeBytes { bytes in
      unsafe [Element](unsafeUninitializedCapacity: list.count) { elements, initializedCount in
        unsafe UnsafeMutableRawBufferPointer(elements).copyMemory(from: bytes)
        initializedCount = list.count
      }
    }
  }

  /// Whether the bodies of an entry stand in the archive as the elements do in memory, and nothing is to be migrated.
  private func fits(_ entry: Int, _ graph: GraphDecoder) throws -> Bool {
    if let lastEntry, lastEntry.number == entry { return lastEntry.fits }
    let isOlder =
      graph.store.context.classes[entry].map { $0.version < declaration.version } ?? true
    let slots = try graph.bodies.body(ofEntry: entry).slots
    let fits =
      layout.map { layout in
        slots.count == layout.slots.count
          && zip(slots, layout.slots).allSatisfy { found, wanted in
            found.bit == nil && found.plan.code == wanted.code && found.name.isExactly(wanted.name)
          }
      } ?? false
    lastEntry = (entry, fits && !(isOlder && declaration.migration != nil))
    return lastEntry?.fits ?? false
  }
}

extension PackedStruct {
  /// The reader of arrays of the type.
  static func arrayReader(in graph: GraphDecoder) throws -> AnyTypeReader {
    try PackedArrayReader<Self>(in: graph)
  }
}
