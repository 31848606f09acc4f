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

  /// Connects to the first place where somebody listens.
  ///
  /// - Throws: `notRunning`.
  init(places: [String]) throws(KeePassXCError) {
    guard let descriptor = places.lazy.compactMap(Self.connected).first else { throw KeePassXCError(.notRunning) }
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
