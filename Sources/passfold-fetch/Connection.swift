// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FetchProtocol
import Glibc

/// A connected socket to the host, created before the process confines itself.
struct Connection {
  /// The time limit per address if there are several, in milliseconds.
  private static let patience = 3000
  /// The maximum number of addresses to try.
  private static let mostAddresses = 6

  let descriptor: CInt
  let address: InternetAddress

  /// Looks up the host and connects to the first address that answers.
  ///
  /// - Throws: `privateAddress` if a public host name resolves to a private network or this machine: all addresses must be public, and none
  ///   may belong to this machine.
  static func open(_ request: FetchRequest, until deadline: ContinuousClock.Instant) throws(FetchFailure) -> Connection {
    let addresses: [InternetAddress]
    if let route = request.route {
      addresses = lookUp(route.address, port: route.port, flags: AI_NUMERICHOST)
    } else {
      addresses = lookUp(request.host, port: request.port, flags: AI_ADDRCONFIG)
      guard addresses.allSatisfy(\.isPublic), let own = OwnAddresses.ofThisMachine(), !addresses.contains(where: { own.contain($0.bytes) })
      else { throw .privateAddress }
    }
    guard !addresses.isEmpty else { throw .nameNotFound }
    for address in addresses.prefix(mostAddresses) {
      let left = deadline.millisecondsLeft
      guard left > 0 else { throw .timedOut }
      if let descriptor = connect(to: address, milliseconds: addresses.count == 1 ? left : min(left, patience)) {
        guard request.route != nil || !OwnAddresses.hasBothEnds(of: descriptor) else {
          close(descriptor)
          throw .privateAddress
        }
        return Connection(descriptor: descriptor, address: address)
      }
    }
    throw deadline.millisecondsLeft > 0 ? .noConnection : .timedOut
  }

  private static func lookUp(_ name: String, port: UInt16, flags: CInt) -> [InternetAddress] {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    hints.ai_flags = flags | AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(name, String(port), &hints, &list) == 0, let list else { return [] }
    defer { freeaddrinfo(list) }
    return sequence(first: list, next: { $0.pointee.ai_next }).compactMap { InternetAddress($0.pointee) }
  }

  private static func connect(to address: InternetAddress, milliseconds: Int) -> CInt? {
    let descriptor = socket(address.family, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    let result = address.withSocketAddress { Glibc.connect(descriptor, $0, $1) }
    if result == 0 { return descriptor }
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    var failure: CInt = 0
    var size = socklen_t(MemoryLayout<CInt>.size)
    guard errno == EINPROGRESS, poll(&entry, 1, CInt(milliseconds)) == 1,
      getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &size) == 0, failure == 0
    else {
      close(descriptor)
      return nil
    }
    return descriptor
  }
}

extension ContinuousClock.Instant {
  /// The time left in milliseconds, never negative.
  var millisecondsLeft: Int {
    let left = ContinuousClock.now.duration(to: self).components
    guard left.seconds >= 0, left.attoseconds >= 0 else { return 0 }
    return Int(left.seconds) * 1000 + Int(left.attoseconds / 1_000_000_000_000_000)
  }
}
