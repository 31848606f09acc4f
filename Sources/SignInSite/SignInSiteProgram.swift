// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import GRDB
import Hummingbird
import HummingbirdTLS
import Logging
import OneTimeCodeStorage
import WebAuthnRelyingParty
import WebDomains

/// A small site with all kinds of sign-in: passwords, one-time codes and passkeys.
@main
struct SignInSiteProgram: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "SignInSite", abstract: "Serves a sign-in site over HTTPS, to try AutoFill against.")

  @Option(help: "Address to listen on.") var host = "127.0.0.1"
  @Option(help: "Port to listen on; 0 uses a free port, which is printed.") var port = 8443
  @Option(help: "Origin that browsers see.") var origin = "https://login.shop.example"
  @Option(help: "Relying party ID of passkeys.") var relyingPartyId = "shop.example"
  @Option(help: "Domain in set-up links.") var issuerDomain = "shop.example"
  @Option(help: "Name of the site, as shown to users.") var siteName = "Shop Example"
  @Option(help: "Certificate chain, PEM, leaf first.", completion: .file()) var certificate: String
  @Option(help: "Private key of the certificate, PEM.", completion: .file()) var privateKey: String
  @Option(help: "SQLite database; created if missing.", completion: .file()) var database: String
  @Option(help: "Key file for the secrets in the database; created if missing.", completion: .file()) var secretKey: String

  @Option(name: .customLong("related-origin"), help: "Another origin that serves this site with the same passkeys; can be repeated.")
  var relatedOrigins: [String] = []
  @Option(
    name: .customLong("app"),
    help: "Application that may use the site's credentials, as TEAMID.bundle.identifier or desktop.identifier; can be repeated.")
  var apps: [String] = []
  @Option(help: "The FIDO Alliance's metadata (MDS3 blob), for the names of security keys.", completion: .file()) var metadata: String?

  func validate() throws {
    guard let parsed = try? Origin(parsing: origin), parsed.scheme == .https, parsed.description == origin else {
      throw ValidationError("--origin: \(origin) is not an https origin such as https://login.shop.example")
    }
    guard (try? RelyingPartyID(relyingPartyId).check(against: parsed)) != nil else {
      throw ValidationError("--relying-party-id: \(relyingPartyId) is neither the host of \(origin) nor a domain above it")
    }
    for related in relatedOrigins {
      guard let parsed = try? Origin(parsing: related), parsed.scheme == .https, parsed.description == related else {
        throw ValidationError("--related-origin: \(related) is not an https origin such as https://shop.example")
      }
    }
    for (option, file) in [("--certificate", certificate), ("--private-key", privateKey)] {
      guard FileManager.default.isReadableFile(atPath: file) else { throw ValidationError("\(option): cannot read \(file)") }
    }
  }

  func run() async throws {
    let environment = SiteEnvironment.live
    let key: OneTimeCodeStorageKey
    var generator = SystemRandomNumberGenerator()
    do { key = try OneTimeCodeStorageKey(file: URL(filePath: secretKey), using: &generator) } catch {
      throw ValidationError("--secret-key: \(secretKey) \(error.words)")
    }
    let tls: TLSConfiguration
    do {
      tls = .makeServerConfiguration(
        certificateChain: try NIOSSLCertificate.fromPEMFile(certificate).map { .certificate($0) },
        privateKey: .privateKey(try NIOSSLPrivateKey(file: privateKey, format: .pem)))
    } catch {
      throw ValidationError("\(certificate) and \(privateKey) are not a PEM certificate chain and its key")
    }
    var databaseConfiguration = Configuration()
    databaseConfiguration.busyMode = .timeout(5)
    let site = try await Site(
      configuration: SiteConfiguration(
        origin: origin, relyingPartyID: relyingPartyId, issuerDomain: issuerDomain, name: siteName, relatedOrigins: relatedOrigins,
        apps: apps),
      environment: environment, database: DatabasePool(path: database, configuration: databaseConfiguration), storageKey: key,
      metadata: try readMetadata())
    var logger = Logger(label: "SignInSite")
    logger.logLevel = .notice
    let origin = self.origin
    let application = Application(
      router: try site.router(), server: try .tls(tlsConfiguration: tls),
      configuration: ApplicationConfiguration(address: .hostname(host, port: port), serverName: "SignInSite"),
      onServerRunning: { channel in
        let port = channel.localAddress?.port ?? 0
        try? FileHandle.standardOutput.write(contentsOf: Data("listening on port \(port) for \(origin)\n".utf8))
      },
      logger: logger)
    try await application.runService()
  }

  private func readMetadata() throws -> MetadataBlob? {
    guard let metadata else { return nil }
    guard let bytes = try? Data(contentsOf: URL(filePath: metadata)) else { throw ValidationError("--metadata: cannot read \(metadata)") }
    do { return try MetadataBlob(verifying: bytes, anchors: AttestationCertificate.metadataAnchors, now: Date()) } catch {
      throw ValidationError("--metadata: \(metadata) is no blob that the FIDO Alliance has signed (\(error.code))")
    }
  }
}

extension OneTimeCodeStorageError {
  /// The problem with the key file, in words.
  fileprivate var words: String {
    switch code {
    case .keyFileNotWritable: "cannot be made"
    case .keyFileExposed: "may be read by others; keep it to yourself with chmod 600"
    case .keyLength: "does not hold 32 bytes; secrets in the database cannot be opened without it"
    default: "cannot be read"
    }
  }
}
