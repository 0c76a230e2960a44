package import Stele

/// A type whose name in archives is its name alone, whatever it is nested in.
///
/// So one test may hold the types of several versions of a program.
package protocol SimplyNamed: ArchiveDeclaring {}

extension SimplyNamed {
  package static var archiveClass: ArchiveClass { ArchiveClass("\(Self.self)") }
}
