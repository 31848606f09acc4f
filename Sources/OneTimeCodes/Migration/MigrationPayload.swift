// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// One part of a Google Authenticator export: the `otpauth-migration:` URL of one of its QR codes.
///
/// Google does not document the format; it is known from what the app writes and other programs read.
public struct MigrationPayload: Sendable {
  /// The position of a part among the QR codes of one export.
  public struct Batch: Hashable, Sendable {
    /// The number of parts, at least 1.
    public let size: Int
    /// The index of this part, counted from 0.
    public let index: Int
    /// The identifier that the parts of one export share: a random number, positive or negative.
    public let identifier: Int32
    /// The version of the format, as written.
    public let version: Int32
  }

  /// The maximum length of a URL to read, in UTF-8 bytes.
  public static let maximumByteCount = 65_536
  /// The maximum number of parts in a batch, and of entries in a part.
  public static let maximumCount = 1024

  /// The codes, in the order of the payload.
  public let entries: [MigrationEntry]
  /// The position of this part in its export.
  public let batch: Batch

  /// Reads one part.
  ///
  /// - Throws: The same errors as ``init(parsing:)-(UnsafeRawBufferPointer)``.
  public init(parsing text: String) throws(OneTimeCodesError) {
    let characters = SecretBytes(copying: text.utf8)
    self = try characters.withBytes { (bytes) throws(OneTimeCodesError) in try MigrationPayload(parsing: bytes) }
  }

  /// Reads one part from UTF-8 bytes, so that a part that is already in locked memory need not become a `String`.
  ///
  /// An entry that cannot be read is rejected separately; see ``MigrationEntry/reading``.
  ///
  /// - Throws: `notAMigrationURL`, `tooLong`, `missingData`, `duplicateParameter`, `dataNotBase64`, `malformedPayload`, or
  ///   `batchOutOfRange`.
  public init(parsing utf8: UnsafeRawBufferPointer) throws(OneTimeCodesError) {
    guard utf8.count <= Self.maximumByteCount else { throw OneTimeCodesError(.tooLong) }
    // 1. The URL: scheme, host and the single parameter.
    guard let parts = SetupURLParts(utf8), Self.isMigration(parts) else { throw OneTimeCodesError(.notAMigrationURL) }
    var data: TextPart?
    var query = parts.query
    while !query.isEmpty {
      let pair = query.prefix { $0 != UInt8(ascii: "&") }
      query = query[pair.endIndex...].dropFirst()
      let name = pair.prefix { $0 != UInt8(ascii: "=") }
      guard name.equalsIgnoringCase("data") else { continue }
      guard data == nil else { throw OneTimeCodesError(.duplicateParameter, at: name.startIndex, of: name, parameter: "data") }
      data = pair[name.endIndex...].dropFirst()
    }
    guard let data else { throw OneTimeCodesError(.missingData, parameter: "data") }
    // 2. The Base64, in which a plus sign is not a space.
    let payload = try SecretBase64.decode(PercentDecoder(data, .percent, parameter: "data"))
    // 3. The protocol buffer.
    self = try payload.withBytes { (bytes) throws(OneTimeCodesError) in try MigrationPayload(payload: bytes) }
  }

  /// Whether a text is a migration URL rather than the URL of a single code. Does not check its content.
  public static func recognises(_ utf8: UnsafeRawBufferPointer) -> Bool {
    SetupURLParts(utf8).map { $0.scheme.equalsIgnoringCase("otpauth-migration") } ?? false
  }

  private static func isMigration(_ parts: SetupURLParts) -> Bool {
    parts.scheme.equalsIgnoringCase("otpauth-migration") && parts.authority.equalsIgnoringCase("offline") && parts.path.isEmpty
  }

  /// Reads the payload itself: the protocol-buffer message `MigrationPayload`.
  ///
  /// The last occurrence of a repeated field applies. Unknown fields are skipped, because the app adds fields over time.
  ///
  /// - Throws: `malformedPayload`, `batchOutOfRange`, or `tooLong`.
  public init(payload: UnsafeRawBufferPointer) throws(OneTimeCodesError) {
    var entries: [MigrationEntry] = []
    var version: Int32 = 0
    var size: Int32 = 0
    var index: Int32 = 0
    var identifier: Int32 = 0
    var reader = ProtocolBufferReader(payload[...])
    while let (field, value) = try reader.next() {
      switch (field, value) {
      case (1, .bytes(let entry)):
        guard entries.count < Self.maximumCount else { throw OneTimeCodesError(.tooLong, parameter: "data") }
        entries.append(try MigrationEntry(entry))
      case (2, .number(let number)): version = Int32(truncatingIfNeeded: number)
      case (3, .number(let number)): size = Int32(truncatingIfNeeded: number)
      case (4, .number(let number)): index = Int32(truncatingIfNeeded: number)
      case (5, .number(let number)): identifier = Int32(truncatingIfNeeded: number)
      default: break
      }
    }
    // A payload without a batch is the only part of its export.
    if size == 0, index == 0 { size = 1 }
    guard size >= 1, size <= Self.maximumCount, (0..<size).contains(index) else {
      throw OneTimeCodesError(.batchOutOfRange, parameter: "data")
    }
    self.entries = entries
    batch = Batch(size: Int(size), index: Int(index), identifier: identifier, version: version)
  }
}
