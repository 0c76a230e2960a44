internal import Foundation

/// The content of Foundation's objects, which can archive more than their initialisers request.
enum FoundationContent {
  /// The classes that objects of Foundation may contain without a request.
  static let classes = AllowedClasses(AllowedClasses.propertyList.types + [NSURL.self])

  static func isFoundation(_ type: AnyClass?) -> Bool {
    guard let type else { return false }
    #if canImport(ObjectiveC)
      // On these systems, classes request everything that they need.
      return false
    #else
      let module = _typeName(type, qualified: true).prefix { $0 != "." }
      return module == "Foundation" || module == "FoundationNetworking"
    #endif
  }
}
