/// Reads arrays of plain structs.
///
/// Spec §3.5.
final class PackedArrayReader<Element: PackedStruct>: TypeReader<[Element]> {
  private let layout: PackedLayout?
  private let plain: ArrayReader<Element>
  /// The elements of the last list, and whether they could be copied.
  private var last: (element: ReadingPlan, fits: Bool)?

  init(in graph: GraphDecoder) throws {
    layout = PackedLayout(of: Element.self)
    plain = ArrayReader(try graph.reader(of: Element.self))
  }

  override func read(
    _ plan: ReadingPlan, _ input: inout CheckedBytes, at site: Site
  ) throws -> [Element] {
    let start = input
    let list = try openList(plan, &input, at: site)
    let byteCount = MemoryLayout<Element>.stride
    guard list.count > 0, try fits(list.element, site.decoder.graph),
      list.count <= input.remaining / byteCount
    else {
      input = start
      return try plain.read(plan, &input, at: site)
    }
    // Safe: there are as many bytes as `count` elements take, which is the size of the new buffer; the layout says
    // that all of them are those of numbers, for which any bits are a value.
    return try unsafe input.readBytes(list.count * byteCount) { bytes in
      unsafe [Element](unsafeUninitializedCapacity: list.count) { elements, initializedCount in
        unsafe UnsafeMutableRawBufferPointer(elements).copyMemory(from: bytes)
        initializedCount = list.count
      }
    }
  }

  override func forget() { last = nil }

  /// Whether elements can be copied.
  private func fits(_ element: ReadingPlan, _ graph: GraphDecoder) throws -> Bool {
    if let last, last.element === element { return last.fits }
    let fits = try layout?.fits(element, graph) ?? false
    last = (element, fits)
    return fits
  }
}

extension PackedStruct {
  /// The reader of arrays of the type.
  static func arrayReader(in graph: GraphDecoder) throws -> AnyTypeReader {
    try PackedArrayReader<Self>(in: graph)
  }
}
