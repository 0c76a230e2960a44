public import Stele

/// A short name of `TransientValue`, as `NSCoding` classes have it.
///
/// A program that imports SwiftData as well, which has a macro of this name, writes `@TransientValue`.
public typealias Transient = TransientValue
