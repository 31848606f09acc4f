// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// A root that only the TPM opens: anyone with this value and access to the TPM has the root (docs/decisions/0032). It exists only in
/// memory.
package struct ChipRoot: Sendable {
  private let chip: SealingChip
  private let sealed: [UInt8]
  private let nonce: [UInt8]
  private let box: [UInt8]

  /// Encrypts a root with a separate secret; takes a few tenths of a second.
  /// - Throws: `chipMissing`, `chipFailed`.
  package init(
    _ root: LocalRoot, in chip: SealingChip, using generator: inout some RandomNumberGenerator
  ) throws(CredentialCryptographyError) {
    self.chip = chip
    let secret = SecretBytes.random(byteCount: 32, using: &generator)
    sealed = try chip.seal(secret)
    nonce = (0..<AuthenticatedEncryption.nonceByteCount).map { _ in generator.next() }
    let key = KeyDerivation.derive(Label.chipRoot, from: secret)
    box = try root.key.withBytes { [nonce] (root) throws(CredentialCryptographyError) in
      try AuthenticatedEncryption.seal(root, key: key, nonce: nonce, authenticating: Label.chipRoot)
    }
  }

  /// Opens the root; takes as long as the TPM needs.
  /// - Throws: `chipMissing`, `chipFailed`.
  package func open() throws(CredentialCryptographyError) -> LocalRoot {
    let key = KeyDerivation.derive(Label.chipRoot, from: try chip.unseal(sealed))
    return LocalRoot(
      key: SharedSecret(try AuthenticatedEncryption.open(box, key: key, nonce: nonce, authenticating: Label.chipRoot)))
  }
}

/// The choice of a root's owner to open it by fingerprint (docs/formats/vault.md, "Finger"). Nobody without the root can make that choice.
package struct FingerChoice: Hashable, Sendable {
  /// The length of the file in bytes.
  package static let byteCount = 32

  /// The file `finger.chosen`.
  package let bytes: [UInt8]

  /// Creates the choice for a root; it reveals nothing about the root.
  package init(under root: LocalRoot) {
    bytes = KeyDerivation.derive(Label.fingerChoice, from: root.key.copy()).withBytes { Array($0) }
  }

  /// Reads the file, which is untrusted until compared.
  package init(decoding bytes: [UInt8]) { self.bytes = bytes }

  /// Whether it was made under the root.
  package func isChosen(under root: LocalRoot) -> Bool { constantTimeEquals(bytes, Self(under: root).bytes) }
}
