/// A point or direction, with synthesised `Codable`.
struct Vector: Codable {
  var x: Float
  var y: Float
  var z: Float
}

/// Three corners and a direction, with synthesised `Codable`.
struct Triangle: Codable {
  var v0: Vector
  var v1: Vector
  var v2: Vector
  var normal: Vector
}

/// Triangles that share nothing.
enum Mesh {
  static func triangles(_ count: Int) -> [Triangle] {
    var random = SplitMix64(seed: 2)
    func vector() -> Vector {
      let x = random.nextFloat()
      let y = random.nextFloat()
      return Vector(x: x, y: y, z: random.nextFloat())
    }
    return (0..<count).map { _ in
      let v0 = vector()
      let v1 = vector()
      let v2 = vector()
      return Triangle(v0: v0, v1: v1, v2: v2, normal: vector())
    }
  }

  static func hash(_ triangles: [Triangle]) -> UInt64 {
    var hash = ContentHash()
    func combine(_ vector: Vector) {
      hash.combine(vector.x)
      hash.combine(vector.y)
      hash.combine(vector.z)
    }
    for triangle in triangles {
      combine(triangle.v0)
      combine(triangle.v1)
      combine(triangle.v2)
      combine(triangle.normal)
    }
    return hash.value
  }
}
