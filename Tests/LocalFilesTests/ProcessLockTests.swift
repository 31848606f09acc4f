// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import LocalFiles
import Testing

@Suite("The lock for a single process")
struct ProcessLockTests {
  private let path = FileManager.default.temporaryDirectory.appendingPathComponent("lock-\(UUID().uuidString.prefix(8))").path

  @Test("A held lock names the process that holds it and is free again after its release")
  func holder() throws {
    #expect(!ProcessLock.isHeld(at: path))
    do {
      let lock = try ProcessLock(at: path)
      #expect(ProcessLock.isHeld(at: path))
      #expect(refusal() == .isHeld(by: getpid()))
      _ = consume lock
    }
    #expect(!ProcessLock.isHeld(at: path))
    #expect(refusal() == nil)
  }

  @Test("A lock whose process number cannot be read is held by an unknown process")
  func unknown() throws {
    let lock = try ProcessLock(at: path)
    try Data("not a number".utf8).write(to: URL(fileURLWithPath: path))
    #expect(refusal() == .isHeld(by: nil))
    _ = consume lock
  }

  @Test("A lock file that is a link is refused")
  func link() {
    #expect(symlink("/dev/null", path) == 0)
    #expect(refusal() == .systemCallFailed(errorNumber: ELOOP))
  }

  private func refusal() -> ProcessLock.Refusal? {
    do {
      _ = try ProcessLock(at: path)
      return nil
    } catch {
      return error
    }
  }
}
