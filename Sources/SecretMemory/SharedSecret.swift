// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A secret that may sit in a collection or a copyable value: all holders share one wiped-at-the-end buffer.
public final class SharedSecret: Sendable {
  private let bytes: SecretBytes

  /// Takes over a secret.
  public init(_ bytes: consuming SecretBytes) {
    self.bytes = bytes
  }

  /// Copies bytes from memory that the caller answers for.
  public convenience init(copying bytes: some Sequence<UInt8>) {
    self.init(SecretBytes(copying: bytes))
  }

  /// How many bytes the secret has; its length is not a secret.
  public var byteCount: Int { bytes.byteCount }

  /// Lends the bytes for the duration of `body`, which must not let the pointer or a copy escape.
  public func withBytes<R: ~Copyable, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try bytes.withBytes(body)
  }

  /// Makes an independent secret with the same bytes.
  public func copy() -> SecretBytes { bytes.copy() }
}

extension SharedSecret: CustomStringConvertible, CustomReflectable {
  /// The same word for every secret, so that printing one tells nothing.
  public var description: String { "redacted" }

  /// A mirror without children, so that `dump` and test failures show nothing.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
