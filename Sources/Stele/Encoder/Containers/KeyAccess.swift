/// The access to the keys of a level by one type of coding keys, with the keyed container that is reused for it.
///
/// Making a container takes the standard library longer than all of the writing of a small value. So one whose value is
/// complete is reused, unless the program has kept it.
@safe
class KeyAccess {
  /// The type of the coding keys.
  final let type: ObjectIdentifier
  /// The lowest level that the container may write.
  final let limit: Int
  /// The level that it writes.
  final let level: Int
  /// The number among the accesses to the same instances, by which keys are told from those of other types.
  final let number: Int
  private let cell = Cell(State())

  private struct State {
    /// The container, as the reference that it is.
    var container: AnyObject?
    /// What it writes to.
    var output: KeyedOutput?
    /// Whether it writes a value now.
    var isInUse = false
  }

  fileprivate init(_ type: ObjectIdentifier, limit: Int, level: Int, number: Int) {
    self.type = type
    self.limit = limit
    self.level = level
    self.number = number
  }

  deinit { cell.free() }

  /// The container for a value, which is of the type that the access was made for.
  @inline(__always)
  final func container<Key: CodingKey>(of encoder: ValueEncoder) -> KeyedEncodingContainer<Key> {
    guard canReuse(by: encoder) else { return make(for: encoder) }
    // Safe: accesses are found by the type of their keys.
    return unsafe unsafeDowncast(self, to: TypedKeyAccess<KeyedEncodingContainer<Key>>.self).copy(
      cell.state.container)
  }

  /// Has the container write to a value, or returns false if it cannot.
  @inline(__always)
  private final func canReuse(by encoder: ValueEncoder) -> Bool {
    guard let output = cell.state.output, !encoder.cell.state.isAbandoned else { return false }
    if cell.state.isInUse { return output.cell == encoder.cell }
    output.cell = encoder.cell
    use(by: encoder)
    return true
  }

  @inline(never)
  private final func make<Key: CodingKey>(for encoder: ValueEncoder) -> KeyedEncodingContainer<Key>
  {
    let output = KeyedOutput(encoder.cell, self)
    let container = KeyedEncodingContainer(KeyedContainer<Key>(output: output))
    if cell.state.output == nil, !encoder.cell.state.isAbandoned,
      ContainerLayout.encoding.isOneReference(container)
    {
      // Safe: the container is one reference to an object, as was found out.
      cell.state.container = unsafe unsafeBitCast(container, to: AnyObject.self)
      cell.state.output = output
      use(by: encoder)
    } else {
      output.keep(encoder, self)
    }
    return container
  }

  private final func use(by encoder: ValueEncoder) {
    cell.state.isInUse = true
    encoder.cell.state.hasContainer = true
  }

  /// Ends the use of the container, if it is that of a value.
  @inline(__always)
  final func end(_ value: ValueCell) {
    guard cell.state.isInUse, cell.state.output?.cell == value else { return }
    cell.state.isInUse = false
    if !isKnownUniquelyReferenced(&cell.state.container) {
      // The program has kept the container: what it still writes leads nowhere.
      cell.state.output?.keep(value.encoder.makeStray(), self)
      cell.state.output = nil
      cell.state.container = nil
    }
  }
}

/// The access by one type of coding keys; the type of the container is a parameter so that the program need not look for its
/// metadata each time.
final class TypedKeyAccess<Container>: KeyAccess {
  init(_ type: Any.Type, limit: Int, level: Int, number: Int) {
    super.init(ObjectIdentifier(type), limit: limit, level: level, number: number)
  }

  @inline(never)
  fileprivate func copy(_ container: AnyObject?) -> Container {
    // Safe: it was noted as the reference that a container is.
    unsafe unsafeBitCast(container, to: Container.self)
  }
}

/// What a keyed container writes to: a single reference, which changes when the container is reused.
final class KeyedOutput {
  /// The value; its encoder is kept here when the program keeps the container.
  final var cell: ValueCell
  private let accessLevel: Int
  /// The number of the access.
  let number: Int
  private var kept: (encoder: ValueEncoder, access: KeyAccess)?

  init(_ cell: ValueCell, _ access: KeyAccess) {
    self.cell = cell
    number = access.number
    accessLevel = access.level
  }

  /// The level that the container writes; that of an encoder that leads nowhere has one level only.
  var level: Int { min(accessLevel, cell.encoder.observed?.ownLevel ?? 0) }

  /// Keeps an encoder for a container that the program has kept.
  func keep(_ encoder: ValueEncoder, _ access: KeyAccess) {
    cell = encoder.cell
    kept = (encoder, access)
  }
}
