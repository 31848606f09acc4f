// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialModel
import OneTimeCodes
import SecretMemory
import SyncModel

/// The old parameters of codes: an array of `[retired, secret, hash, digits, form]`, encoded and decoded in secret memory.
enum CodeHistoryField {
  private static let partCount: UInt64 = 5

  static func encode(_ history: [RetiredParameters]) -> SharedSecret {
    let entries = history.map { entry -> (front: [UInt8], secret: SharedSecret, back: [UInt8]) in
      let encoder = CBOREncoder(profile: .deterministic)
      let parameters = entry.parameters
      let front =
        SecretCBORCursor.head(.array, partCount) + encoder.encode(.unsigned(RecordBody.milliseconds(entry.retired)))
        + SecretCBORCursor.head(.bytes, UInt64(parameters.secret.byteCount))
      let back =
        encoder.encode(.text(parameters.algorithm.rawValue)) + encoder.encode(.unsigned(UInt64(parameters.digits)))
        + encoder.encode(CodeFormValue.encode(parameters.form))
      return (front, parameters.secret, back)
    }
    let opening = SecretCBORCursor.head(.array, UInt64(history.count))
    let byteCount = entries.reduce(opening.count) { $0 + $1.front.count + $1.secret.byteCount + $1.back.count }
    var encoded = SecretBytes(byteCount: byteCount)
    encoded.withMutableBytes { target in
      var position = 0
      func append(_ bytes: UnsafeRawBufferPointer) {
        UnsafeMutableRawBufferPointer(rebasing: target[position...]).copyMemory(from: bytes)
        position += bytes.count
      }
      opening.withUnsafeBytes(append)
      for entry in entries {
        entry.front.withUnsafeBytes(append)
        entry.secret.withBytes(append)
        entry.back.withUnsafeBytes(append)
      }
    }
    return SharedSecret(encoded)
  }

  /// Returns the history; nil for a value of a newer version.
  static func decode(_ encoded: SharedSecret) -> [RetiredParameters]? {
    encoded.withBytes { bytes in
      var cursor = SecretCBORCursor(bytes)
      return try? read(&cursor)
    }
  }

  private static func read(_ cursor: inout SecretCBORCursor) throws -> [RetiredParameters] {
    let array = try cursor.readHead()
    guard array.major == .array else { throw SecretCBORCursor.Malformed() }
    var history: [RetiredParameters] = []
    for _ in 0..<array.argument {
      guard try cursor.readHead() == (.array, partCount) else { throw SecretCBORCursor.Malformed() }
      let retired = try cursor.readUnsigned()
      let secret = SharedSecret(copying: try cursor.readBytes())
      guard case .text(let name) = try plain(cursor.skipItem()), let algorithm = OneTimeCodeAlgorithm(rawValue: name),
        case .unsigned(let digits) = try plain(cursor.skipItem()), let form = CodeFormValue.decode(try plain(cursor.skipItem()))
      else { throw SecretCBORCursor.Malformed() }
      let parameters = try OneTimeCodeParameters(secret: secret, algorithm: algorithm, digits: Int(clamping: digits), form: form)
      history.append(RetiredParameters(parameters: parameters, retired: RecordBody.date(retired)))
    }
    guard cursor.isAtEnd else { throw SecretCBORCursor.Malformed() }
    return history
  }

  private static func plain(_ item: Slice<UnsafeRawBufferPointer>) throws -> CBORValue {
    try CBORDecoder(profile: .rfc8949).decode(UnsafeRawBufferPointer(rebasing: item))
  }
}
