public import Stele

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension ArchiveError: LocalizedError {
  /// The text: what could not be done, where, why, and a remedy.
  public var errorDescription: String? { explanation }
  /// The reason, as a full sentence.
  public var failureReason: String? { causeSentence }
  /// The remedy.
  public var recoverySuggestion: String? { advice }
}

extension ArchiveWritingError: LocalizedError {
  /// The text: what could not be done, where, why, and a remedy.
  public var errorDescription: String? { explanation }
  /// The reason, as a full sentence.
  public var failureReason: String? { causeSentence }
  /// The remedy.
  public var recoverySuggestion: String? { advice }
}

extension SteleCodingError: LocalizedError {
  /// The text: what could not be done, where, why, and a remedy.
  public var errorDescription: String? { explanation }
  /// The reason, as a full sentence.
  public var failureReason: String? { causeSentence }
  /// The remedy.
  public var recoverySuggestion: String? { advice }
}

extension FileError: LocalizedError {
  /// The text: what could not be done, where, why, and a remedy.
  public var errorDescription: String? { explanation }
  /// The reason, as a full sentence.
  public var failureReason: String? { causeSentence }
  /// The remedy.
  public var recoverySuggestion: String? { advice }
}
