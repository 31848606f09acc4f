// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import SecretMemory

import class SecretMemory.SharedSecret

/// A name for a secret within one file that does not reveal the secret: its SHA-256.
struct SecretName: Hashable {
  private let hash: SHA256Digest

  init(_ secret: SharedSecret) { hash = secret.withBytes { SHA256.hash(data: $0) } }
}
