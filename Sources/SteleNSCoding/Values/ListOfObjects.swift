internal import Foundation

/// Lists of objects that Foundation need not convert.
enum ListOfObjects {
  static func array(of objects: [AnyObject]) -> NSArray {
    // Safe: there are as many objects.
    unsafe objects.withUnsafeBufferPointer {
      unsafe NSArray(objects: $0.baseAddress, count: $0.count)
    }
  }

  static func mutableArray(of objects: [AnyObject]) -> NSMutableArray {
    // Safe: there are as many objects.
    unsafe objects.withUnsafeBufferPointer {
      unsafe NSMutableArray(objects: $0.baseAddress, count: $0.count)
    }
  }
}
