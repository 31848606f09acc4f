// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OneTimeCodeStorage
import OneTimeCodes

/// One of several processes that submit the same code.
struct Submitter {
  let database, code: String
  let key: URL
  let instant: Date
  let times: Int

  init(_ arguments: [String]) {
    database = arguments[1]
    key = URL(filePath: arguments[2])
    instant = Date(timeIntervalSince1970: Double(arguments[3]) ?? 0)
    code = arguments[4]
    times = Int(arguments[5]) ?? 1
  }

  func run() async throws {
    var generator = SystemRandomNumberGenerator()
    let store = try SQLiteOneTimeCodeStore(path: database, key: OneTimeCodeStorageKey(file: key, using: &generator))
    let instant = self.instant
    let verifier = SoakWorld.verifier(store, now: { instant }, didEvaluate: nil)
    guard let credential = try await verifier.credential(of: SoakWorld.user()) else { throw CocoaError(.coderValueNotFound) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<times {
        group.addTask {
          let verdict = try await verifier.verify(code, of: credential, in: SoakWorld.login())
          if verdict.isAccepted { try FileHandle.standardOutput.write(contentsOf: Data("accepted\n".utf8)) }
        }
      }
      try await group.waitForAll()
    }
  }
}
