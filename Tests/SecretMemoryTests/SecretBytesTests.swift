// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SecretMemory
import Testing

@Suite("Secret bytes")
struct SecretBytesTests {
  @Test("start zero-filled", arguments: [0, 1, 31, 32, 33, 4096, 4097, 100_000])
  func zeroFilled(byteCount: Int) {
    let secret = SecretBytes(byteCount: byteCount)
    #expect(secret.byteCount == byteCount)
    #expect(secret.withBytes { $0.count == byteCount && $0.allSatisfy { $0 == 0 } })
  }

  @Test("wipe the array that they take")
  func wipesSource() {
    var source: [UInt8] = [1, 2, 3, 4]
    let secret = SecretBytes(wiping: &source)
    #expect(source.isEmpty)
    #expect(secret.withBytes { Array($0) } == [1, 2, 3, 4])
  }

  @Test("copy from a sequence without contiguous storage")
  func copiesSequence() {
    let secret = SecretBytes(copying: stride(from: UInt8(0), to: 100, by: 1))
    #expect(secret.withBytes { Array($0) } == Array(0..<100))
  }

  @Test("are wiped when their owner is released")
  func wipedOnRelease() throws {
    let count = 3001
    func address() -> UInt {
      let secret = SecretBytes(copying: [UInt8](repeating: 0xA5, count: count))
      return secret.withBytes { UInt(bitPattern: $0.baseAddress) }
    }
    // The arena keeps its regions mapped, so the freed slot can still be read.
    let freed = try #require(UnsafeRawPointer(bitPattern: address()))
    #expect(!UnsafeRawBufferPointer(start: freed, count: count).contains(0xA5))
  }

  @Test("are copied only on request, and then independently")
  func copies() {
    var first = SecretBytes(copying: [7, 7])
    let second = first.copy()
    first.withMutableBytes { $0[0] = 9 }
    #expect(first.withBytes { Array($0) } == [9, 7])
    #expect(second.withBytes { Array($0) } == [7, 7])
  }

  @Test("are random bytes from the given generator")
  func randomBytes() {
    struct Counter: RandomNumberGenerator {
      var value: UInt64 = 0
      mutating func next() -> UInt64 {
        defer { value += 1 }
        return value
      }
    }
    var generator = Counter()
    let secret = SecretBytes.random(byteCount: 4, using: &generator)
    #expect(secret.withBytes { Array($0) } == [0, 1, 2, 3])
    var system = SystemRandomNumberGenerator()
    let a = SecretBytes.random(byteCount: 32, using: &system)
    let b = SecretBytes.random(byteCount: 32, using: &system)
    let equal = constantTimeEquals(a, b)
    #expect(!equal)
  }

  @Test("are in memory that is locked, excluded from core dumps and wiped in a forked child", arguments: [16, 20_000])
  func memoryFlags(byteCount: Int) throws {
    let secret = SecretBytes(byteCount: byteCount)
    let address = secret.withBytes { UInt(bitPattern: $0.baseAddress) }
    // Foundation's whole-file readers rely on the file's size, which is 0 in /proc.
    let file = try #require(FileHandle(forReadingAtPath: "/proc/self/smaps"))
    let map = String(decoding: try #require(try file.readToEnd()), as: UTF8.self)
    var inMapping = false
    var flags: [Substring] = []
    for line in map.split(separator: "\n") {
      let range = line.prefix { $0 != " " }.split(separator: "-")
      if range.count == 2, let start = UInt(range[0], radix: 16), let end = UInt(range[1], radix: 16) {
        inMapping = (start..<end).contains(address)
      } else if inMapping, line.hasPrefix("VmFlags:") {
        flags = line.split(separator: " ")
      }
    }
    #expect(flags.contains("dd"))
    #expect(flags.contains("wf"))
    #expect(flags.contains("lo") || !ProcessHardening.secretsAreLocked)
    // Used once more, so that the secret still owned its memory while the map was read.
    #expect(secret.withBytes { $0.count } == byteCount)
  }

  @Test("stay intact with many owners on many threads")
  func concurrentUse() async {
    await withTaskGroup(of: Bool.self) { group in
      for task in 0..<8 {
        group.addTask {
          var intact = true
          for round in 0..<500 {
            let mark = UInt8(truncatingIfNeeded: task &* 31 &+ round)
            let secret = SecretBytes(copying: [UInt8](repeating: mark, count: 1 + round % 300))
            intact = intact && secret.withBytes { $0.allSatisfy { $0 == mark } }
          }
          return intact
        }
      }
      for await intact in group { #expect(intact) }
    }
  }
}
