/// A type that says by which name and with which history it stands in archives.
///
/// Conformance is optional: without it a type has the version 1 and the name of its path in its module, such as `Item`, or
/// `Sidebar.Item` for a nested type; a generic argument that declares its name stands in it with that name. Archive names are
/// chosen once and need not follow the program, so declaring one is what lets a program rename its types, or move them.
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
/// A subclass must declare a name of its own when its superclass declares one: an inherited name would mix up
/// the two classes, and is an error (``SteleCodingError/Reason/inheritedArchiveName(_:)``). Hence `class var` in
/// classes that are not final.
///
/// Spec §8.1.
public protocol ArchiveDeclaring {
  /// The archive name, the version and the history of the keys, for which a program is asked once.
  static var archiveClass: ArchiveClass { get }
}
