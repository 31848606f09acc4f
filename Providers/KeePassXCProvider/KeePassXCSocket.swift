// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import Synchronization

/// KeePassXC's end of the line, as objects that come and go.
final class KeePassXCSocket: Sendable {
  private let descriptor: CInt
  /// What comes, in order; ends when KeePassXC hangs up or says what is no JSON.
  let objects: AsyncStream<[UInt8]>

  /// Connects to the first place where the person's own KeePassXC listens.
  ///
  /// - Parameter user: Who the person is: what another user's process listens at is left alone.
  /// - Throws: `notRunning`, or `otherUser` where somebody else listens and nobody of the person's.
  init(places: [String], of user: UInt32) throws(KeePassXCError) {
    var (found, isForeign): (CInt?, Bool) = (nil, false)
    for place in places where found == nil {
      guard let descriptor = Self.connected(place) else { continue }
      if Self.user(of: descriptor) == user {
        found = descriptor
      } else {
        close(descriptor)
        isForeign = true
      }
    }
    guard let descriptor = found else { throw KeePassXCError(isForeign ? .otherUser : .notRunning) }
    self.descriptor = descriptor
    let (objects, arrivals) = AsyncStream<[UInt8]>.makeStream(bufferingPolicy: .bufferingOldest(64))
    self.objects = objects
    DispatchQueue.global().async {
      var pieces = JSONPieces()
      var buffer = [UInt8](repeating: 0, count: 64 * 1024)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0, let whole = try? pieces.take(buffer.prefix(count)) else { break }
        for object in whole { arrivals.yield(object) }
      }
      arrivals.finish()
    }
  }

  deinit { close(descriptor) }

  /// Writes one object.
  ///
  /// - Throws: `badAnswer` when nobody takes it.
  func send(_ object: [UInt8]) throws(KeePassXCError) {
    var rest = object[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw KeePassXCError(.badAnswer) }
      rest = rest.dropFirst(count)
    }
  }

  /// Ends the conversation.
  func hangUp() { shutdown(descriptor, CInt(SHUT_RDWR)) }

  /// Who listens, as the kernel recorded it (SO_PEERCRED); nil where it does not say.
  private static func user(of descriptor: CInt) -> UInt32? {
    // The kernel's `struct ucred` is three numbers of 32 bits; Glibc's module hides it.
    var credentials: (process: Int32, user: UInt32, group: UInt32) = (0, 0, 0)
    var length = socklen_t(MemoryLayout.size(ofValue: credentials))
    let status = getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length)
    return status == 0 && length == 12 ? credentials.user : nil
  }

  private static func connected(_ place: String) -> CInt? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard place.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: place.utf8) }
    let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
    guard status == 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }
}
