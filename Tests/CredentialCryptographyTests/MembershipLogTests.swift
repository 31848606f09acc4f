// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SecretMemory
import Testing

@Suite("The membership log")
struct MembershipLogTests {
  struct File: Decodable {
    let device: HexBytes
    let account: HexBytes
    let recoveryText: String
    let recoveryMember: HexBytes
    let genesisRandomFrom: UInt64
    let createdMilliseconds: UInt64
    let localWrapRandomFrom: UInt64
    let wrappedSigning: HexBytes
    let wrappedKeyAgreement: HexBytes
    let wrappedEpochKey: HexBytes
    let cases: [Case]
  }
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let entries: [HexBytes]
    let result: String
    var testDescription: String { id }
  }

  private let file: File
  private let device: DeviceIdentifier
  private let keys: MemberKeys
  private let recovery: RecoveryKey

  init() throws {
    file = try VaultVectors.load(File.self, from: "log")
    device = try #require(DeviceIdentifier(file.device.bytes))
    var deviceRandomness = CountingGenerator(from: 0)
    keys = try MemberKeys.generate(using: &deviceRandomness)
    var recoveryRandomness = CountingGenerator(from: 0x50)
    recovery = try RecoveryKey.generate(using: &recoveryRandomness)
  }

  @Test(
    "gives the account or the refusal that each frozen log's vector says",
    arguments: try VaultVectors.load(File.self, from: "log").cases)
  func vectors(vector: Case) throws {
    do {
      let log = try MembershipLog(verifying: vector.entries.map { try MembershipLogEntry(decoding: $0.bytes) })
      let byDevice = try log.openEpochKey(as: device, with: keys)
      let byPaper = try log.openEpochKey(as: recovery.identifier, with: recovery.memberKeys)
      #expect(vector.result == "opens")
      #expect(log.account.bytes == file.account.bytes)
      #expect(log.epoch == 1)
      #expect(log.isCurrent(byDevice))
      #expect(log.isCurrent(byPaper))
      #expect(log.isCurrent(RecordEnvelopeTests.epochKey()))
      #expect(log.isActive(device, with: keys))
      #expect(!log.isActive(device, with: recovery.memberKeys))
      #expect(log.entries.map(\.encoded) == vector.entries.map(\.bytes))
    } catch let error as CredentialCryptographyError {
      #expect(error.code.description == vector.result)
    }
  }

  @Test("derives the genesis entry from its inputs only")
  func founding() throws {
    var generator = CountingGenerator(from: file.genesisRandomFrom)
    let log = try MembershipLog.found(
      device: device, keys: keys, recovery: recovery.memberKeys.publicKeys, epochKey: RecordEnvelopeTests.epochKey(),
      createdMilliseconds: file.createdMilliseconds, using: &generator)
    #expect(log.entries.first?.encoded == file.cases.first?.entries.first?.bytes)
    #expect(log.account.bytes == file.account.bytes)
    #expect(log.isCurrent(try log.openEpochKey(as: recovery.identifier, with: recovery.memberKeys)))
  }

  @Test("releases its epoch key to no other keys and no other device")
  func strangers() throws {
    var generator = SystemRandomNumberGenerator()
    let stranger = try MemberKeys.generate(using: &generator)
    let log = try MembershipLog(verifying: try #require(file.cases.first).entries.map { try MembershipLogEntry(decoding: $0.bytes) })
    #expect(throws: CredentialCryptographyError.self) { try log.openEpochKey(as: device, with: stranger) }
    #expect(throws: CredentialCryptographyError.self) { try log.openEpochKey(as: .random(using: &generator), with: keys) }
    #expect(!log.isCurrent(EpochKey.generate(epoch: 1, using: &generator)))
  }

  @Test("wraps a device's keys under its local root, bound to the account and the device")
  func localWraps() throws {
    let root = PassphraseSlotTests.makeRoot()
    let account = try #require(AccountIdentifier(file.account.bytes))
    var generator = CountingGenerator(from: file.localWrapRandomFrom)
    let wrapped = try root.wrap(keys, account: account, device: device, using: &generator)
    let wrappedEpochKey = try root.wrap(RecordEnvelopeTests.epochKey(), account: account, device: device, using: &generator)
    #expect(wrapped == WrappedDeviceKeys(signing: file.wrappedSigning.bytes, keyAgreement: file.wrappedKeyAgreement.bytes))
    #expect(wrappedEpochKey == file.wrappedEpochKey.bytes)
    #expect(try root.unwrap(wrapped, account: account, device: device).publicKeys == keys.publicKeys)
    let other = DeviceIdentifier.random(using: &generator)
    let swapped = WrappedDeviceKeys(signing: wrapped.keyAgreement, keyAgreement: wrapped.signing)
    #expect(throws: CredentialCryptographyError.self) { try root.unwrap(wrapped, account: account, device: other) }
    #expect(throws: CredentialCryptographyError.self) { try root.unwrap(swapped, account: account, device: device) }
    #expect(throws: CredentialCryptographyError.self) {
      try root.unwrapEpochKey(wrappedEpochKey, epoch: 2, account: account, device: device)
    }
  }

  @Test("identifies the recovery key by its public keys and reads it back from its printed text")
  func recoveryKey() throws {
    let text = recovery.text().withBytes { String(decoding: $0, as: UTF8.self) }
    #expect(text == file.recoveryText)
    #expect(recovery.identifier.bytes == file.recoveryMember.bytes)
    for typed in [text, text.lowercased(), text.replacing("-", with: " "), text.replacing("-", with: "")] {
      let read = try RecoveryKey(text: SecretBytes(copying: typed.utf8))
      #expect(read.identifier == recovery.identifier)
    }
  }

  @Test("refuses a recovery key with any single character mistyped, missing or added")
  func mistyped() throws {
    let text = Array(file.recoveryText.utf8)
    var faulty: [[UInt8]] = [[], text.dropLast(), text + [UInt8(ascii: "A")], Array(text.dropFirst()), Array("0".utf8) + text.dropFirst()]
    // Every character except the 52nd has one reading. That one has spare bits, which must be zero.
    for index in text.indices where text[index] != UInt8(ascii: "-") {
      var typed = text
      typed[index] = typed[index] == UInt8(ascii: "Q") ? UInt8(ascii: "R") : UInt8(ascii: "Q")
      faulty.append(typed)
    }
    for typed in faulty {
      #expect(throws: CredentialCryptographyError.self) { try RecoveryKey(text: SecretBytes(copying: typed)) }
    }
  }
}
