internal import Foundation

/// A triangle for NSKeyedArchiver.
final class KeyedTriangle: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  private static let keys = ["v0", "v1", "v2", "normal"].flatMap { [$0 + "x", $0 + "y", $0 + "z"] }
  let triangle: Triangle

  init(_ triangle: Triangle) {
    self.triangle = triangle
  }

  func encode(with coder: NSCoder) {
    let corners = [triangle.v0, triangle.v1, triangle.v2, triangle.normal]
    for (number, key) in zip(corners.flatMap { [$0.x, $0.y, $0.z] }, Self.keys) {
      coder.encode(number, forKey: key)
    }
  }

  init?(coder: NSCoder) {
    let numbers = Self.keys.map { coder.decodeFloat(forKey: $0) }
    let corners = stride(from: 0, to: numbers.count, by: 3).map {
      Vector(x: numbers[$0], y: numbers[$0 + 1], z: numbers[$0 + 2])
    }
    triangle = Triangle(v0: corners[0], v1: corners[1], v2: corners[2], normal: corners[3])
  }
}
