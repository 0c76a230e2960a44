package import SteleInspection

extension ArchiveRecovery {
  /// Recovers an archive without the repair of single errors, so that one wrong byte makes a loss, and keeps nil.
  package static func unrepaired(_ bytes: [UInt8]) -> ArchiveRecovery {
    var options = RecoveryOptions()
    (options.repairStepLimit, options.keepsNil) = (0, true)
    return ArchiveRecovery(bytes, options: options)
  }
}
