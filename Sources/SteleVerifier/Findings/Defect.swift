internal import Stele

/// A broken rule and its offset in a part of the archive, on the way to becoming a ``Finding``.
struct Defect: Error {
  let rule: ArchiveRule
  let offset: Int

  init(_ rule: ArchiveRule, _ offset: Int) {
    self.rule = rule
    self.offset = offset
  }
}
