// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The extensions of a passkey (CXF `Fido2Extensions`).
@available(iOS 26.4, macOS 26.4, visionOS 26.4, *)
public struct ASImportableFIDO2Extensions: Codable, Hashable, Sendable {
  /// The keys of its pseudo-random functions.
  public var hmacCredentials: ASImportableFIDO2HMACCredential?
  /// The data that the relying party stores with the key.
  public var largeBlob: ASImportableFIDO2LargeBlob?

  /// Creates a set of extensions.
  public init(hmacCredentials: ASImportableFIDO2HMACCredential? = nil, largeBlob: ASImportableFIDO2LargeBlob? = nil) {
    self.hmacCredentials = hmacCredentials
    self.largeBlob = largeBlob
  }
}

/// The keys of a passkey's pseudo-random functions (CTAP 2.2 §12.7), in plain form.
@available(iOS 26.4, macOS 26.4, visionOS 26.4, *)
public struct ASImportableFIDO2HMACCredential: Codable, Hashable, Sendable {
  /// The algorithm of the functions.
  public enum Algorithm: String, Codable, Sendable {
    /// HMAC with SHA-256.
    case sha256
  }

  /// The algorithm of the functions.
  public var algorithm: Algorithm
  /// The key for ceremonies in which the user was verified, 32 bytes.
  public var credentialWithUV: Data
  /// The key for ceremonies in which the user was not verified, 32 bytes.
  public var credentialWithoutUV: Data

  /// Creates a pair of keys.
  public init(algorithm: Algorithm, credentialWithUV: Data, credentialWithoutUV: Data) {
    self.algorithm = algorithm
    self.credentialWithUV = credentialWithUV
    self.credentialWithoutUV = credentialWithoutUV
  }
}

/// The data that a relying party stores with a passkey (CTAP 2.2 §6.10).
@available(iOS 26.4, macOS 26.4, visionOS 26.4, *)
public struct ASImportableFIDO2LargeBlob: Codable, Hashable, Sendable {
  /// The size of the uncompressed data, in bytes.
  public var uncompressedSize: Int
  /// The data, compressed with DEFLATE (RFC 1951).
  public var data: Data

  /// Creates a value from compressed data.
  public init(uncompressedSize: Int, data: Data) {
    self.uncompressedSize = uncompressedSize
    self.data = data
  }
}
