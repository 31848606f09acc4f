// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OneTimeCodes

/// Returns the codes of one part of an export; a rejected entry has its `error` in its place.
func migrationOperation(_ test: ConformanceCase) throws(ConformanceCase.Fault) -> ConformanceAnswer {
  let input = try test.text("input")
  do throws(OneTimeCodesError) {
    let payload = try MigrationPayload(parsing: input)
    // A part without a usable entry is rejected because of the problem of its first entry.
    if let first = payload.entries.first, payload.entries.allSatisfy({ (try? $0.reading.get()) == nil }) { _ = try first.reading.get() }
    let batch = payload.batch
    return .accept([
      "entries": payload.entries.map(members), "batch": ["size": batch.size, "index": batch.index, "id": Int(batch.identifier)],
    ])
  } catch {
    return setUpRefusal(error)
  }
}

private func members(of entry: MigrationEntry) -> [String: Any] {
  var members: [String: Any] = ["name": entry.name, "issuer": entry.issuer ?? NSNull()]
  switch entry.reading {
  case .success(let setup):
    members.merge(parameterFields(setup.parameters)) { _, field in field }
    if case .timeBased = setup.parameters.form { members["counter"] = 0 }
  case .failure(let error): members["error"] = error.code.description
  }
  return members
}
