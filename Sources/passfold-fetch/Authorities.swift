// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FetchProtocol
import Glibc

/// The certificate authorities for verifying servers, read before the process confines itself.
enum Authorities {
  /// The locations of the system's authorities: Debian, Fedora, OpenSUSE and Alpine.
  private static let bundles = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
  ]
  private static let limit = 4 << 20

  /// Returns the authorities in PEM: for a developer's site, only the developer's own, if given; otherwise the system's.
  static func pem(for request: FetchRequest) throws(FetchFailure) -> [UInt8] {
    if let file = request.route?.authority {
      guard let bytes = read(file) else { throw .authorityUnreadable }
      return bytes
    }
    for bundle in bundles { if let bytes = read(bundle) { return bytes } }
    // Without authorities, no certificate can be verified.
    throw .untrustedCertificate
  }

  private static func read(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, (1...limit).contains(Int(status.st_size)) else { return nil }
    let size = Int(status.st_size)
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = max(0, Glibc.read(descriptor, buffer.baseAddress, size))
    }
    return bytes.count == size ? bytes : nil
  }
}
