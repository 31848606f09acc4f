// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import AuthenticationServices
internal import BrokerProtocol
internal import Foundation
internal import LocalEndpoint
package import LocalTransport
internal import SecretMemory

/// A provider's main loop: passes each of the broker's calls to a view controller, and ends when the connection to the broker ends.
///
/// A provider's `main.swift` is `try await CredentialProviderMain().run()`.
@MainActor
public final class CredentialProviderMain {
  /// The version of the protocol between provider and broker.
  private static let protocolVersion = 1
  /// The environment variable that contains the inherited socket's descriptor.
  private static let descriptorVariable = "PASSFOLD_PROVIDER_DESCRIPTOR"

  private let connection: LocalConnection
  private let conversation: BrokerConversation
  private let principalClass: ASCredentialProviderViewController.Type
  private let identityStore: ASCredentialIdentityStore
  private var make: (@MainActor () -> ASCredentialProviderViewController)?
  private var running: [CallNumber: RunningRequest] = [:]
  /// Deletes all keys from memory, whether the user is away briefly or not. Set by a provider that serves the session.
  package var lock: (@Sendable (_ briefly: Bool) async -> Void)?
  /// Returns whether the process may end and be restarted later without any loss. Set by a provider that serves the session.
  package var mayEnd: (@Sendable () async -> Bool)?
  /// Called when the provider has handled a signal.
  var whenReported: (() -> Void)?
  /// The doctor's findings, sent once at the start.
  private var findings: [String] = []

  /// Takes over the connection that the broker passed to this process, and finds the principal class from the `Info.plist`.
  ///
  /// - Throws: `notStartedByBroker`, `bundleUnreadable`, or `noPrincipalClass`.
  public convenience init() throws(CredentialProviderHostError) {
    guard let text = environmentVariable(Self.descriptorVariable), let descriptor = CInt(text), descriptor > 2 else {
      throw CredentialProviderHostError(.notStartedByBroker)
    }
    let bundle = try CredentialProviderBundle()
    let principalClass = try bundle.principalClass()
    self.init(
      connection: LocalConnection.adopt(descriptor: descriptor), principalClass: principalClass,
      identityStore: ASCredentialIdentityStore.shared)
    findings = ProviderDoctor.findings(about: principalClass, declaring: bundle.capabilities)
    ExchangeDoor.open(over: conversation)
  }

  /// Takes over the connection that the broker passed to this process, for a principal class that `init(coder:)` cannot create.
  ///
  /// - Parameter make: Creates a controller for each request, such as `MyController(nibName: nil, bundle: nil)`.
  /// - Throws: `notStartedByBroker`, `bundleUnreadable`, or `noPrincipalClass`.
  public convenience init(
    making make: @escaping @MainActor () -> ASCredentialProviderViewController
  ) throws(CredentialProviderHostError) {
    try self.init()
    self.make = make
  }

  /// Serves `principalClass` over `connection`, and connects `identityStore` to the broker.
  package init(
    connection: LocalConnection, principalClass: ASCredentialProviderViewController.Type, identityStore: ASCredentialIdentityStore
  ) {
    self.connection = connection
    self.conversation = BrokerConversation(connection: connection)
    self.principalClass = principalClass
    self.identityStore = identityStore
    identityStore.connect(to: conversation)
  }

  /// Reports to the system whether the provider can answer without a passphrase. Call this at the start and after every change.
  public func report(_ state: CredentialProviderLockState) {
    let value: ProviderLockState =
      switch state {
      case .noVault: .noVault
      case .locked: .locked
      case .unlocked: .unlocked
      }
    conversation.send(.lockState(value))
  }

  /// Reports to the system the terminal sessions in which the user typed the passphrase, so that views may be shown there if there is no
  /// display. Call this after every change. Accepted only from a provider that serves the session.
  package func report(grants sessions: [Int32]) { conversation.send(.grants(sessions: sessions)) }

  /// Reports to the system whether this provider has anything to synchronise with other devices. Call this after every change. Accepted
  /// only from a provider that serves the session.
  package func report(carries: Bool) { conversation.send(.carries(carries)) }

  /// Returns the program that a process in the session runs, as the broker sees it from outside the sandbox; nil if it is hidden.
  ///
  /// Only a provider that serves the session may ask. The caller must hold on to the process, so that its number is not reused.
  package func program(ofProcess process: Int32) async -> String? { await conversation.program(ofProcess: process) }

  /// Returns whether a fingerprint reader has one of the user's fingers enrolled. Only a provider that serves the session may ask.
  package func isFingerEnrolled() async -> Bool { await conversation.finger(.isEnrolled) == .enrolled }

  /// Returns whether the next finger on the reader is the user's, according to the system's fingerprint service; nil if there is none or
  /// the task was cancelled. Only a provider that serves the session may ask.
  package func verifyFinger() async -> Bool? {
    switch await conversation.finger(.verify) {
    case .matched: true
    case .notMatched: false
    case .enrolled, .unavailable: nil
    }
  }

  /// The system's process that started this one, as reported by the kernel. It runs at least as long as ``run()``.
  package var system: Int32? { connection.peer?.process }

  /// Serves the broker's calls until the broker closes its end of the connection. Requests that are still running are then cancelled.
  public func run() async {
    conversation.send(.ready(protocolVersion: Self.protocolVersion))
    if !findings.isEmpty { conversation.send(.findings(findings)) }
    let (connection, conversation) = (connection, conversation)
    let (messages, report) = AsyncStream.makeStream(of: (message: BrokerMessage, secret: SharedSecret?).self)
    // Not on the main actor: code written for Apple's systems blocks it while waiting for the identity store, which would deadlock.
    let reading = Task.detached {
      for await frame in connection.frames {
        guard let message = try? MessageCoding.decode(BrokerMessage.self, from: frame.json) else { break }
        if case .storeReply(let question, let frame) = message {
          conversation.receive(frame, to: question)
          continue
        }
        // Before the next store reply, from which a provider that has answered learns whether its answer was accepted.
        if case .call(let call) = message, case .cancel = call.payload { conversation.receive(cancellationOf: call.number) }
        report.yield((message, frame.secret))
      }
      connection.close()
      conversation.end()
      report.finish()
    }
    await ExchangeDoor.$ofTask.withValue(conversation) {
      for await (message, secret) in messages { receive(message, secret: secret) }
    }
    await reading.value
    identityStore.disconnect()
    for request in running.values.map(\.request) { request.giveUp() }
  }

  private func receive(_ message: BrokerMessage, secret: SharedSecret?) {
    switch message {
    case .call(let call): receive(call, secret: secret)
    // Handled by the reader, see ``run()``.
    case .storeReply: break
    case .reply(let reply): conversation.receive(reply, secret: secret)
    case .identified(let question, let program): conversation.receive(program: program, to: question)
    case .finger(let question, let answer): conversation.receive(answer, toFinger: question)
    case .report(let signal):
      if let controller = newController() {
        controller.loadViewIfNeeded()
        signal.report(to: controller)
      }
      whenReported?()
    case .lock(let question): lock(briefly: false, question: question)
    case .lockBriefly(let question): lock(briefly: true, question: question)
    case .ping: conversation.send(.pong)
    case .mayEnd(let question):
      let (mayEnd, conversation) = (mayEnd, conversation)
      Task { conversation.send(.rest(question: question, mayEnd: await mayEnd?() ?? false)) }
    }
  }

  private func lock(briefly: Bool, question: QuestionNumber) {
    let (lock, conversation) = (lock, conversation)
    // Concurrently with other work, because the computer waits for it.
    Task.detached(priority: .high) {
      await lock?(briefly)
      conversation.send(.hasLocked(question: question))
    }
  }

  private func receive(_ call: ProviderCall, secret: SharedSecret?) {
    switch call.payload {
    case .viewEvent(let event): running[call.number]?.request.receive(event, typed: secret)
    case .cancel: running[call.number]?.request.giveUp()
    default: begin(call.number, task: ProviderTask(call.payload, secret: secret))
    }
  }

  private func begin(_ number: CallNumber, task: ProviderTask?) {
    running.removeValue(forKey: number)?.request.giveUp()
    let conversation = conversation
    let request = ProviderRequest(
      call: number, answers: task?.answers ?? [], showsInterface: task?.showsInterface ?? false,
      hearBack: { await conversation.hearBack() }, send: { message, secret in conversation.send(message, secret: secret) })
    conversation.follow(request)
    guard let task else { return request.cancel(code: .failed, reason: "malformedRequest") }
    guard let controller = newController() else { return request.cancel(code: .failed, reason: "noController") }
    let entry = RunningRequest(request: request, controller: controller)
    running[number] = entry
    request.whenOver { [weak self] _ in
      Task { @MainActor in
        entry.end()
        if let self, self.running[number] === entry { self.running[number] = nil }
      }
    }
    entry.start(task)
  }

  /// Returns a controller for one request, or nil if its `init(coder:)` fails.
  private func newController() -> ASCredentialProviderViewController? {
    if let make { return make() }
    return principalClass.init(coder: NSCoder())
  }
}
