/// A value type, or an immutable class, that writes and reads its keys by hand.
///
/// Keys are given as literals, in the same order in both functions for best speed; any order is right.
///
/// Objects of a class of this kind are made in dependency order, so they cannot be in a cycle of strong
/// references; see ``TwoPhaseCodable``.
public typealias FieldCodable = FieldEncodable & FieldDecodable

/// A class whose objects are made first and filled later, so that they may refer to each other in any way.
///
/// Neither time nor stack depends on how the objects refer to each other: a list of any length is filled object by object.
public typealias TwoPhaseCodable = FieldEncodable & TwoPhaseDecodable
