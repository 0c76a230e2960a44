import Stele
import SteleModel

/// Decodes roots and objects of an archive that changes while parts of it are read.
package enum ChangingTrial {
  /// Decodes what there is, and gives the number of values that were made.
  ///
  /// - Parameters:
  ///   - contents: The archive, and what takes its place.
  ///   - course: When that happens.
  /// - Returns: How many values were made and how many requests there were for bytes.
  package static func run(
    _ contents: [[UInt8]], _ course: ChangingSource.Course
  ) -> (decodedCount: Int, requestCount: Int) {
    let source = ChangingSource(contents, course)
    let tally = Tally()
    let decodedCount = Tally.$current.withValue(TallyBox(tally: tally)) {
      var decoder = SteleDecoder()
      decoder.allow(Dog.self)
      decoder.allow(Cat.self)
      decoder.allow(Puppy.self)
      decoder.allow(Gate.self)
      guard let intact = contents.first.flatMap({ try? ArchiveReader(opening: $0) }),
        let archive = try? ArchiveReader(opening: source),
        let unarchiver = try? Unarchiver(archive, decoder: decoder)
      else { return 0 }
      var specimens: [Specimen] = []
      for root in (try? intact.roots()) ?? [] {
        for kind in SpecimenKind.all {
          if let specimen = try? kind.root(unarchiver, root.name) { specimens.append(specimen) }
        }
      }
      for number in 0...min(8, intact.objectCount) {
        for kind in SpecimenKind.objects {
          if let specimen = try? kind.object?(unarchiver, number) { specimens.append(specimen) }
        }
      }
      return specimens.count
    }
    tally.unlinkAll()
    return (decodedCount, source.requestCount)
  }
}
