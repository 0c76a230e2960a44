internal import Stele
internal import SteleInspection
internal import SteleModel

/// A key path with slices of lists, such as `root.people[10:20].name`; `[]` is the slice of all elements.
struct PathPattern {
  /// The range of elements of a slice, and the steps that follow from each element.
  typealias Slice = (range: Range<Int>, steps: [ArchivePath.Step])

  let text: String
  /// The path up to the first slice; its start has no meaning if the path begins at an object.
  private(set) var beginning = ArchivePath(.object(0))
  private(set) var slices: [Slice] = []

  /// Makes the path of a key from an object.
  init(key: String) {
    text = key
    beginning.steps = [.key(key)]
  }

  init(_ text: String, fromObject: Bool = false) throws(ArchivePathError) {
    self.text = text
    let token = /"(?:[^"\\]|\\.)*"|\[(?:(?<from>[0-9]*):(?<to>[0-9]*))?\]/
      .matchingSemantics(.unicodeScalar).dotMatchesNewlines()
    var ends: [(place: Range<String.Index>, range: Range<Int>?)] = []
    for match in text.matches(of: token) where text.unicodeScalars[match.range.lowerBound] == "[" {
      let from = match.from.map { $0.isEmpty ? 0 : Int($0) ?? .max } ?? 0
      ends.append((match.range, from..<max(from, match.to.flatMap { Int($0) } ?? .max)))
    }
    var begin = text.startIndex
    var range: Range<Int>?
    for end in ends + [(text.endIndex..<text.endIndex, nil)] {
      let part = String(text[begin..<end.place.lowerBound])
      let offset = text.unicodeScalars.distance(from: text.startIndex, to: begin)
      if range != nil, let first = part.unicodeScalars.first, !".[{".unicodeScalars.contains(first)
      {
        throw ArchivePathError(offset: offset, expected: "\".\", \"[\" or \"{\"")
      }
      do throws(ArchivePathError) {
        if let range {
          slices.append((range, part.isEmpty ? [] : try ArchivePath.steps(part)))
        } else if fromObject {
          beginning.steps = try ArchivePath.steps(part)
        } else {
          beginning = try ArchivePath(part)
        }
      } catch {
        throw ArchivePathError(offset: offset + error.offset, expected: error.expected)
      }
      (begin, range) = (end.place.upperBound, end.range)
    }
  }

  /// The steps of the path, with the first element in place of each slice.
  var anySteps: [ArchivePath.Step] {
    slices.reduce(beginning.steps) { $0 + [.index(0)] + $1.steps }
  }
}

extension ArchiveReader {
  /// Calls a closure with each place that slices reach from a place, or with nil if the value of an element is nil.
  ///
  /// - Parameters:
  ///   - slices: The slices.
  ///   - start: The place of a list, set or map.
  ///   - isLenient: Whether the closure also receives nil for an element from which a step is not possible.
  ///   - body: Receives the places.
  /// - Throws: ``ArchivePathFailure``, the rule that an object breaks, or the error of the closure.
  func forEachPlace(
    of slices: ArraySlice<PathPattern.Slice>, from start: ArchivePlace, isLenient: Bool = false,
    _ body: (ArchivePlace?) throws -> Void
  ) throws {
    guard let slice = slices.first else { return try body(start) }
    let (list, count) = try elements(at: start)
    for index in slice.range.clamped(to: 0..<count) {
      do {
        let part = try place(at: [.index(index)] + slice.steps, from: list)
        try forEachPlace(of: slices.dropFirst(), from: part, isLenient: isLenient, body)
      } catch let failure as ArchivePathFailure where isLenient || failure.reason == .isNil {
        try body(nil)
      }
    }
  }
}
