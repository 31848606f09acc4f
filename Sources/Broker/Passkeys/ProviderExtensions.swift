// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import SecretMemory
import WebAuthnModel

/// A provider's outputs for a passkey request's extensions, combined from JSON and secret part.
struct ProviderExtensions: Sendable {
  /// The maximum length of a passkey's large blob in either direction, in bytes, which fits into a frame.
  static let largeBlobLimit = 32 * 1024

  /// Whether the new passkey has a PRF.
  private(set) var hasPRF = false
  /// The PRF's results, which are text in the answer to the page from here on.
  private(set) var prfResults: PRFValuesJSON?
  /// Whether data can be stored with the new passkey.
  private(set) var keepsLargeBlob = false
  /// The data stored with the passkey.
  private(set) var largeBlob: [UInt8]?
  /// Whether the given data was stored.
  private(set) var wroteLargeBlob: Bool?

  /// Splits the secret part; nil if it does not match the outputs, which a correct provider never sends.
  init?(_ outputs: PasskeyExtensionOutputsValue?, secret: SharedSecret?) {
    let length = PasskeyExtensionOutputsValue.prfResultByteCount
    let value = outputs ?? PasskeyExtensionOutputsValue()
    let blobByteCount = value.largeBlobByteCount ?? 0
    guard (0...2).contains(value.prfResultCount), (0...Self.largeBlobLimit).contains(blobByteCount),
      (secret?.byteCount ?? 0) == value.prfResultCount * length + blobByteCount
    else { return nil }
    let bytes = secret?.withBytes { Array($0) } ?? []
    let results = (0..<value.prfResultCount).map { Base64URL(Array(bytes[($0 * length)..<(($0 + 1) * length)])) }
    hasPRF = value.hasPRF ?? false
    prfResults = results.first.map { PRFValuesJSON(first: $0, second: results.count == 2 ? results[1] : nil) }
    keepsLargeBlob = value.keepsLargeBlob ?? false
    if value.largeBlobByteCount != nil { largeBlob = Array(bytes[(value.prfResultCount * length)...]) }
    wroteLargeBlob = value.wroteLargeBlob
  }
}
