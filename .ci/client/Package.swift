// swift-tools-version: 6.2.3
import PackageDescription

let stele = Target.Dependency.product(name: "Stele", package: "Stele")

// The programs that .ci/client-figures measures.
let package = Package(
  name: "Client",
  platforms: [.macOS(.v15)],
  dependencies: [.package(path: "../Stele")],
  targets: [
    // Codes people with the library, and with JSON.
    .executableTarget(
      name: "client", dependencies: [stele, .product(name: "SteleFoundation", package: "Stele")]),
    // Codes values of Foundation, with the library and with JSON.
    .executableTarget(
      name: "values", dependencies: [stele, .product(name: "SteleFoundation", package: "Stele")]),
    // Without SteleFoundation.
    .executableTarget(name: "core", dependencies: [stele]),
    // Without the library, with JSON alone.
    .executableTarget(name: "bare"),
    // Without the library, with those types of Foundation that bring all of it into a static program.
    .executableTarget(name: "whole"),
  ]
)
