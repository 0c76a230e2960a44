/// A type that declares its name and its history in archives.
///
/// Conformance is optional: without it a type has version 1 and the name of its path in its module, such as `Item`, or
/// `Sidebar.Item` for a nested type. A generic argument that declares its name appears under that name. An archive name is
/// chosen once and need not follow the program, so a program that declares one can rename or move its type.
///
/// ```swift
/// final class Person: Codable, ArchiveDeclaring {
///   static var archiveClass: ArchiveClass {
///     ArchiveClass("Person", version: 2, aliases: ["Human"], keys: [
///       .key("email", since: 2, default: ""),
///       .retired("fax", .string),
///     ])
///   }
/// }
/// ```
///
/// A subclass must declare its own name if its superclass declares one: an inherited name would mix up
/// the two classes, and is an error (``SteleCodingError/Reason/inheritedArchiveName(_:)``). So a class that is not
/// final declares a `class var`.
///
/// Spec §10.1.
public protocol ArchiveDeclaring {
  /// The archive name, the version and the history of the keys, which is read once in a program.
  static var archiveClass: ArchiveClass { get }
}
