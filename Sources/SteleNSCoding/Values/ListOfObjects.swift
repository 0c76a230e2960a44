internal import Foundation

/// Lists of objects, whose elements Foundation need not convert.
enum ListOfObjects {
  /// Returns an immutable list.
  static func array(of objects: [AnyObject]) -> NSArray {
    // Safe: there are as many objects.
    unsafe objects.withUnsafeBufferPointer {
      unsafe NSArray(objects: $0.baseAddress, count: $0.count)
    }
  }

  /// Returns a mutable list.
  static func mutableArray(of objects: [AnyObject]) -> NSMutableArray {
    // Safe: there are as many objects.
    unsafe objects.withUnsafeBufferPointer {
      unsafe NSMutableArray(objects: $0.baseAddress, count: $0.count)
    }
  }
}
