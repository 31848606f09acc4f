// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

// Apple's module re-exports Foundation, and sources that import only it rely on that.
@_exported public import Foundation

// The results of a passkey's pseudo-random function are keys, as in Apple's API with CryptoKit.
@_exported public import struct Crypto.SymmetricKey
