// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

// Apple's module brings Foundation along, and sources that import it alone rely on that.
@_exported public import Foundation

// The results of a passkey's pseudo-random function are keys, as Apple has them of CryptoKit.
@_exported public import struct Crypto.SymmetricKey
