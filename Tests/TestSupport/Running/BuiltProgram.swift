package import Foundation

/// Programs of this package, which were built beside the tests.
package enum BuiltProgram {
  /// Returns the place of a program.
  package static func url(named name: String) -> URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let place = bundle?.bundleURL ?? Bundle.main.executableURL ?? URL(fileURLWithPath: ".")
    return place.deletingLastPathComponent().appendingPathComponent(name)
  }
}
