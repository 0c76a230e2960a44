/// The part of an archive that a program decodes with one call.
enum DecodedPart {
  case value(ArchivedType, at: ValidCursor)
  case object(Int)
}

extension DecodingSession {
  /// Completes an error that leaves the outermost call of the program by the path to the object in which it arose.
  ///
  /// The objects that have been decoded are searched for those that lead there. All searches of a session together take time in
  /// proportion to the archive; after that, paths begin at the object.
  func completed(_ error: any Error, from part: DecodedPart) -> any Error {
    guard let error = error as? DecodingError else { return error }
    let cause = error.context?.underlyingError as? SteleCodingError
    guard let number = cause?.object ?? objects.origin(of: error) else {
      return RootPath().completing(error)
    }
    guard cause?.hasRootPath != true, let path = path(to: number, from: part) else { return error }
    return RootPath(path) { self.className(of: $0) }.completing(error)
  }

  private func path(to number: Int, from part: DecodedPart) -> ObjectPath? {
    let start: ObjectPathSearch.Start =
      switch part {
      case .value(let type, let input): .value(types.descriptor(of: type), at: input)
      case .object(let number): .object(number)
      }
    var search = ObjectPathSearch(store, byteBudget: pathBudget)
    defer { pathBudget = search.byteBudget }
    // The plan of an object may be asked for before the object is touched.
    return search.path(to: number, from: start) {
      $0 == number || objects.state(of: $0) != .untouched
    }
  }
}

extension DecodingError {
  /// The context, whichever case the error is.
  package var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }
}
