// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Where an item's credentials may be filled in (CXF `CredentialScope`).
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public struct ASImportableCredentialScope: Codable, Hashable, Sendable {
  /// The addresses of websites.
  public var urls: [URL]
  /// Android's apps.
  public var androidApps: [AndroidAppID]

  /// Names the places.
  public init(urls: [URL], androidApps: [AndroidAppID] = []) {
    self.urls = urls
    self.androidApps = androidApps
  }
}

extension ASImportableCredentialScope {
  /// One of Android's apps (CXF `AndroidAppIdCredential`).
  @available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
  public struct AndroidAppID: Codable, Hashable, Sendable {
    /// The app's package name, such as `com.example.app`.
    public var bundleID: String
    /// What the app was signed with.
    public var certificate: AndroidAppCertificationFingerprint?
    /// What the app is called.
    public var name: String?

    /// Names an app.
    public init(bundleID: String, certificate: AndroidAppCertificationFingerprint?, name: String?) {
      self.bundleID = bundleID
      self.certificate = certificate
      self.name = name
    }

    private enum CodingKeys: String, CodingKey {
      case bundleID = "bundleId"
      case certificate, name
    }
  }

  /// The hash of the certificate that an app was signed with.
  @available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
  public struct AndroidAppCertificationFingerprint: Codable, Hashable, Sendable {
    /// The hash.
    public var fingerprint: Data
    /// How it was made, such as `sha256`.
    public var hashAlgorithm: String

    /// Names a certificate.
    public init(fingerprint: Data, hashAlgorithm: String) {
      self.fingerprint = fingerprint
      self.hashAlgorithm = hashAlgorithm
    }
  }
}
