public import Stele

/// A short name of `TransientValue`, for `NSCoding` classes.
///
/// SwiftData has a macro with this name, so a program that imports both writes `@TransientValue`.
public typealias Transient = TransientValue
