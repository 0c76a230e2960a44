internal import Stele
internal import SteleInspection
internal import SteleModel
internal import SteleTool

/// A value of each object of a query.
struct QueryColumn {
  /// The origin of the values.
  enum Source {
    /// The number of the object.
    case number
    /// The class of the object.
    case className
    /// The values at a path.
    case path(PathPattern)
  }

  /// The path, as it was given.
  let name: String
  let source: Source
  /// The places of a key that is the whole path among the stored keys of entries; nil for an entry without the key.
  private var places: [Int: (position: Int, type: ArchiveTypeDescriptor)?] = [:]

  init(_ name: String) throws(PathPattern.Fault) {
    self.name = name
    source =
      switch name {
      case "$id": .number
      case "$class": .className
      default: .path(try PathPattern(name, fromObject: true))
      }
  }

  /// Makes a column of a key, or of the number or class of the object.
  init(_ name: String, _ source: Source) {
    (self.name, self.source) = (name, source)
  }

  /// The columns that each object has.
  static let ofEveryObject = [QueryColumn("$id", .number), QueryColumn("$class", .className)]

  /// Whether the path has slices, so that each value is a list.
  var isList: Bool {
    if case .path(let path) = source { !path.slices.isEmpty } else { false }
  }

  /// Returns the types of the values for the objects of a class and its subclasses.
  ///
  /// - Throws: `ArchivePathFailure` if no object has such a value.
  func types(
    ofClass className: String, in classes: ArchiveClassTable
  ) throws(ArchivePathFailure) -> PathTypes {
    switch source {
    case .number: PathTypes(.uint64, in: classes)
    case .className: PathTypes(.string, in: classes)
    case .path(let path):
      try PathTypes(at: path.anySteps, fromObjectsOf: className, in: classes)
    }
  }

  /// Returns the value for an object, as an `any` value with its type, or nil if the path leads nowhere from the object.
  mutating func value(
    of object: ArchiveObject, _ number: Int, in archive: ArchiveReader
  ) throws -> ArchiveValue? {
    switch source {
    case .number: return .unsigned(UInt128(UInt(bitPattern: number)))
    case .className: return .string(archive.classes[object.entry]?.name ?? "")
    case .path(let path):
      if path.slices.isEmpty, path.beginning.steps.count == 1,
        case .key(let key, let level)? = path.beginning.steps.first
      {
        let known = places[object.entry]
        let found = known ?? archive.classes.storedKey(key, of: level, entry: object.entry)
        if known == nil { places[object.entry] = .some(found) }
        let values = object.values
        guard let (position, type) = found, values.indices.contains(position) else { return nil }
        return values[position].map { .any(type, $0) }
      }
      do {
        let place = try archive.place(at: path.beginning.steps, from: object, number: number)
        guard isList else { return place.anyValue }
        var values: [ArchiveValue] = []
        try archive.forEachPlace(of: path.slices[...], from: place, isLenient: true) {
          values.append($0?.anyValue ?? .nil)
        }
        return .list(values)
      } catch is ArchivePathFailure {
        return nil
      }
    }
  }
}

extension ArchivePlace {
  /// The value as an `any` value with its type.
  fileprivate var anyValue: ArchiveValue? { value.map { .any(type, $0) } }
}
