// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Synchronization

/// Answers every request on this computer with an empty map, keeps connections open and counts them.
final class CountingServer: Sendable {
  let port: UInt16
  private let listener: CInt
  private let accepted = Atomic(0)

  var connectionCount: Int { accepted.load(ordering: .acquiring) }

  init() {
    listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(listener, $0, size)
        _ = getsockname(listener, $0, &size)
      }
    }
    listen(listener, 8)
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        accepted.add(1, ordering: .acquiringAndReleasing)
        Thread.detachNewThread { Self.serve(connection) }
      }
    }
  }

  deinit { close(listener) }

  func end() { shutdown(listener, CInt(SHUT_RDWR)) }

  private static func serve(_ connection: CInt) {
    let answer = Array("HTTP/1.1 200 OK\r\nContent-Type: application/cbor\r\nContent-Length: 1\r\n\r\n\u{20}".utf8)
    var buffer = [UInt8](repeating: 0, count: 4096)
    // A request without a body arrives in one piece here.
    while recv(connection, &buffer, buffer.count, 0) > 0 { _ = send(connection, answer, answer.count, CInt(MSG_NOSIGNAL)) }
    close(connection)
  }
}
