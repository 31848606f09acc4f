// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What a passkey can do beyond signing in (CXF `Fido2Extensions`).
@available(iOS 26.4, macOS 26.4, visionOS 26.4, *)
public struct ASImportableFIDO2Extensions: Codable, Hashable, Sendable {
  /// The keys of its pseudo-random functions.
  public var hmacCredentials: ASImportableFIDO2HMACCredential?
  /// What the relying party keeps beside the key.
  public var largeBlob: ASImportableFIDO2LargeBlob?

  /// Puts them together.
  public init(hmacCredentials: ASImportableFIDO2HMACCredential? = nil, largeBlob: ASImportableFIDO2LargeBlob? = nil) {
    self.hmacCredentials = hmacCredentials
    self.largeBlob = largeBlob
  }
}

/// The keys of a passkey's pseudo-random functions (CTAP 2.2 §12.7), in the clear.
@available(iOS 26.4, macOS 26.4, visionOS 26.4, *)
public struct ASImportableFIDO2HMACCredential: Codable, Hashable, Sendable {
  /// How the functions are made of their keys.
  public enum Algorithm: String, Codable, Sendable {
    /// HMAC with SHA-256.
    case sha256
  }

  /// How the functions are made of their keys.
  public var algorithm: Algorithm
  /// The key that is used where the person was verified, 32 bytes.
  public var credentialWithUV: Data
  /// The key that is used where the person was not verified, 32 bytes.
  public var credentialWithoutUV: Data

  /// Pairs the keys.
  public init(algorithm: Algorithm, credentialWithUV: Data, credentialWithoutUV: Data) {
    self.algorithm = algorithm
    self.credentialWithUV = credentialWithUV
    self.credentialWithoutUV = credentialWithoutUV
  }
}

/// What a relying party keeps beside a passkey (CTAP 2.2 §6.10).
@available(iOS 26.4, macOS 26.4, visionOS 26.4, *)
public struct ASImportableFIDO2LargeBlob: Codable, Hashable, Sendable {
  /// How many bytes it has when it is unpacked.
  public var uncompressedSize: Int
  /// The bytes, packed by DEFLATE (RFC 1951).
  public var data: Data

  /// Takes packed bytes.
  public init(uncompressedSize: Int, data: Data) {
    self.uncompressedSize = uncompressedSize
    self.data = data
  }
}
