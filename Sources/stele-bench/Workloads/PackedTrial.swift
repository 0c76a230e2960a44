/// Trials of arrays whose elements are copied in the form they have in memory.
enum PackedTrial {
  /// Copies the bytes, computes a checksum, and checks the number of bytes.
  static func ceiling<Element: BitwiseCopyable>(
    _ content: @escaping () -> [Element], hash: @escaping ([Element]) -> UInt64
  ) -> any AnyTrial {
    Trial(
      content: content, hash: hash, input: { $0 },
      encode: { elements in
        var writer = PositionalWriter(capacity: elements.count * MemoryLayout<Element>.stride + 16)
        writer.write(packed: elements)
        return PositionalBytes(writer.finish())
      },
      decode: { bytes in try PositionalReader.read(bytes.raw) { try $0.packed(Element.self) } },
      contentOf: { $0 })
  }

  /// Copies into a new array, in the memory that the array before it has released.
  static func memcpy<Element: BitwiseCopyable>(
    _ content: @escaping () -> [Element], hash: @escaping ([Element]) -> UInt64
  ) -> any AnyTrial {
    Trial(
      content: content, hash: hash, input: { $0 },
      encode: { elements in
        // Safe: the elements have no references, and all bytes of the new array are initialised.
        unsafe elements.withUnsafeBytes { bytes in
          unsafe [UInt8](unsafeUninitializedCapacity: bytes.count) { target, count in
            unsafe UnsafeMutableRawBufferPointer(target).copyMemory(from: bytes)
            count = bytes.count
          }
        }
      },
      decode: { (archive: [UInt8]) in
        // Safe: the elements are those of `encode`, of a type of which any bits are a value.
        unsafe archive.withUnsafeBytes { bytes in
          let elementCount = bytes.count / MemoryLayout<Element>.stride
          return unsafe [Element](unsafeUninitializedCapacity: elementCount) { target, count in
            unsafe UnsafeMutableRawBufferPointer(target).copyMemory(from: bytes)
            count = elementCount
          }
        }
      }, contentOf: { $0 })
  }
}
