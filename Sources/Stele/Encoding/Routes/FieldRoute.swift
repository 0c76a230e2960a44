/// The route of a value type that writes its keys by hand.
@safe
final class FieldRoute<T: FieldEncodable>: AnyRoute {
  // Safe: an encoder is for one thread, and nothing is called while they change.
  @exclusivity(unchecked) private var known: ValueShape?
  /// The identity of the shape that is known.
  @exclusivity(unchecked) private var owner: ObjectIdentifier?

  /// The layout of the values, when they stand in memory as in archives, without structs in them.
  private let packed: PackedLayout?
  private let packedByteCount: Int
  /// The layout in archives that is the same one.
  @exclusivity(unchecked) private var packedLayout: RecordLayout?
  // Safe: the keys of that layout; only compared.
  @exclusivity(unchecked) private var packedKeys: UnsafeMutablePointer<ExpectedKey>?

  init(_ core: EncodingCore) {
    let layout = (T.self as? any PackedStruct.Type)?.packedLayout
    packed = layout.flatMap { $0.slots.allSatisfy { $0.nested == nil } ? $0 : nil }
    packedByteCount = packed?.byteCount ?? 0
    unsafe packedKeys = nil
    super.init(core, exact: nil)
  }

  private func shape() throws -> ValueShape {
    if let known = unsafe known { return known }
    let shape = ValueShape(core.level(of: try core.declaration(of: T.self)))
    shape.isEnum = false
    unsafe known = shape
    unsafe owner = ObjectIdentifier(shape)
    return shape
  }

  override func forget() {
    unsafe known = nil
    unsafe owner = nil
    unsafe packedLayout = nil
    unsafe packedKeys = nil
  }

  override var guess: Int {
    get throws { try core.guess(.structure(try shape().level.name)) }
  }

  @unsafe
  override func encode(at value: UnsafeRawPointer, in spot: Spot) throws -> Encoded {
    if packedByteCount > 0,
      let inner = unsafe spot.run.last(owner, depth: spot.depth),
      unsafe inner.state.keys == packedKeys
    {
      let buffer = spot.run.buffer
      if !spot.omitsEntry { buffer.write(number: inner.state.entry) }
      // Safe: the caller has a value of the type there, all of whose bytes belong to its properties.
      unsafe buffer.write(
        contentsOf: UnsafeRawBufferPointer(start: value, count: packedByteCount))
      return Encoded(
        type: inner.state.type, entry: inner.state.entry, isEntryOmitted: spot.omitsEntry)
    }
    guard
      let inner = unsafe spot.run.beginAgain(
        owner, depth: spot.depth, omitsEntry: spot.omitsEntry)
    else { return try unsafe encodeFirst(at: value, in: spot) }
    do {
      var fields = FieldEncoder(inner)
      // Safe: the caller has a value of the type there.
      try unsafe withValue(at: value, as: T.self) { try $0.encode(to: &fields) }
    } catch {
      spot.frame.giveBackAgain()
      throw error
    }
    return try spot.run.finishAgain(inner)
  }

  /// Writes a value that is not like the last one.
  @unsafe
  @inline(never)
  private func encodeFirst(at value: UnsafeRawPointer, in spot: Spot) throws -> Encoded {
    let frame = try spot.takeFrame(try shape())
    do {
      var fields = try FieldEncoder(frame)
      comparePacked(frame.layout)
      // Safe: the caller has a value of the type there.
      try unsafe withValue(at: value, as: T.self) { try $0.encode(to: &fields) }
    } catch {
      spot.frame.giveBackInner(frame)
      throw error
    }
    return try spot.frame.finishInner(frame)
  }

  /// Remembers the layout in archives when values stand there as in memory.
  private func comparePacked(_ layout: RecordLayout?) {
    guard let packed, let layout, unsafe packedLayout !== layout,
      let keys = unsafe known?.level.keys, layout.slots.count == packed.slots.count
    else { return }
    let isSame = zip(layout.slots, packed.slots).allSatisfy { slot, wanted in
      slot.bit < 0 && slot.type == wanted.code.planNumber
        && keys[slot.key].name.isExactly(wanted.name)
    }
    guard isSame else { return }
    unsafe packedLayout = layout
    unsafe packedKeys = unsafe layout.expected
  }
}
