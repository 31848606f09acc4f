// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BrokerProtocol
import LocalEndpoint
import LocalTransport
import PresentedViews

extension ViewSession {
  /// Asks the broker to let this program draw in the terminal it runs in.
  ///
  /// - Throws: The reason why the broker cannot be reached.
  convenience init(attachedPlainly isPlain: Bool = false) throws(CommandFailure) {
    let folder = RuntimeFolder()
    let descriptor: CInt
    do {
      descriptor = try BrokerLauncher(folder: folder).connect()
    } catch {
      throw CommandFailure(error, log: folder.brokerLog)
    }
    let conversation = SurfaceConversation(over: LocalConnection.adopt(descriptor: descriptor), as: .surface)
    conversation.send(.request(id: 0, .attachSurface(AttachSurfaceRequest())))
    self.init(
      conversation: conversation, screen: isPlain || !RawTerminal.isCapable ? nil : RawTerminal(),
      usesColor: TerminalOutput.showsColor(descriptor: 1), signs: Watching.showsUnicode ? .unicode : .ascii)
  }

  /// Draws in this program's terminal while `work` waits for the user's decision there.
  ///
  /// - Throws: The error of `work`; the status `canceled` if a signal arrived first, in which case `work` was cancelled.
  static func draw<Result: Sendable>(during work: @escaping @Sendable () async throws -> Result) async throws -> Result {
    let session = try ViewSession()
    let (attached, report) = AsyncStream.makeStream(of: Void.self)
    session.whenAttached = { report.finish() }
    defer { report.finish() }
    let working = Task {
      // A view that arrives before this terminal is registered would open a window.
      for await _ in attached {}
      return try await work()
    }
    let drawing = Task {
      defer { working.cancel() }
      try await session.run()
    }
    let outcome = await working.result
    let wasInterrupted = working.isCancelled
    session.end()
    let drawn = await drawing.result
    guard wasInterrupted else { return try outcome.get() }
    try drawn.get()
    throw ExitCode(CommandStatus.canceled.rawValue)
  }
}
