// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import CredentialVault
import SyncModel

/// A page of `GET /v1/changes`, decoded and untrusted.
struct ChangesPage {
  /// A served commit: complete, or only its signed header if a checkpoint covers it.
  enum Served {
    case whole(Commit)
    case header(SignedCommitHeader)

    var position: CommitPosition {
      switch self {
      case .whole(let commit): commit.position
      case .header(let header): header.position
      }
    }

    var signedHeader: SignedCommitHeader {
      switch self {
      case .whole(let commit): commit.signedHeader
      case .header(let header): header
      }
    }
  }

  static let longestCursor = 64

  let cursor: [UInt8]
  let hasMore: Bool
  let commits: [Served]
  let versions: [ServedVersion]
  let logCount: UInt64
  let head: CommitPosition

  /// - Throws: `answerMalformed`; the verdict if a commit or an envelope is not in its canonical form.
  init(_ bytes: [UInt8]) throws {
    let answer = try SyncAnswer(bytes, keys: 1...6)
    cursor = try answer.bytes(1)
    hasMore = try answer.boolean(2)
    commits = try answer.byteStrings(3).map(Self.commit)
    versions = try answer.array(4).map { element in
      guard let parts = element.arrayValue, parts.count == 3, case .unsigned(let number) = parts[0], let wrap = parts[1].bytesValue,
        let body = parts[2].bytesValue
      else { throw VaultSyncError(.answerMalformed) }
      do throws(CredentialCryptographyError) {
        return ServedVersion(number: number, envelope: try RecordEnvelope(body: body, wrap: wrap))
      } catch {
        throw SyncModelError(error.code == .unsupportedVersion ? .unsupportedVersion : .bodyUnreadable)
      }
    }
    logCount = try answer.unsigned(5)
    head = try answer.position(6)
    guard cursor.count <= Self.longestCursor else { throw VaultSyncError(.answerMalformed) }
  }

  private static func commit(_ bytes: [UInt8]) throws -> Served {
    do throws(SyncModelError) {
      return .whole(try Commit(decoding: bytes))
    } catch  where error.code == .malformed {
      return .header(try SignedCommitHeader(decoding: bytes))
    }
  }
}

/// A page of `GET /v1/checkpoint`, decoded and untrusted.
struct CheckpointPage {
  let header: SignedCommitHeader
  let number: UInt64
  let versions: [RecordVersion]
  let hasMore: Bool

  init(_ bytes: [UInt8]) throws {
    let answer = try SyncAnswer(bytes, keys: 1...5)
    header = try SignedCommitHeader(decoding: try answer.bytes(1))
    number = try answer.unsigned(2)
    versions = try answer.array(4).map { element in
      guard let parts = element.arrayValue, parts.count == 6, let record = parts[0].bytesValue.flatMap({ RecordName($0) }),
        case .unsigned(let revision) = parts[1], case .unsigned(let purpose) = parts[2],
        let purpose = UInt8(exactly: purpose).flatMap(RecordPurpose.init(rawValue:)), let hash = parts[3].bytesValue, hash.count == 32,
        let author = parts[4].bytesValue.flatMap({ DeviceIdentifier($0) }), case .unsigned(let number) = parts[5]
      else { throw VaultSyncError(.answerMalformed) }
      let item = CommitItem(record: record, revision: revision, purpose: purpose, bodyHash: hash)
      return RecordVersion(item: item, author: author, number: number)
    }
    hasMore = try answer.boolean(5)
    guard header.header.number == number else { throw VaultSyncError(.answerMalformed) }
  }
}
