// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
package import HummingbirdCore
import HummingbirdTLS

/// The listener: HTTP/1.1 with short headers, within TLS 1.3 if there is a certificate.
package enum SyncListener {
  /// Returns a builder that accepts connections.
  /// - Parameters:
  ///   - certificate: A file with the certificate chain, PEM, leaf first; nil behind a web server.
  ///   - key: A file with the certificate's key, PEM.
  ///   - networks: Counts connections by network; nil if all come from one web server.
  ///   - idleMilliseconds: How long a connection may be silent when the client should send, in milliseconds.
  /// - Throws: An error about the files.
  package static func builder(
    certificate: String? = nil, key: String? = nil, networks: NetworkConnections? = nil, idleMilliseconds: Int64 = 30_000
  ) throws -> HTTPServerBuilder {
    // A header has a token and a few names. Waiting for a reply does not count as idle.
    let http = HTTPServerBuilder.http1(
      configuration: .init(
        additionalChannelHandlers: networks.map { [NetworkConnections.Place(among: $0)] } ?? [],
        idleTimeout: .milliseconds(idleMilliseconds),
        httpDecoderConfiguration: .init(maxHeaderFieldSize: 8 << 10, maxHeaderListSize: 16 << 10, maxHeaderFieldCount: 64)))
    guard let certificate, let key else { return http }
    do {
      var tls = TLSConfiguration.makeServerConfiguration(
        certificateChain: try NIOSSLCertificate.fromPEMFile(certificate).map { .certificate($0) },
        privateKey: .privateKey(try NIOSSLPrivateKey(file: key, format: .pem)))
      tls.minimumTLSVersion = .tlsv13
      return try .tls(http, tlsConfiguration: tls)
    } catch {
      throw ProgramFailure("\(certificate) and \(key) are not a PEM certificate chain and its key")
    }
  }
}
