internal import Foundation

/// Lists of what are objects already, which Foundation need not make such of.
enum ListOfObjects {
  /// A list that does not change.
  static func array(of objects: [AnyObject]) -> NSArray {
    // Safe: there are as many objects.
    unsafe objects.withUnsafeBufferPointer {
      unsafe NSArray(objects: $0.baseAddress, count: $0.count)
    }
  }

  /// A list that changes.
  static func mutableArray(of objects: [AnyObject]) -> NSMutableArray {
    // Safe: there are as many objects.
    unsafe objects.withUnsafeBufferPointer {
      unsafe NSMutableArray(objects: $0.baseAddress, count: $0.count)
    }
  }
}
