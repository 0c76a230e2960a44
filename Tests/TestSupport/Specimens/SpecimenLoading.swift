import Stele
import SteleModel

/// Archives of specimens, and the decoding of all that is in one.
package enum SpecimenLoading {
  /// Returns an archive with a few roots; the same seed gives the same archive.
  package static func archive(seed: UInt64) throws -> [UInt8] {
    try SpecimenMaker.archive(seed: seed)
  }

  /// Decodes each root, and each object of a class that is no root, and returns the errors, in sentences.
  package static func faults(of bytes: [UInt8]) throws -> [String] {
    let archive = try ArchiveReader(opening: bytes)
    var decoder = SteleDecoder()
    decoder.unknownClasses = .keep
    for type in [Dog.self, Cat.self, Puppy.self, Wolf.self] as [Animal.Type] {
      decoder.allow(type)
    }
    decoder.allow(Gate.self)
    var faults: [String] = []
    func attempt(_ what: String, _ body: (Unarchiver) throws -> Void) {
      do { try body(try Unarchiver(bytes, decoder: decoder)) } catch {
        faults.append("\(what): \(error)")
      }
    }
    for root in try archive.roots() {
      guard let kind = SpecimenKind.all.first(where: { $0.fits(root.type) }) else { continue }
      attempt("root \(root.name) as \(kind.name)") { _ = try kind.root($0, root.name) }
    }
    for number in 0..<archive.objectCount {
      let name = try archive.object(number + 1).flatMap { archive.classes[$0.entry]?.name }
      guard let kind = SpecimenKind.objects.first(where: { $0.name == name }) else { continue }
      attempt("object \(number + 1)") { _ = try kind.object?($0, number + 1) }
    }
    return faults
  }
}
