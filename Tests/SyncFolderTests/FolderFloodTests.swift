// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import Foundation
import SyncFolder
import SyncModel
import Testing

@Suite("A folder flooded with files")
struct FolderFloodTests {
  @Test("a look takes time that grows with the number of files, not with commits times the entries that name them")
  func misses() throws {
    let folder = try TestFolder()
    folder.ticks = false
    var device = try Device()
    _ = folder.ask("POST", "/v1/accounts", device.founding)
    let home = "passfold-sync-1/\(hex(device.account.bytes))"
    // A line of 1 000 commits whose first one is missing, and as many entries, each waiting for one of them.
    var generator = SystemRandomNumberGenerator()
    var stranger = device
    let log = device.log
    for number in 0..<1_000 {
      let (body, commit) = try stranger.unheard([:])
      try stranger.follow(commit)
      let entry = try #require(
        try log.renaming(device.author.member, to: "\(number)", epochKey: device.epochKey, by: stranger.seeing, using: &generator).entries
          .last)
      try folder.put(entry.encoded, at: "\(home)/entry/\(sha256(entry.encoded)).entry")
      guard number > 0 else { continue }
      try folder.put(body, at: "\(home)/commit/\(sha256(body).prefix(2))/\(sha256(body)).commit")
    }
    let first = folder.ask("GET", "/v1/log")
    #expect(try first.number(2) == 2)
    // Everything has been read; what remains is to check which files exist. Comparing each commit with each entry would take half a
    // million steps.
    let time = ContinuousClock().measure { for _ in 0..<3 { _ = folder.ask("GET", "/v1/log") } }
    #expect(time < .seconds(2))
    // The folder still works: the next commit of a device is accepted.
    try device.change([0: "own"], through: folder)
  }
}
