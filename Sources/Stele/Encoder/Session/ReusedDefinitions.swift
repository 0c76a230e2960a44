/// The encoders, levels and layouts that were made for the definitions of an archive, in the order in which it reached them.
///
/// The next archive of a series uses them again as long as it reaches the same definitions in the same order:
///
///     first archive   encoder of Pair   class Pair   keys of Pair           made in this order
///     second          encoder of Pair   class Pair   keys of Pair           used again
///     third           encoder of Pair   class Pair   other keys of Pair     the first two are used again, the others made anew
///
/// Everything that has an effect on bytes is in its first state when it is used again, and names and entries become part of the
/// archive one by one, so an archive does not depend on those before it.
struct ReusedDefinitions {
  /// The kind of product that is made for a definition.
  enum Kind {
    case typeEncoder, level, classEncoder, firstObservation
  }

  /// A definition, by its Swift type, its declaration or its body.
  typealias Key = (kind: Kind, identifier: ObjectIdentifier)

  /// The numbers of names, entries and declarations that an archive has.
  typealias Counts = (definitions: Definitions, declarations: Int)

  /// One definition; the definitions of its parts follow it.
  final class Step {
    let key: Key
    let start: Counts
    fileprivate(set) var end: Counts
    /// The product; nil while it is made.
    fileprivate(set) var product: (any ReusedDefinition)?
    /// The position of the step after the parts.
    fileprivate(set) var next = 0

    fileprivate init(_ key: Key, _ start: Counts) {
      self.key = key
      self.start = start
      end = start
    }
  }

  private var steps: [Step] = []
  /// The position of the next definition.
  private var position = 0
  /// The revision of the type table for which the steps hold.
  var revision = 0
  /// The number of declarations that the archive has.
  var declarationCount = 0

  /// Whether the archive has reached the same definitions as the previous one, which has more of them.
  var areRepeated: Bool { position < steps.count }

  /// Returns the next definition of the previous archive, if it is for a key.
  func next(_ key: Key, after counts: Counts) -> Step? {
    guard position < steps.count, case let step = steps[position], step.key == key,
      step.start == counts
    else { return nil }
    return step
  }

  /// Repeats a definition, which is the next one, and passes its step and the steps of its parts to a closure.
  mutating func repeatNext(_ step: Step, _ body: (Step) -> Void) {
    for index in position..<step.next { body(steps[index]) }
    position = step.next
    declarationCount = step.end.declarations
  }

  /// Begins another archive.
  mutating func reset() {
    position = 0
    declarationCount = 0
  }

  /// Forgets the definitions that have not been repeated.
  mutating func forgetFurther() { steps.removeSubrange(position...) }

  /// Begins a new definition, and returns its position.
  mutating func begin(_ key: Key, after counts: Counts) -> Int {
    steps.append(Step(key, counts))
    position = steps.count
    return position - 1
  }

  mutating func end(_ start: Int, _ product: any ReusedDefinition, at counts: Counts) {
    steps[start].product = product
    steps[start].end = counts
    steps[start].next = steps.count
  }

  /// Removes a new definition with its parts, because making it has failed, or it cannot be repeated.
  mutating func cancel(_ start: Int) {
    steps.removeSubrange(start...)
    position = steps.count
  }
}

extension EncodingSession {
  /// Returns the numbers of names, entries and declarations that the archive has so far.
  private func counts(_ declarationCount: Int) -> ReusedDefinitions.Counts {
    (assembler.values.tables.defined, declarationCount)
  }

  /// Returns the product for a definition: that of the previous archive if this one reaches it in its turn, or a new one.
  func define<Product: ReusedDefinition>(
    _ kind: ReusedDefinitions.Kind, _ identifier: ObjectIdentifier, _ make: () throws -> Product
  ) rethrows -> Product {
    try define((kind, identifier), again: { (known: Product) in known }, make) { $0 }
  }

  /// Observes the pieces of one more instance of a body, and returns a layout that has room for them.
  func observe(_ body: ObservedBody, _ pieces: [Piece]) throws -> RecordLayout {
    guard body.isNewInSeries else { return try body.observe(pieces, &tables) }
    let key = (kind: ReusedDefinitions.Kind.firstObservation, identifier: ObjectIdentifier(body))
    return try define(key, again: { body.observe(pieces, again: $0) }) {
      try body.observe(pieces, &tables)
    } product: {
      FirstObservation(body, pieces, $0)
    }
  }

  /// Returns what is made for a definition: from the product of the previous archive if this one reaches the definition in its turn,
  /// and the product serves again, or anew, with a product for the next archive.
  private func define<Made, Product: ReusedDefinition>(
    _ key: ReusedDefinitions.Key, again: (Product) -> Made?, _ make: () throws -> Made,
    product: (Made) -> Product?
  ) rethrows -> Made {
    guard let definitions else { return try make() }
    // The steps hold as long as nothing has been forgotten.
    if definitions.state.revision == assembler.values.tables.revision,
      let step = definitions.state.next(key, after: counts(definitions.state.declarationCount)),
      let known = step.product,
      // Safe: each kind has one type of products.
      let made = again(unsafe unsafeDowncast(known, to: Product.self))
    {
      repeatNext(step, definitions)
      return made
    }
    forgetFurtherDefinitions(definitions)
    let start = definitions.state.begin(key, after: counts(definitions.state.declarationCount))
    do {
      let made = try make()
      if let product = product(made) {
        definitions.state.end(
          start, product, at: counts(definitions.state.declarationCount))
      } else {
        definitions.state.cancel(start)
      }
      return made
    } catch {
      definitions.state.cancel(start)
      throw error
    }
  }

  /// Adds the products of a definition, and of its parts, to this archive.
  private func repeatNext(
    _ step: ReusedDefinitions.Step, _ definitions: Cell<ReusedDefinitions>
  ) {
    definitions.state.repeatNext(step) { step in
      guard let product = step.product else { return }
      product.reset()
      // Safe: each kind has one type of products.
      switch step.key.kind {
      case .typeEncoder:
        keep(unsafe unsafeDowncast(product, to: AnyTypeEncoder.self), for: step.key.identifier)
      case .level:
        keep(unsafe unsafeDowncast(product, to: ObservedLevel.self), for: step.key.identifier)
      case .classEncoder, .firstObservation: break
      }
    }
    assembler.values.tables.defined = step.end.definitions
  }

  /// Forgets the definitions of the previous archive that this one has not repeated; all that follow are made anew.
  func forgetFurtherDefinitions(_ definitions: Cell<ReusedDefinitions>) {
    if definitions.state.areRepeated {
      definitions.state.forgetFurther()
      assembler.values.tables.forgetFurtherDefinitions()
    }
    definitions.state.revision = assembler.values.tables.revision
  }
}
