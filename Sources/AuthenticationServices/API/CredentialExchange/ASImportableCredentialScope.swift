// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The sites and apps in which an item's credentials may be filled (CXF `CredentialScope`).
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
public struct ASImportableCredentialScope: Codable, Hashable, Sendable {
  /// The URLs of websites.
  public var urls: [URL]
  /// Android apps.
  public var androidApps: [AndroidAppID]

  /// Creates a scope.
  public init(urls: [URL], androidApps: [AndroidAppID] = []) {
    self.urls = urls
    self.androidApps = androidApps
  }
}

extension ASImportableCredentialScope {
  /// An Android app (CXF `AndroidAppIdCredential`).
  @available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
  public struct AndroidAppID: Codable, Hashable, Sendable {
    /// The app's package name, such as `com.example.app`.
    public var bundleID: String
    /// The fingerprint of the app's signing certificate.
    public var certificate: AndroidAppCertificationFingerprint?
    /// The app's name.
    public var name: String?

    /// Creates the identifier of an app.
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

  /// The fingerprint of an app's signing certificate.
  @available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
  public struct AndroidAppCertificationFingerprint: Codable, Hashable, Sendable {
    /// The hash.
    public var fingerprint: Data
    /// The hash algorithm, such as `sha256`.
    public var hashAlgorithm: String

    /// Creates a fingerprint.
    public init(fingerprint: Data, hashAlgorithm: String) {
      self.fingerprint = fingerprint
      self.hashAlgorithm = hashAlgorithm
    }
  }
}
