// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A secret that can be stored in collections and copyable values. All holders share one buffer, which is wiped when the last one is
/// released.
public final class SharedSecret: Sendable {
  private let bytes: SecretBytes

  /// Takes ownership of a secret.
  public init(_ bytes: consuming SecretBytes) {
    self.bytes = bytes
  }

  /// Copies bytes from memory that the caller must wipe.
  public convenience init(copying bytes: some Sequence<UInt8>) {
    self.init(SecretBytes(copying: bytes))
  }

  /// The length of the secret in bytes; the length is not secret.
  public var byteCount: Int { bytes.byteCount }

  /// Gives access to the bytes while `body` runs. The pointer and copies of the bytes must not escape.
  public func withBytes<R: ~Copyable, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try bytes.withBytes(body)
  }

  /// Gives access to the bytes while `body` runs, without a pointer: the compiler prevents the span from escaping.
  public func withSpan<R: ~Copyable, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
    try bytes.withSpan(body)
  }

  /// Creates an independent secret with the same bytes.
  public func copy() -> SecretBytes { bytes.copy() }
}

extension SharedSecret: CustomStringConvertible, CustomReflectable {
  /// The same word for every secret, so that printing one reveals nothing.
  public var description: String { "redacted" }

  /// A mirror without children, so that `dump` and test failures reveal nothing.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
