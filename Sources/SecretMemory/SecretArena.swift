// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CPassfoldSystem
import Synchronization

/// The locked memory that holds every secret of the process.
///
/// Regions are never returned to the kernel, so small secrets are allocated and freed without a system call. A secret above the largest
/// slot gets a separate mapping. Slots are zeroed before they are handed out and again when they are freed.
final class SecretArena: Sendable {
  static let shared = SecretArena()

  private static let slotSizes = [32, 64, 128, 256, 512, 1024, 2048, 4096]
  private static let regionByteCount = 64 * 1024

  private struct State {
    // Addresses instead of pointers, because a raw pointer is not Sendable.
    var freeSlots: [[UInt]] = Array(repeating: [], count: SecretArena.slotSizes.count)
    var nextAddress: UInt = 0
    var regionEnd: UInt = 0
    var everUnlocked = false
    var everUsed = false
    var isShown = false

    mutating func conceal() {
      guard isShown else { return }
      isShown = passfold_forbid_dumps() != 0
    }
  }

  private let state = Mutex(State())

  /// The origin of a block, to which it is returned.
  enum Origin { case slot(sizeClass: Int), mapping(byteCount: Int), heap }

  struct Block {
    let start: UnsafeMutableRawPointer
    let capacity: Int
    let origin: Origin
  }

  /// Whether all secrets so far are protected from swapping; false once RLIMIT_MEMLOCK was reached.
  var isLocked: Bool { state.withLock { !$0.everUnlocked } }

  /// Makes the process visible to the user's other processes, until memory for the first secret is allocated here.
  func showProcess() {
    state.withLock { state in
      if !state.everUsed { state.isShown = passfold_allow_dumps() == 0 }
    }
  }

  /// Hides a process that was made visible.
  func concealProcess() { state.withLock { $0.conceal() } }

  func allocate(byteCount: Int) -> Block {
    state.withLock { state in
      state.everUsed = true
      // Hide the process before it holds the secret, whichever caller made it visible.
      state.conceal()
    }
    guard let sizeClass = Self.slotSizes.firstIndex(where: { $0 >= byteCount }) else {
      var locked = false
      guard let start = passfold_map_secret_memory(byteCount, &locked) else { return heapBlock(byteCount: byteCount) }
      if !locked { state.withLock { $0.everUnlocked = true } }
      return Block(start: start, capacity: byteCount, origin: .mapping(byteCount: byteCount))
    }
    let slotSize = Self.slotSizes[sizeClass]
    let address = state.withLock { state -> UInt? in
      if let address = state.freeSlots[sizeClass].popLast() { return address }
      if state.regionEnd - state.nextAddress < UInt(slotSize) {
        var locked = false
        guard let region = passfold_map_secret_memory(Self.regionByteCount, &locked) else { return nil }
        if !locked { state.everUnlocked = true }
        state.nextAddress = UInt(bitPattern: region)
        state.regionEnd = state.nextAddress + UInt(Self.regionByteCount)
      }
      defer { state.nextAddress += UInt(slotSize) }
      return state.nextAddress
    }
    guard let address, let start = UnsafeMutableRawPointer(bitPattern: address) else { return heapBlock(byteCount: slotSize) }
    return Block(start: start, capacity: slotSize, origin: .slot(sizeClass: sizeClass))
  }

  func release(_ block: Block) {
    passfold_wipe(block.start, block.capacity)
    switch block.origin {
    case .slot(let sizeClass):
      let address = UInt(bitPattern: block.start)
      state.withLock { $0.freeSlots[sizeClass].append(address) }
    case .mapping(let byteCount): passfold_unmap_secret_memory(block.start, byteCount)
    case .heap: block.start.deallocate()
    }
  }

  /// The last resort if the kernel provides no mapping: not locked, but still wiped.
  private func heapBlock(byteCount: Int) -> Block {
    state.withLock { $0.everUnlocked = true }
    let start = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 16)
    start.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    return Block(start: start, capacity: byteCount, origin: .heap)
  }
}
