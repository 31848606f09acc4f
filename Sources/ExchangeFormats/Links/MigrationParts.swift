// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import OneTimeCodes
import SecretMemory

/// Collects the parts of one or more Google Authenticator exports.
struct MigrationParts {
  /// The maximum number of exports in one file.
  private static let mostBatches = 1000
  private var batches: [MigrationBatch] = []

  /// Adds a part; its codes are added at the end, in the order of the export.
  mutating func add(_ link: UnsafeRawBufferPointer, line: Int, to collection: inout ImportedCollection) {
    guard batches.count < Self.mostBatches, let part = try? MigrationPayload(parsing: link) else {
      // The number of codes in an unreadable part is unknown; it counts as one entry and is kept unchanged.
      var entry = CodeEntry(collection.readCount)
      entry.keep("otpauth-migration", SharedSecret(copying: link), isHidden: true, .malformedValue, "line \(line)")
      entry.finish(into: &collection)
      return
    }
    for index in batches.indices where (try? batches[index].add(part)) != nil { return }
    batches.append(MigrationBatch(part))
  }

  /// Adds the codes of all parts, and reports missing parts.
  func finish(into collection: inout ImportedCollection) {
    for batch in batches {
      for kept in batch.entries {
        var entry = CodeEntry(collection.readCount)
        entry.add(kept)
        entry.finish(into: &collection)
      }
      let missing = batch.missing.map { "\($0 + 1)" }
      if !missing.isEmpty { collection.tell(.missingMember, "part \(missing.joined(separator: ", ")) of \(batch.size)") }
    }
  }
}

extension CodeEntry {
  fileprivate mutating func add(_ kept: MigrationEntry) {
    switch kept.reading {
    case .success(let setup):
      item.title = setup.label ?? setup.issuer ?? setup.account
      item.parts = [
        .oneTimeCode(ExchangedCode(issuer: setup.issuer ?? setup.label, account: setup.account, parameters: setup.parameters))
      ]
    case .failure:
      item.title = kept.issuer ?? kept.name
      let kind = kept.refused.map { $0.type == 1 ? "hotp" : $0.type == 2 || $0.type == 0 ? "totp" : "\($0.type)" }
      var generator = KeptGenerator(kind ?? "", secret: kept.refused?.secret.map { .bytes($0) })
      generator.algorithm = (kept.refused?.algorithm).map { $0 == 4 ? "MD5" : "\($0)" }
      generator.counter = (kept.refused?.counter).flatMap { $0 == 0 ? nil : Int(exactly: $0) }
      add(generator, issuer: kept.issuer, account: kept.name, isSound: false, path: "")
    }
  }
}
