/// Makes an invalid fixture by its recipe.
package struct RecipePatcher {
  /// Why a recipe does not fit its base.
  package struct Mismatch: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  private let recipe: Recipe
  private var archive: ArchiveParts

  /// Follows a recipe.
  ///
  /// - Parameters:
  ///   - recipe: What to do.
  ///   - base: The valid archive that the recipe names.
  /// - Returns: The bytes of the fixture.
  /// - Throws: ``Mismatch`` when the recipe does not fit the base.
  package static func make(_ recipe: Recipe, from base: [UInt8]) throws -> [UInt8] {
    var patcher = RecipePatcher(recipe: recipe, archive: try ArchiveParts(archive: base))
    return try patcher.make()
  }

  /// Makes an archive of a later version.
  ///
  /// - Throws: ``Mismatch`` when the recipe does not fit the base.
  package static func make(_ future: FutureRecipe, from base: [UInt8]) throws -> [UInt8] {
    var recipe = Recipe(
      name: future.name, base: future.base, about: future.about, rule: "", offset: 0,
      changes: future.changes ?? [])
    recipe.rawChanges = future.rawChanges
    return try make(recipe, from: base)
  }

  /// Damages an archive, or makes a file that never was one.
  ///
  /// - Throws: ``Mismatch`` when the recipe does not fit the base.
  package static func make(_ damage: DamageRecipe, from base: [UInt8]) throws -> [UInt8] {
    var recipe = Recipe(
      name: damage.name, base: damage.base ?? "", about: damage.about, rule: "", offset: 0,
      changes: damage.changes ?? [])
    recipe.keepsIndex = true
    recipe.rawChanges = damage.rawChanges
    if damage.base != nil { return try make(recipe, from: base) }
    var bytes: [UInt8] = []
    let patcher = RecipePatcher(recipe: recipe, archive: ArchiveParts([]))
    for change in damage.rawChanges ?? [] { try patcher.apply(change, to: &bytes) }
    return bytes
  }

  private mutating func make() throws -> [UInt8] {
    let changes = recipe.changes ?? []
    for change in changes where try !isInIndex(change) { try apply(change) }
    if recipe.keepsIndex != true { archive.renewIndex() }
    for change in changes where try isInIndex(change) { try apply(change) }
    var bytes = archive.sealed()
    for change in recipe.rawChanges ?? [] { try apply(change, to: &bytes) }
    for offset in recipe.renewedHeaders ?? [] {
      guard offset >= 0, offset + 24 <= bytes.count else { throw mismatch("no chunk at \(offset)") }
      bytes.replaceSubrange(
        offset + 4..<offset + 8,
        with: ArchiveParts.headerCheck(
          type: bytes[offset..<offset + 4], tail: bytes[offset + 8..<offset + 24]))
    }
    return bytes
  }

  /// Whether a change concerns the payload of an index, which is made last.
  private func isInIndex(_ change: Recipe.Change) throws -> Bool {
    guard change.at != nil else { return false }
    guard archive.parts.indices.contains(change.chunk) else {
      throw mismatch("no chunk \(change.chunk)")
    }
    return archive.parts[change.chunk].type == Array("INDX".utf8)
  }

  private mutating func apply(_ change: Recipe.Change) throws {
    let replacement = try hexadecimal(change.replace)
    if let type = change.insert {
      guard change.chunk <= archive.parts.count else { throw mismatch("no chunk \(change.chunk)") }
      archive.parts.insert(ArchiveParts.Part(type, replacement), at: change.chunk)
      return
    }
    guard archive.parts.indices.contains(change.chunk) else {
      throw mismatch("no chunk \(change.chunk)")
    }
    if change.remove == true { archive.parts.remove(at: change.chunk) }
    if let place = change.moveTo {
      archive.parts.insert(archive.parts.remove(at: change.chunk), at: place)
    }
    if let type = change.type { archive.parts[change.chunk].type = Array(type.utf8) }
    if let at = change.at {
      let content = Array(repeating: replacement, count: change.times ?? 1).joined()
      try replace(
        at, try hexadecimal(change.expect), with: Array(content),
        in: &archive.parts[change.chunk].payload)
    }
  }

  private func apply(_ change: Recipe.RawChange, to bytes: inout [UInt8]) throws {
    if let kept = change.cutBefore {
      guard change.at + kept <= bytes.count else { throw mismatch("too short to cut") }
      bytes.removeSubrange(change.at..<bytes.count - kept)
    }
    if let byteCount = change.overwrite {
      let pattern = try hexadecimal(change.replace)
      guard !pattern.isEmpty, change.at >= 0, change.at + byteCount <= bytes.count else {
        throw mismatch("nothing to overwrite at \(change.at)")
      }
      for index in 0..<byteCount { bytes[change.at + index] = pattern[index % pattern.count] }
      return
    }
    try replace(
      change.at, try hexadecimal(change.expect), with: try hexadecimal(change.replace), in: &bytes)
  }

  private func replace(
    _ offset: Int, _ expected: [UInt8], with replacement: [UInt8], in bytes: inout [UInt8]
  ) throws {
    let range = offset..<offset + expected.count
    guard range.lowerBound >= 0, range.upperBound <= bytes.count else {
      throw mismatch("nothing at \(offset)")
    }
    guard bytes[range].elementsEqual(expected) else {
      throw mismatch("\(bytes[range].hexadecimal()) at \(offset), not \(expected.hexadecimal())")
    }
    bytes.replaceSubrange(range, with: replacement)
  }

  private func hexadecimal(_ text: String?) throws -> [UInt8] {
    guard let bytes = [UInt8](hexadecimal: text ?? "") else { throw mismatch("\(text ?? "")") }
    return bytes
  }

  private func mismatch(_ text: String) -> Mismatch {
    Mismatch(description: "\(recipe.name): \(text)")
  }
}
