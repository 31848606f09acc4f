// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
public import WebAuthnModel

extension PRFSalts {
  /// Creates the salts for a page's inputs: SHA-256 of a context string, a zero byte and the input. Pages therefore cannot reproduce
  /// results for salts that other programs use (WebAuthn L3 §10.1.4).
  public init?(hashing values: PRFValuesJSON) {
    func salt(_ input: Base64URL) -> [UInt8] { Array(SHA256.hash(data: Array("WebAuthn PRF\0".utf8) + input.bytes)) }
    self.init(first: salt(values.first), second: values.second.map(salt))
  }
}
