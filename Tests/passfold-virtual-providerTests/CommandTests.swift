// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Testing
import WebAuthnModel
import passfold_virtual_provider

@Suite("WebDriver commands (WebAuthn L3 §11)")
struct CommandTests {
  /// A P-256 key that the web platform tests use.
  static let key =
    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg8_zMDQDYAxlU-Qhk1Dwkf0v18GZca1DMF3SaJ9HPdmShRANCAASNYX5lyVCOZLzFZzrIKmeZ2jwURmgsJYxGP__fWN_S-j5sN4tT15XEpN_7QZnt14YvI6uvAgO0uJEboFaZlOEB"

  private func answer(_ desk: CommandDesk, _ line: String) async -> String {
    String(decoding: await desk.answer(to: Array(line.utf8)).line, as: UTF8.self)
  }

  private func desk() -> CommandDesk { CommandDesk(AuthenticatorSet { _ in }) }

  @Test("are each executed and answered in one line")
  func all() async {
    let desk = desk()
    let added =
      #"{"op":"add_virtual_authenticator","config":{"protocol":"ctap2_1","transport":"usb","hasResidentKey":true,"extensions":["largeBlob"]}}"#
    #expect(await answer(desk, added) == #"{"result":"1"}"#)
    let credential =
      #"{"op":"add_credential","id":"1","credential":{"credentialId":"Y3JlZC0x","rpId":"shop.example","isResidentCredential":true,"userHandle":"AQI","privateKey":"\#(Self.key)","signCount":7,"largeBlob":"AAEC","userName":"anne"}}"#
    #expect(await answer(desk, credential) == #"{"result":null}"#)
    let expected =
      #"{"result":[{"backupEligibility":false,"backupState":false,"credentialId":"Y3JlZC0x","isResidentCredential":true,"largeBlob":"AAEC","privateKey":"\#(Self.key)","rpId":"shop.example","signCount":7,"userHandle":"AQI","userName":"anne"}]}"#
    #expect(await answer(desk, #"{"op":"get_credentials","id":"1"}"#) == expected)
    #expect(await answer(desk, #"{"op":"set_user_verified","id":"1","uv":true}"#) == #"{"result":null}"#)
    #expect(await answer(desk, #"{"op":"set_user_verified","id":"1","uv":{"isUserVerified":false}}"#) == #"{"result":null}"#)
    #expect(await answer(desk, #"{"op":"remove_credential","id":"1","credential_id":"Y3JlZC0x"}"#) == #"{"result":null}"#)
    #expect(await answer(desk, #"{"op":"get_credentials","id":"1"}"#) == #"{"result":[]}"#)
    #expect(await answer(desk, #"{"op":"remove_all_credentials","id":"1"}"#) == #"{"result":null}"#)
    #expect(await answer(desk, #"{"op":"remove_virtual_authenticator","id":"1"}"#) == #"{"result":null}"#)
    #expect(await answer(desk, added) == #"{"result":"2"}"#)
  }

  @Test(
    "of unknown name, type or range are refused with an error name and change nothing",
    arguments: [
      ("", "invalid argument"), ("[]", "invalid argument"), ("{", "invalid argument"), ("{}", "invalid argument"),
      (#"{"op":"reset"}"#, "unknown command"), (#"{"op":7}"#, "invalid argument"),
      (#"{"op":"add_virtual_authenticator"}"#, "invalid argument"),
      (#"{"op":"add_virtual_authenticator","config":{"protocol":"ctap3","transport":"usb"}}"#, "invalid argument"),
      (#"{"op":"add_virtual_authenticator","config":{"protocol":"ctap2","transport":"serial"}}"#, "invalid argument"),
      (#"{"op":"add_virtual_authenticator","config":{"protocol":"ctap2_1","transport":"usb","extensions":["x"]}}"#, "invalid argument"),
      (
        #"{"op":"add_virtual_authenticator","config":{"protocol":"ctap2","transport":"usb","extensions":["largeBlob"]}}"#,
        "unsupported operation"
      ),
      (
        #"{"op":"add_virtual_authenticator","config":{"protocol":"ctap1/u2f","transport":"usb","hasResidentKey":true}}"#,
        "unsupported operation"
      ),
      (
        #"{"op":"add_virtual_authenticator","config":{"protocol":"ctap2","transport":"usb","defaultBackupState":true}}"#, "invalid argument"
      ),
      (#"{"op":"get_credentials","id":"9"}"#, "invalid argument"),
      (#"{"op":"remove_credential","id":"1","credential_id":"%"}"#, "invalid argument"),
      (#"{"op":"remove_credential","id":"1","credential_id":"AQ"}"#, "invalid argument"),
      (#"{"op":"set_user_verified","id":"1","uv":"yes"}"#, "invalid argument"),
    ])
  func refused(line: String, code: String) async {
    let desk = desk()
    _ = await answer(desk, #"{"op":"add_virtual_authenticator","config":{"protocol":"ctap2","transport":"usb"}}"#)
    #expect(await answer(desk, line).hasPrefix(#"{"error":"\#(code): "#))
    #expect(await answer(desk, #"{"op":"get_credentials","id":"1"}"#) == #"{"result":[]}"#)
  }

  @Test("above 64 KiB are refused, and the next line is read")
  func long() async {
    let desk = desk()
    let line = #"{"op":"get_credentials","id":""# + String(repeating: "1", count: Command.byteLimit) + #""}"#
    #expect(await answer(desk, line).hasPrefix(#"{"error":"invalid argument: the line has more than"#))
    #expect(
      await answer(desk, #"{"op":"add_virtual_authenticator","config":{"protocol":"ctap2","transport":"usb"}}"#) == #"{"result":"1"}"#)
  }

  @Test(
    "with a credential whose members contradict each other or the authenticator are refused",
    arguments: [
      (#""credentialId":"","rpId":"shop.example","isResidentCredential":false"#, key, "credentialId"),
      (#""credentialId":"AQ","rpId":"","isResidentCredential":false"#, key, "rpId"),
      (#""credentialId":"AQ","rpId":"shop.example","isResidentCredential":true"#, key, "userHandle"),
      (#""credentialId":"AQ","rpId":"shop.example","isResidentCredential":true,"userHandle":"AQ""#, key, "no resident keys"),
      (#""credentialId":"AQ","rpId":"shop.example","isResidentCredential":false,"largeBlob":"AQ""#, key, "no large blobs"),
      (#""credentialId":"AQ","rpId":"shop.example","isResidentCredential":false,"backupState":true"#, key, "eligible"),
      (#""credentialId":"AQ","rpId":"shop.example","isResidentCredential":false"#, "AQID", "PKCS #8"),
    ])
  func contradictions(members: String, key: String, words: String) async {
    let desk = desk()
    _ = await answer(desk, #"{"op":"add_virtual_authenticator","config":{"protocol":"ctap2_1","transport":"usb"}}"#)
    let said = await answer(desk, #"{"op":"add_credential","id":"1","credential":{\#(members),"privateKey":"\#(key)","signCount":0}}"#)
    #expect(said.hasPrefix(#"{"error":"invalid argument"#) && said.contains(words), "\(said)")
  }
}
