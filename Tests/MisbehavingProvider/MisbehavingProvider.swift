// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import Foundation
import Glibc
import LocalTransport
import SecretMemory

/// Implements the provider's side of the protocol itself, because the library would not let it misbehave.
final class MisbehavingProvider: Sendable {
  private let connection: LocalConnection

  init(connection: LocalConnection) {
    self.connection = connection
  }

  /// Sends its identities: an entry for each fault, one that is answered correctly and one that explores its surroundings, each for its own
  /// site.
  func introduce() {
    send(.ready(protocolVersion: 1))
    var identities = (Fault.allCases.map(\.rawValue) + ["good", "look", "limits", "reach"]).map {
      CredentialIdentityValue(
        kind: .oneTimeCode, service: ServiceIdentifierValue(identifier: Self.site(of: $0), kind: .domain), user: $0, recordIdentifier: $0)
    }
    identities.append(
      CredentialIdentityValue(
        relyingPartyIdentifier: Self.site(of: Fault.wrongRelyingParty.rawValue), userName: Fault.wrongRelyingParty.rawValue,
        credentialID: Data([1]), userHandle: Data([2]), recordIdentifier: Fault.wrongRelyingParty.rawValue))
    guard let frames = try? IdentityStoreFrame.frames(of: .replace(identities)) else { return }
    for frame in frames { send(.store(request: 1, frame: frame)) }
  }

  private static func site(of name: String) -> String { name.lowercased() + ".example" }

  func receive(_ frame: SocketFrame) {
    let call: ProviderCall
    switch try? MessageCoding.decode(BrokerMessage.self, from: frame.json) {
    case .call(let made): call = made
    case .reply(let reply): return goOn(after: reply.answer)
    default: return
    }
    let number = call.number
    switch call.payload {
    case .provideCredentialWithoutUserInteraction(let request):
      let name = request.identity.recordIdentifier ?? ""
      switch name {
      case "good": send(.complete(call: number, result: .oneTimeCode), secret: "123456")
      case "look": send(.complete(call: number, result: .oneTimeCode), secret: Surroundings.seen)
      case "reach": send(.complete(call: number, result: .oneTimeCode), secret: Surroundings.reached)
      case "limits": send(.complete(call: number, result: .oneTimeCode), secret: Limits.reached)
      default: if let fault = Fault(rawValue: name) { commit(fault, call: number) }
      }
    case .prepareInterfaceToProvideCredential(let request):
      if let fault = Fault(rawValue: request.identity.recordIdentifier ?? "") { commitOnScreen(fault, call: number) }
    case .prepareInterfaceForCredentialExport: send(.request(.request(id: 1, .requestExport(RequestExportRequest()))))
    default: break
    }
  }

  /// Exports as requested, and is ended by a signal after the first of two parts.
  private func goOn(after answer: ClientAnswer) {
    switch answer {
    case .exportGranted(let grant):
      let part = String(repeating: " ", count: ExchangeBounds.partByteCount)
      let request = ExportPartRequest(transfer: grant.transfer, bytes: 2 * ExchangeBounds.partByteCount)
      send(.request(.request(id: 2, .exportPart(request))), secret: part)
    case .exchanging: abort()
    default: break
    }
  }

  private func commit(_ fault: Fault, call: CallNumber) {
    switch fault {
    case .hang: break
    case .crash: abort()
    case .exit: Glibc.exit(0)
    case .flood: while true { send(.lockState(.unlocked)) }
    case .storeFlood: saveWithoutEnd()
    case .wrongRelyingParty:
      send(
        .complete(
          call: call,
          result: .passkeyAssertion(
            userHandle: Data([2]), relyingParty: "bank.example", signature: Data([3]), clientDataHash: Data(repeating: 0, count: 32),
            authenticatorData: Data(repeating: 0, count: 37), credentialID: Data([1]))))
    case .wrongType: send(.complete(call: call, result: .password(user: "eve")), secret: "not a code")
    case .hugeAnswer:
      sendRaw([0x40, 0, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 0x20, count: 1 << 20))
    case .garbage: sendRaw([0, 0, 0, 3, 0, 0, 0, 0] + Array("???".utf8))
    case .fork:
      Self.leaveChildren()
      Glibc.exit(0)
    case .foreignAnswer:
      for other in 1...(call.rawValue + 50) where other != call.rawValue {
        send(.complete(call: CallNumber(rawValue: other), result: .oneTimeCode), secret: "666666")
      }
    case .memoryHog:
      while let bytes = malloc(1 << 20) { memset(bytes, 1, 1 << 20) }
      abort()
    case .processorHog: while true {}
    case .diskFiller: while Limits.append(megabytes: 1, to: "filler") {}
    case .forkBomb: while true { _ = Limits.startSleeper() }
    case .viewFlood, .exitInPrompt:
      // ASExtensionError.userInteractionRequired.
      send(.cancelRequest(call: call, domain: "ASExtensionErrorDomain", code: 100, reason: nil))
    }
  }

  private func commitOnScreen(_ fault: Fault, call: CallNumber) {
    let view = PresentableViewValue(number: 1, kind: .message, title: "Wait", message: "Something is about to happen.")
    switch fault {
    case .viewFlood: while true { send(.present(call: call, view: view)) }
    case .exitInPrompt:
      send(.present(call: call, view: view))
      usleep(20_000)
      Glibc.exit(1)
    default: break
    }
  }

  private func saveWithoutEnd() {
    let crowded = ServiceIdentifierValue(identifier: "shop.example", kind: .domain)
    var number = 0
    while true {
      let identities = (0..<200).map {
        CredentialIdentityValue(kind: .oneTimeCode, service: crowded, user: "\(number)-\($0)", recordIdentifier: nil)
      }
      number += 1
      guard let page = try? IdentityPage(identities),
        let json = try? MessageCoding.encode(ProviderMessage.store(request: QuestionNumber(rawValue: number), frame: .save(page)))
      else { return }
      sendRaw([UInt8(json.count >> 24 & 0xff), UInt8(json.count >> 16 & 0xff), UInt8(json.count >> 8 & 0xff), UInt8(json.count & 0xff)])
      sendRaw([0, 0, 0, 0] + json)
    }
  }

  /// Starts the children with a shell, because this program cannot fork. Each has its own session, so that no signal to the group ends it.
  private static func leaveChildren() {
    for _ in 0..<8 {
      let child = Process()
      child.executableURL = URL(fileURLWithPath: "/bin/sh")
      child.arguments = ["-c", "exec setsid sleep 600 <&3"]
      try? child.run()
    }
    usleep(30_000)
  }

  private func send(_ message: ProviderMessage, secret: String? = nil) {
    guard let json = try? MessageCoding.encode(message) else { return }
    connection.send(SocketFrame(json: json, secret: secret.map { SharedSecret(copying: $0.utf8) }))
  }

  /// Writes without the library, which would frame the data.
  private func sendRaw(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(3, $0.baseAddress, $0.count) }
      if count < 0, errno == EAGAIN {
        usleep(1_000)
      } else if count <= 0 {
        return
      } else {
        rest = rest.dropFirst(count)
      }
    }
  }
}
