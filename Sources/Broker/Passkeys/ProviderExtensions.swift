// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import SecretMemory
import WebAuthnModel

/// What a provider says of a passkey request's extensions, put together from JSON and secret part.
struct ProviderExtensions: Sendable {
  /// The most bytes of data beside a passkey that pass through here, either way: what a frame has room for.
  static let largeBlobLimit = 32 * 1024

  /// Whether the new passkey has a PRF.
  private(set) var hasPRF = false
  /// The PRF's results: from here on they are text in the answer to the page.
  private(set) var prfResults: PRFValuesJSON?
  /// Whether data can be kept beside the new passkey.
  private(set) var keepsLargeBlob = false
  /// The data beside the passkey.
  private(set) var largeBlob: [UInt8]?
  /// Whether the data to keep are kept now.
  private(set) var wroteLargeBlob: Bool?

  /// Takes the two apart; nil when they do not fit each other, which no sound provider sends.
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
