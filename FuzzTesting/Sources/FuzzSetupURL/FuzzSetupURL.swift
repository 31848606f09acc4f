// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FuzzDriver
import OneTimeCodes
import SecretMemory

/// A set-up URL, a bare secret or an export that was read and written reads back unchanged.
@main enum FuzzSetupURL {
  static func main() {
    FuzzDriver.run { data, count in
      let input = UnsafeRawBufferPointer(start: data, count: count)
      // A payload begins with the tag of one of its fields. The tags are below the letters and digits of a secret.
      if let first = input.first, (0x08..<0x30).contains(first), first != UInt8(ascii: " ") {
        FuzzSetupURL.checkPayload(try? MigrationPayload(payload: input))
      } else if MigrationPayload.recognises(input) {
        FuzzSetupURL.checkPayload(try? MigrationPayload(parsing: input))
      } else {
        FuzzSetupURL.checkSetup(input)
      }
      return 0
    }
  }

  private static func checkSetup(_ input: UnsafeRawBufferPointer) {
    guard let read = try? SetupInput(parsing: input) else { return }
    let setup = read.setup
    guard let written = try? setup.formatted() else { fatalError("fuzzing: what was read can be written") }
    guard let again = try? written.withBytes({ try SetupURL(parsing: $0) }) else { fatalError("fuzzing: what was written can be read") }
    // The planted fault: treats codes of seven digits as changed.
    if FuzzDriver.plantsFault, setup.parameters.digits == 7 { fatalError("fuzzing: planted") }
    requireSame(setup, again)
  }

  private static func checkPayload(_ payload: MigrationPayload?) {
    guard let payload else { return }
    // A refused entry is not a set-up. What was read can be written in one part or in several and joined again in any order.
    let setups = payload.entries.compactMap { try? $0.reading.get() }
    guard let urls = try? MigrationPayload.urls(for: setups, identifier: payload.batch.identifier, byteLimit: 256) else {
      fatalError("fuzzing: what was read can be written")
    }
    var batch: MigrationBatch?
    for url in urls.reversed() {
      guard let part = try? url.withBytes({ try MigrationPayload(parsing: $0) }) else {
        fatalError("fuzzing: what was written can be read")
      }
      FuzzDriver.require(part.batch.identifier == payload.batch.identifier, "the identifier reads back")
      if batch == nil {
        batch = MigrationBatch(part)
      } else {
        FuzzDriver.require((try? batch?.add(part)) == true, "each part is a new one")
      }
    }
    FuzzDriver.require(batch?.isComplete == true, "the parts are all of the batch")
    let again = batch?.entries.compactMap { try? $0.reading.get() } ?? []
    FuzzDriver.require(again.count == setups.count, "no code is lost")
    for (setup, other) in zip(setups, again) { requireSame(setup, other) }
  }

  private static func requireSame(_ setup: SetupURL, _ again: SetupURL) {
    FuzzDriver.require(same(setup.issuer, again.issuer), "the issuer reads back")
    FuzzDriver.require(same(setup.label, again.label), "the label reads back")
    FuzzDriver.require(same(setup.account, again.account), "the account reads back")
    FuzzDriver.require(constantTimeEquals(setup.parameters.secret, again.parameters.secret), "the secret reads back")
    FuzzDriver.require(setup.parameters.algorithm == again.parameters.algorithm, "the algorithm reads back")
    FuzzDriver.require(setup.parameters.digits == again.parameters.digits, "the digits read back")
    FuzzDriver.require(setup.parameters.form == again.parameters.form, "period or counter reads back")
  }

  /// Compares bytes: two encodings of one character are two texts.
  private static func same(_ left: String?, _ right: String?) -> Bool {
    switch (left, right) {
    case (nil, nil): true
    case (let left?, let right?): left.utf8.elementsEqual(right.utf8)
    default: false
    }
  }
}
