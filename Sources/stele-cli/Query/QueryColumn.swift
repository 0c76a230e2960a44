internal import Stele
internal import SteleInspection
internal import SteleModel
internal import SteleTool

/// A value of each object of a query.
///
/// It is a class, so that what it has found out about entries serves all objects.
final class QueryColumn {
  /// The path, as the user wrote it.
  let name: String
  /// The path of the values; nil for the numbers of the objects, `$id`, and for their classes, `$class`.
  private let path: PathPattern?
  /// The positions of the key among the stored keys of entries, if the key is the whole path; nil for an entry without the key.
  private var places: [Int: (position: Int, type: ArchiveTypeDescriptor)?] = [:]

  init(_ name: String) throws(ArchivePathError) {
    self.name = name
    path = Self.namesOfEveryObject.contains(name) ? nil : try PathPattern(name, fromObject: true)
  }

  init(_ name: String, _ path: PathPattern?) {
    (self.name, self.path) = (name, path)
  }

  private static let namesOfEveryObject = ["$id", "$class"]

  /// The columns of every object.
  static var ofEveryObject: [QueryColumn] { namesOfEveryObject.map { QueryColumn($0, nil) } }

  /// Whether the path has slices, so that each value is a list.
  var isList: Bool { path?.slices.isEmpty == false }

  /// Returns the types of the values for the objects of a class and its subclasses.
  ///
  /// - Throws: `ArchivePathFailure` if no object has a value at the path.
  func types(
    ofClass className: String, in classes: ArchiveClassTable
  ) throws(ArchivePathFailure) -> PathTypes {
    guard let path else { return PathTypes(name == "$id" ? .uint64 : .string, in: classes) }
    return try PathTypes(at: path.anySteps, fromObjectsOf: className, in: classes)
  }

  /// Returns the value for an object, as an `any` value with its type, or nil if the path has no value there.
  func value(
    of object: ArchiveObject, _ number: Int, in archive: ArchiveReader
  ) throws -> ArchiveValue? {
    guard let path else {
      return name == "$id"
        ? .unsigned(UInt128(UInt(bitPattern: number)))
        : .string(archive.classes[object.entry]?.name ?? "")
    }
    if !isList, path.beginning.steps.count == 1,
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

extension ArchivePlace {
  /// The value as an `any` value with its type.
  fileprivate var anyValue: ArchiveValue? { value.map { .any(type, $0) } }
}
