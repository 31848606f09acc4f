// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import SecretMemory
import VaultProtocol

/// Runs the live list: connects terminal, signals, time and vault with the model and its drawing.
@MainActor
final class WatchSession {
  fileprivate enum Event: Sendable {
    case typed
    case silence(Int)
    case signal(Int32)
    case tick
    case answer(WatchModel.Event)
  }

  private let terminal: RawTerminal
  private let feed: WatchFeed
  private let clipboard: Clipboard?
  private let signs: WatchScreen.Signs
  private let events: AsyncStream<Event>
  private let report: AsyncStream<Event>.Continuation
  private var sources: [any DispatchSourceProtocol] = []
  private var model: WatchModel
  private var writer: ScreenWriter
  private var keys = KeyReader()
  private var silence = 0

  init(terminal: RawTerminal, feed: WatchFeed, search: String, clipboard: Clipboard?, usesColor: Bool, signs: WatchScreen.Signs) {
    self.terminal = terminal
    self.feed = feed
    self.clipboard = clipboard
    self.signs = signs
    (events, report) = AsyncStream.makeStream(of: Event.self)
    model = WatchModel(size: terminal.size, search: search, now: SystemClock.now)
    writer = ScreenWriter(usesColor: usesColor)
  }

  /// Shows the list until the user leaves it; the terminal is restored when this returns.
  func run() async {
    sources = Self.listeners(report)
    for source in sources { source.activate() }
    terminal.take()
    defer {
      terminal.giveBack()
      for source in sources { source.cancel() }
    }
    perform(.refresh(codes: true, attended: true))
    draw()
    for await event in events {
      guard await isGoing(on: event) else { return }
      draw()
    }
  }

  private func isGoing(on event: Event) async -> Bool {
    switch event {
    case .typed:
      guard let bytes = terminal.typed() else { return false }
      guard !bytes.isEmpty else { return true }
      for key in keys.read(bytes) where await !isGoing(after: .key(key)) { return false }
      if keys.isWaiting { awaitSilence() }
    case .silence(let number) where number == silence:
      for key in keys.flush() where await !isGoing(after: .key(key)) { return false }
    case .silence: break
    case .tick: return await isGoing(after: .tick)
    case .answer(let event): return await isGoing(after: event)
    case .signal(SIGWINCH): return await isGoing(after: .resized(terminal.size))
    case .signal(SIGTSTP): suspend()
    case .signal(SIGCONT): resume()
    case .signal: return false
    }
    return true
  }

  private func isGoing(after event: WatchModel.Event) async -> Bool {
    for action in model.handle(event, now: SystemClock.now) {
      switch action {
      case .leave: return false
      case .redraw: writer.forget()
      // The signal reaches the whole job, including this process.
      case .suspend: kill(0, SIGTSTP)
      case .unlock: await unlock()
      default: perform(action)
      }
    }
    return true
  }

  private func perform(_ action: WatchModel.Action) {
    switch action {
    case .refresh(let codes, let attended):
      Task { [feed, report] in report.yield(.answer(await feed.refresh(codes: codes, attended: attended))) }
    case .issue(let record):
      Task { [feed, report] in report.yield(.answer(await feed.issue(record))) }
    case .copy(let code, let account, let remaining):
      let clipboard = clipboard
      Task.detached { [report] in
        let outcome = Result { () throws(CommandFailure) in
          guard let clipboard else { throw .noClipboard }
          try clipboard.copy(code)
        }
        report.yield(.answer(.noticed(ClipboardWords.notice(outcome, account: account, remaining: remaining))))
      }
    default: break
    }
  }

  private func draw() {
    guard terminal.isHeld else { return }
    let screen = WatchScreen(model, now: SystemClock.now, signs: signs)
    writer.show(screen.lines, cursor: screen.cursor, to: terminal.write)
  }

  /// Lends the terminal to the passphrase prompt.
  private func unlock() async {
    terminal.giveBack()
    let event = await feed.unlock()
    resume()
    report.yield(.answer(event))
  }

  /// Stops, as any program does on Control-Z; the shell sends SIGCONT to continue it.
  private func suspend() {
    terminal.giveBack()
    // SIGTSTP is caught and not obeyed here, whereas SIGSTOP cannot be late or missed.
    kill(getpid(), SIGSTOP)
  }

  private func resume() {
    terminal.giveBack()
    terminal.take()
    writer.forget()
    report.yield(.signal(SIGWINCH))
  }

  private func awaitSilence() {
    silence += 1
    let number = silence
    Task { [report] in
      try? await Task.sleep(for: .milliseconds(50))
      report.yield(.silence(number))
    }
  }

  /// The sources of terminal, time and signal events. Outside the main actor, because the handlers run on a separate queue.
  private nonisolated static func listeners(_ report: AsyncStream<Event>.Continuation) -> [any DispatchSourceProtocol] {
    let queue = DispatchQueue(label: "passfold.watch")
    let input = DispatchSource.makeReadSource(fileDescriptor: 0, queue: queue)
    input.setEventHandler { report.yield(.typed) }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    // Twice a second, so that the display skips no second.
    timer.schedule(deadline: .now() + .milliseconds(500), repeating: .milliseconds(500), leeway: .milliseconds(50))
    timer.setEventHandler { report.yield(.tick) }
    let heard = DispatchSource.makeReadSource(
      fileDescriptor: SignalPipe.listen(to: [SIGWINCH, SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP]), queue: queue)
    heard.setEventHandler { for number in SignalPipe.heard() { report.yield(.signal(number)) } }
    return [input, timer, heard]
  }
}
