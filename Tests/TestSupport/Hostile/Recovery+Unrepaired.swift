package import SteleInspection

extension Recovery {
  /// Recovers an archive without the repair of single errors, so that one wrong byte makes a loss.
  package static func unrepaired(_ bytes: [UInt8]) -> Recovery {
    var options = RecoveryOptions()
    options.repairStepLimit = 0
    return Recovery(bytes, options: options)
  }
}
