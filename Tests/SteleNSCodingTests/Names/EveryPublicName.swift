// Whatever a program is likely to import beside the libraries, in one file.
import Foundation
import Observation
import RegexBuilder
import Stele
import SteleFoundation
import SteleInspection
import SteleKeyedArchive
import SteleModel
import SteleNSCoding
import SteleVerifier
import SteleWholeFoundation
import Synchronization

#if canImport(AppKit)
  import AppKit
#endif
#if canImport(Combine)
  import Combine
#endif
#if canImport(CoreData)
  import CoreData
#endif
#if canImport(OSLog)
  import OSLog
#endif
#if canImport(SwiftData)
  import SwiftData
#endif
#if canImport(SwiftUI)
  import SwiftUI
#endif
#if canImport(UIKit)
  import UIKit
#endif

/// Every public type that a library declares at its top level, once and without the name of its module.
///
/// A type of the same name in one of the imported modules makes the name ambiguous, so this file does not compile.
///
/// A program may have types of its own named `Archiver`, `AtomicFile`, `ByteSource`, `FileError`, `FileSource`, `Polymorphic`,
/// `Unarchiver`, `Verification` or `Verifier`. Its own types win, and `Stele.Archiver` is still the one of the library: no
/// library has a type with the name of a module.
enum EveryPublicName {
  typealias OfStele = (
    ArchiveCase.Type, ArchiveChunkType.Type, ArchiveClass.Type, ArchiveClassEntry.Type,
    ArchiveClassTable.Type, ArchiveDecimal.Type, (any ArchiveDeclaring).Type, ArchiveEnumValue.Type,
    ArchiveError.Type, ArchiveKey.Type, ArchiveLimits.Type, ArchiveMapPair.Type,
    ArchiveNamedValue.Type, ArchiveObject.Type, ArchiveRule.Type,
    (any ArchiveScalarConvertible).Type, ArchiveStructValue.Type, ArchiveTypeDescriptor.Type,
    ArchiveUnknownChunk.Type, ArchiveValue.Type, ArchiveWritingError.Type, Archiver.Type,
    ArraySink.Type, (any AwakeAfterDecoding).Type, BackReference<OpaqueObject>.Type,
    (any ByteSink).Type, (any ByteSource).Type, ClassSet.Type, DeclarationFlaw.Type,
    (any FieldCodable).Type, (any FieldDecodable).Type, FieldDecoder.Type,
    (any FieldEncodable).Type, FieldEncoder.Type, KeyHistory.Type,
    LateReference<OpaqueObject?>.Type, (any LateValue).Type, MaybeUnknown<OpaqueObject>.Type,
    OldValues.Type, OpaqueObject.Type, PackedKey<Int>.Type, (any PackedStruct).Type,
    Polymorphic<Int>.Type, (any PropertyCodable).Type, (any PropertySelecting).Type,
    SeriesDecoder.Type, SeriesEncoder.Type, SteleCodingError.Type, SteleDecoder.Type,
    SteleEncoder.Type, TransientReference<OpaqueObject>.Type, TransientValue<Int>.Type,
    (any TwoPhaseCodable).Type, (any TwoPhaseDecodable).Type, Unarchiver.Type, UnknownKeys.Type
  )

  typealias OfSteleFoundation = (AtomicFile.Type, FileError.Type, FileSource.Type)

  typealias OfSteleInspection = (
    ArchiveCompatibility.Type, ArchiveDifference.Type, ArchiveExplanation.Type,
    ArchivePathFailure.Type, ArchivePlace.Type, ArchiveRecovery.Type, ArchiveSchema.Type,
    ArchiveStatistics.Type, ContentDigest.Type, NotationError.Type, NotationWriter<Never>.Type,
    RecoveryOptions.Type, RecoveryReport.Type
  )

  typealias OfSteleKeyedArchive = (
    KeyedArchiveError.Type, KeyedArchiveForm.Type, KeyedArchiveLimits.Type, PropertyListError.Type,
    PropertyListGraph.Type, PropertyListLimits.Type
  )

  typealias OfSteleModel = (
    ArchiveGraph.Type, ArchiveMergeConflict.Type, ArchiveObjectIterator.Type, ArchivePath.Type,
    ArchivePathError.Type, ArchiveReader.Type, ArchiveWeakSlot.Type, ArchiveWriter<ArraySink>.Type
  )

  typealias OfSteleNSCoding = (
    (any CircleDecoding).Type, ConditionalReference<NSObject>.Type, (any ContentDeclaring).Type,
    KeyedCodingError.Type, KeyedCodingErrorCode.Type, (any PropertyCoding).Type,
    PropertyCodingObject.Type, (any SecondPhaseDecoding).Type, SteleKeyedArchiver.Type,
    (any SteleKeyedArchiverDelegate).Type, SteleKeyedUnarchiver.Type,
    (any SteleKeyedUnarchiverDelegate).Type,
    // Beside the macro of SwiftData, a program writes the attribute `@TransientValue`.
    Transient<Int>.Type, UnknownCodedObject.Type
  )

  typealias OfSteleVerifier = (
    Verification.Type, VerificationLevel.Type, Verifier.Type, VerifierLimits.Type
  )
}
