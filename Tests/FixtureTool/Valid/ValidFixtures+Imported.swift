import Stele
import SteleKeyedArchive
import SteleModel
import TestSupport

extension ValidFixtures {
  /// Annex E: keyed archives from elsewhere, taken over.
  static func imported() throws -> [ValidFixture] {
    try sources.map { name, file in
      let bytes = try FixtureFolder.bytes("keyed-archives/\(file)")
      return try ValidFixture(
        "imported-\(name)", ["E.1"], "What `keyed-archives/\(file)` holds.",
        ArchiveGraph(keyedArchive: bytes))
    }
  }

  /// The names of the fixtures, and the files that they are made of.
  private static let sources = [
    ("affine-transform", tests + "NSAffineTransform.plist"),
    ("arrays", "nskeyedarchiver__fixtures_arrays.xml"),
    ("attributed-string", foundation + "NSAttributedString.archive"),
    ("background-items", "artemis__test_data_macos_loginitems_backgrounditems_sierra.btm"),
    ("circular-reference", tests + "circularReference.plist"),
    ("complex", unarchiver + "ComplexTest.plist"),
    ("concrete-value", unarchiver + "ConcreteValueTest.plist"),
    ("date-interval-formatter", foundation + "DateIntervalFormatter_ValuesSetWithTemplate.archive"),
    ("engineering-types", "speedscope__run1_core_uniquing_EngineeringTypes.etypes"),
    ("integer-keys", "go_ios__ios_nskeyedarchiver_fixtures_uint64_key_dictionary.bin"),
    ("main-menu", "Flycut__English.lproj_MainMenu.nib_keyedobjects.nib"),
    ("mutable-attributed-string", tests + "NSMutableAttributedString.plist"),
    ("notification", unarchiver + "NotificationTest.plist"),
    ("primitives", "nskeyedarchiver__fixtures_primitives.xml"),
    ("python-dictionary", "plaso__test_data_plist_NSKeyedArchiver.plist"),
    ("scene", "dun_gen__Sprite_Kit_GameScene.sks"),
    ("text-checking-result", foundation + "NSTextCheckingResult_ComplexRegex.archive"),
    ("value", "go_ios__ios_nskeyedarchiver_fixtures_nsvalue.bin"),
  ]

  private static let tests = "nskeyedunarchiver__nskeyedunarchiver_tests_resources_plists_"
  private static let foundation = "swift_corelibs_foundation__Resources_Fixtures_macOS_10.14_"
  private static let unarchiver =
    "swift_corelibs_foundation__Tests_Foundation_Resources_NSKeyedUnarchiver_"
}
