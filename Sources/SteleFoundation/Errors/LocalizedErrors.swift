public import Foundation
public import Stele

extension ArchiveError: LocalizedError {
  /// The whole text: what could not be done and where, why, and what to do about it.
  public var errorDescription: String? { explanation }
  /// Why, as a sentence of its own.
  public var failureReason: String? { causeSentence }
  /// What to do about it.
  public var recoverySuggestion: String? { advice }
}

extension ArchiveWritingError: LocalizedError {
  /// The whole text: what could not be done and where, why, and what to do about it.
  public var errorDescription: String? { explanation }
  /// Why, as a sentence of its own.
  public var failureReason: String? { causeSentence }
  /// What to do about it.
  public var recoverySuggestion: String? { advice }
}

extension SteleCodingError: LocalizedError {
  /// The whole text: what could not be done and where, why, and what to do about it.
  public var errorDescription: String? { explanation }
  /// Why, as a sentence of its own.
  public var failureReason: String? { causeSentence }
  /// What to do about it.
  public var recoverySuggestion: String? { advice }
}

extension FileError: LocalizedError {
  /// The whole text: what could not be done and where, why, and what to do about it.
  public var errorDescription: String? { explanation }
  /// Why, as a sentence of its own.
  public var failureReason: String? { causeSentence }
  /// What to do about it.
  public var recoverySuggestion: String? { advice }
}
