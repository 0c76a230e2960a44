// swift-tools-version: 6.2.3
import PackageDescription

// The facts of files that Apple asks for; a bundle of resources is of no use elsewhere.
#if os(macOS)
  let (privacy, noPrivacy): ([Resource], [String]) = (
    [.copy("Resources/PrivacyInfo.xcprivacy")], []
  )
#else
  let (privacy, noPrivacy): ([Resource], [String]) = ([], ["Resources"])
#endif

let package = Package(
  name: "Stele",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Stele", targets: ["Stele"]),
    .library(name: "SteleFoundation", targets: ["SteleFoundation"]),
    .library(name: "SteleInspection", targets: ["SteleInspection"]),
    .library(name: "SteleKeyedArchive", targets: ["SteleKeyedArchive"]),
    .library(name: "SteleModel", targets: ["SteleModel"]),
    .library(name: "SteleNSCoding", targets: ["SteleNSCoding"]),
    .library(name: "SteleVerifier", targets: ["SteleVerifier"]),
    .library(name: "SteleWholeFoundation", targets: ["SteleWholeFoundation"]),
    .executable(name: "stele", targets: ["stele-cli"]),
  ],
  targets: [
    .target(name: "Stele"),
    .target(
      name: "SteleFoundation", dependencies: ["Stele"], exclude: noPrivacy, resources: privacy),
    .target(name: "SteleInspection", dependencies: ["Stele", "SteleModel"]),
    .target(name: "SteleKeyedArchive", dependencies: ["Stele", "SteleModel"]),
    .target(name: "SteleModel", dependencies: ["Stele", "SteleFoundation"]),
    .target(
      name: "SteleNSCoding",
      dependencies: [
        "Stele", "SteleFoundation", "SteleKeyedArchive", "SteleModel", "SteleWholeFoundation",
      ]),
    .target(name: "SteleVerifier", dependencies: ["Stele"]),
    .target(name: "SteleWholeFoundation", dependencies: ["Stele", "SteleFoundation"]),
    .target(name: "SteleTool", dependencies: ["Stele", "SteleInspection", "SteleModel"]),
    .executableTarget(
      name: "stele-cli",
      dependencies: [
        "Stele", "SteleFoundation", "SteleInspection", "SteleKeyedArchive", "SteleModel",
        "SteleTool", "SteleVerifier",
      ],
      exclude: [
        "JSON", "View/inspector.js", "View/page.css", "View/page.html", "View/page.js",
        "View/panes.js", "View/places.js", "View/reader.js", "View/search.js",
      ]),
    .executableTarget(
      name: "stele-bench",
      dependencies: [
        "Stele", "SteleFoundation", "SteleModel", "SteleNSCoding", "SteleVerifier", "TestSupport",
      ]),
    .executableTarget(
      name: "SteleFuzz",
      dependencies: [
        "Stele", "SteleInspection", "SteleKeyedArchive", "SteleModel", "SteleNSCoding",
        "SteleVerifier", "TestSupport",
      ]),
    .target(
      name: "TestSupport",
      dependencies: [
        "Stele", "SteleInspection", "SteleKeyedArchive", "SteleModel", "SteleVerifier",
      ],
      path: "Tests/TestSupport"),
    .executableTarget(
      name: "fixtures",
      dependencies: [
        "Stele", "SteleInspection", "SteleKeyedArchive", "SteleModel", "SteleVerifier",
        "TestSupport",
      ],
      path: "Tests/FixtureTool"),
    .executableTarget(
      name: "bounds",
      dependencies: [
        "Stele", "SteleInspection", "SteleKeyedArchive", "SteleModel", "SteleTool", "SteleVerifier",
        "TestSupport",
      ],
      path: "Tests/BoundsTool"),
    .executableTarget(
      name: "foundation-table",
      dependencies: [
        "Stele", "SteleInspection", "SteleKeyedArchive", "SteleModel", "SteleNSCoding",
        "TestSupport",
      ],
      path: "Tests/FoundationTableTool"),
    .executableTarget(
      name: "essentials-client", dependencies: ["Stele", "SteleFoundation"],
      path: "Tests/EssentialsClient"),
    .executableTarget(
      name: "foundation-client", dependencies: ["Stele", "SteleFoundation"],
      path: "Tests/FoundationClient"),
    .testTarget(
      name: "SteleTests",
      dependencies: ["Stele", "SteleFoundation", "SteleInspection", "SteleModel", "TestSupport"]),
    .testTarget(name: "MainActorTests", dependencies: ["Stele"]),
    .testTarget(
      name: "SteleFoundationTests",
      dependencies: [
        "Stele", "SteleFoundation", "SteleInspection", "SteleModel", "SteleVerifier",
        "SteleWholeFoundation", "TestSupport", "essentials-client", "foundation-client",
      ]),
    .testTarget(
      name: "SteleKeyedArchiveTests",
      dependencies: ["Stele", "SteleKeyedArchive", "SteleModel", "SteleVerifier", "TestSupport"]),
    .testTarget(
      name: "SteleNSCodingTests",
      dependencies: [
        "Stele", "SteleFoundation", "SteleInspection", "SteleKeyedArchive", "SteleModel",
        "SteleNSCoding", "SteleVerifier", "SteleWholeFoundation", "TestSupport", "foundation-table",
      ]),
    .testTarget(
      name: "SteleInspectionTests",
      dependencies: ["Stele", "SteleFoundation", "SteleInspection", "SteleModel", "TestSupport"]),
    .testTarget(
      name: "SteleVerifierTests",
      dependencies: ["Stele", "SteleInspection", "SteleModel", "SteleVerifier", "TestSupport"]),
    .testTarget(
      name: "stele-cliTests",
      dependencies: [
        "Stele", "SteleFoundation", "SteleInspection", "SteleKeyedArchive", "SteleModel",
        "SteleTool", "SteleVerifier", "TestSupport", "stele-cli",
      ]),
    .testTarget(
      name: "ConformanceTests",
      dependencies: [
        "Stele", "SteleInspection", "SteleKeyedArchive", "SteleModel", "SteleVerifier",
        "TestSupport", "bounds", "fixtures",
      ]),
    .testTarget(
      name: "SampleDocuments",
      dependencies: ["Stele", "SteleFoundation", "SteleInspection", "SteleModel"],
      path: "Tests/Samples/Documents"),
    .testTarget(
      name: "SampleMessages", dependencies: ["Stele", "SteleModel"], path: "Tests/Samples/Messages"),
    .testTarget(
      name: "SampleCheckpoints", dependencies: ["Stele", "SteleFoundation"],
      path: "Tests/Samples/Checkpoints"),
  ],
  swiftLanguageModes: [.v6]
)

let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
for target in package.targets {
  target.swiftSettings = settings
  if target.name == "MainActorTests" {
    target.swiftSettings?.append(.defaultIsolation(MainActor.self))
  }
}
