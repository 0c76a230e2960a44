package import SteleInspection

extension ArchiveRecovery {
  /// Recovers an archive without the repair of single errors, so that one wrong byte makes a loss, and keeps nil.
  package static func unrepaired(_ bytes: [UInt8]) -> ArchiveRecovery {
    ArchiveRecovery(bytes, options: .unrepaired)
  }
}

extension RecoveryOptions {
  /// The options without the repair of single errors, which keep nil.
  package static var unrepaired: RecoveryOptions {
    var options = RecoveryOptions()
    (options.repairStepLimit, options.keepsNil) = (0, true)
    return options
  }
}
