internal import Stele

extension Explicit {
  /// A point or direction.
  struct Vector: PackedStruct {
    var x: Float = 0
    var y: Float = 0
    var z: Float = 0
    static let packedKeys = [PackedKey<Vector>("x", \.x), PackedKey("y", \.y), PackedKey("z", \.z)]
  }

  /// Three corners and a direction.
  struct Triangle: PackedStruct {
    var v0 = Vector()
    var v1 = Vector()
    var v2 = Vector()
    var normal = Vector()
    static let packedKeys = [
      PackedKey<Triangle>("v0", \.v0), PackedKey("v1", \.v1), PackedKey("v2", \.v2),
      PackedKey("normal", \.normal),
    ]
  }
}

extension Explicit.Vector {
  init(_ vector: Vector) {
    self.init(x: vector.x, y: vector.y, z: vector.z)
  }
}

extension Vector {
  init(_ vector: Explicit.Vector) {
    self.init(x: vector.x, y: vector.y, z: vector.z)
  }
}

extension Explicit.Triangle {
  init(_ triangle: Triangle) {
    self.init(
      v0: .init(triangle.v0), v1: .init(triangle.v1), v2: .init(triangle.v2),
      normal: .init(triangle.normal))
  }
}

extension Triangle {
  init(_ triangle: Explicit.Triangle) {
    self.init(
      v0: .init(triangle.v0), v1: .init(triangle.v1), v2: .init(triangle.v2),
      normal: .init(triangle.normal))
  }
}
