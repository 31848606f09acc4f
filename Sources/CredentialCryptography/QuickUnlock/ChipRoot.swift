// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// A root that the TPM alone opens: whoever has this value and reaches the TPM has the root (docs/decisions/0032). It stands in memory alone.
package struct ChipRoot: Sendable {
  private let chip: SealingChip
  private let sealed: [UInt8]
  private let nonce: [UInt8]
  private let box: [UInt8]

  /// Seals a root with a secret of its own; takes a few tenths of a second.
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

/// That the owner of a root chose to open it with a finger (docs/formats/vault.md, "Finger"): nobody without the root can choose it for them.
package struct FingerChoice: Hashable, Sendable {
  /// The length of the file.
  package static let byteCount = 32

  /// The file `finger.chosen`.
  package let bytes: [UInt8]

  /// The choice as it is kept under a root; it says nothing about the root.
  package init(under root: LocalRoot) {
    bytes = KeyDerivation.derive(Label.fingerChoice, from: root.key.copy()).withBytes { Array($0) }
  }

  /// Reads the file, of which nothing is known before it is compared.
  package init(decoding bytes: [UInt8]) { self.bytes = bytes }

  /// Whether it was made under the root.
  package func isChosen(under root: LocalRoot) -> Bool { constantTimeEquals(bytes, Self(under: root).bytes) }
}
