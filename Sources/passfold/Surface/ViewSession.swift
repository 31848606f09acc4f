// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import Dispatch
import Glibc
import PresentedViews
import SecretMemory

/// Draws the broker's views for this terminal's programs; between views the programs use the terminal.
@MainActor
final class ViewSession {
  private enum Event: Sendable {
    case said(ClientReply)
    case hungUp
    case typed
    case silence(Int)
    case settled(Int)
    case tick
    case signal(Int32)
  }

  /// Called when the broker has let this program draw.
  var whenAttached: (() -> Void)?

  private let conversation: SurfaceConversation
  /// Nil if lines are printed instead of drawing a screen.
  private let screen: RawTerminal?
  private let signs: WatchScreen.Signs
  private let events: AsyncStream<Event>
  private let report: AsyncStream<Event>.Continuation
  /// The views to show, newest last, with the broker's numbers.
  private var views: [(id: RequestNumber, model: PresentedView, typed: [TypedText])] = []
  private var writer: ScreenWriter
  private var keys = KeyReader()
  private var silence = 0
  private var line: [UInt8] = []
  /// Hides a secret while a line is typed.
  private var hidden: HiddenInput?
  /// Whether the newest view has not been painted yet.
  private var isUnpainted = false
  /// The number of views that have used the terminal.
  private var takenCount = 0
  private var input: (any DispatchSourceRead)?
  private let starter = getppid()

  init(conversation: SurfaceConversation, screen: RawTerminal?, usesColor: Bool, signs: WatchScreen.Signs) {
    self.conversation = conversation
    self.screen = screen
    self.signs = signs
    writer = ScreenWriter(usesColor: usesColor)
    (events, report) = AsyncStream.makeStream(of: Event.self)
  }

  /// Draws until the broker closes the connection or a signal arrives; the terminal is restored when this returns.
  ///
  /// - Throws: `surfaceRefused` if the broker does not let this program draw.
  func run() async throws(CommandFailure) {
    let listeners = Self.listeners(report)
    for source in listeners { source.activate() }
    let answers = conversation.answers
    let listening = Task.detached { [report] in
      for await answer in answers { report.yield(.said(answer)) }
      report.yield(.hungUp)
    }
    defer {
      releaseTerminal()
      listening.cancel()
      for source in listeners { source.cancel() }
    }
    for await event in events {
      guard try isGoing(on: event) else { return }
      draw()
    }
  }

  /// Stops drawing, as if the broker had closed the connection.
  func end() { conversation.close() }

  private func isGoing(on event: Event) throws(CommandFailure) -> Bool {
    switch event {
    case .said(let reply):
      switch reply.answer {
      case .present(let view): show(view.printable, id: reply.id)
      case .dismiss: dismiss(reply.id)
      case .failure(let failure): throw .surfaceRefused(code: failure.code)
      case .welcome: ProcessHardening.apply()
      case .done: whenAttached?()
      default: break
      }
    case .hungUp: return false
    case .typed: if screen == nil { readLines() } else { readKeys() }
    case .silence(let number): if number == silence { for key in keys.flush() { pressed(key) } }
    // A line begun before the view was readable is not an answer to it, even if it is finished later.
    case .settled(let number): if number == takenCount, input != nil { tcflush(0, TCIFLUSH) }
    // The parent is gone, and nothing else asks questions in this terminal.
    case .tick: return getppid() == starter
    case .signal(SIGWINCH): writer.forget()
    case .signal: return false
    }
    return true
  }

  private func show(_ view: PresentableViewValue, id: RequestNumber) {
    if let index = views.firstIndex(where: { $0.id == id }), views[index].model.isSameScreen(as: view) {
      let isUnchanged = views[index].model.isUnchanged(in: view)
      handle(.updated(view), at: index)
      // Printed lines stay as they are: a number must mean the row next to it.
      if screen == nil, !isUnchanged, index == views.indices.last { take() }
      return
    }
    views.removeAll { $0.id == id }
    views.append((id, PresentedView(view), (view.fields ?? []).map { TypedText($0.text ?? "") }))
    take()
  }

  private func dismiss(_ id: RequestNumber) {
    views.removeAll { $0.id == id }
    if views.isEmpty { releaseTerminal() } else { take() }
  }

  @discardableResult
  private func handle(_ event: PresentedView.Event, at index: Int? = nil) -> ViewEventValue? {
    guard let index = index ?? views.indices.last, let answer = views[index].model.handle(event, now: Self.now) else { return nil }
    conversation.send(answer, of: views[index].id, typed: views[index].typed.isEmpty ? nil : views[index].typed.map(\.secret))
    return answer
  }

  // MARK: The terminal

  /// Shows the newest view, and discards input typed before it.
  private func take() {
    tcflush(0, TCIFLUSH)
    keys = KeyReader()
    forgetLine()
    if let screen {
      if !screen.isHeld { screen.take() }
      writer.forget()
    } else if let model = views.last?.model {
      StandardOutput.write("\n" + PlainView(model).text)
      hideSecret(of: model)
      takenCount += 1
      let number = takenCount
      Task { [report] in
        try? await Task.sleep(for: .seconds(PresentedView.settleTime))
        report.yield(.settled(number))
      }
    }
    isUnpainted = true
    guard input == nil else { return }
    input = Self.typing(report)
    input?.activate()
  }

  private func releaseTerminal() {
    input?.cancel()
    input = nil
    forgetLine()
    screen?.giveBack()
  }

  private func draw() {
    guard let (_, model, typed) = views.last else { return }
    if let screen, screen.isHeld {
      let shown = zip(model.view.fields ?? [], typed).map { field, text in
        text.shown(hiddenBy: field.secret ?? false ? (signs.isUnicode ? "•" : "*") : nil)
      }
      let drawn = ViewScreen(model, size: screen.size, time: SystemClock.now, signs: signs, fields: shown)
      writer.show(drawn.lines, cursor: drawn.cursor, to: screen.write)
    }
    guard isUnpainted else { return }
    isUnpainted = false
    handle(.appeared)
  }

  // MARK: Keys

  private func readKeys() {
    guard let bytes = screen?.typed() else { return }
    for key in keys.read(bytes) { pressed(key) }
    guard keys.isWaiting else { return }
    silence += 1
    let number = silence
    Task { [report] in
      try? await Task.sleep(for: .milliseconds(50))
      report.yield(.silence(number))
    }
  }

  private func pressed(_ key: WatchKey) {
    guard let model = views.last?.model else { return }
    if model.view.kind == .form, pressedInForm(key, model) { return }
    switch key {
    case .interrupt: handle(.cancelled)
    case .escape: handle(model.search.isEmpty ? .cancelled : .searched(""))
    case .enter: handle(.accepted)
    case .up: handle(.moved(.by(-1)))
    case .down: handle(.moved(.by(1)))
    case .pageUp: handle(.moved(.by(-6)))
    case .pageDown: handle(.moved(.by(6)))
    case .home: handle(.moved(.first))
    case .end: handle(.moved(.last))
    case .backspace: handle(model.isSearchable ? .searched(String(model.search.dropLast())) : .disturbed)
    case .clear: handle(model.isSearchable ? .searched("") : .disturbed)
    case .redraw: writer.forget()
    case .character(let character):
      if model.isSearchable, model.search.count < 64 {
        handle(.searched(model.search + Presenter.printable(String(character))))
      } else if model.view.kind == .confirmation, YesAnswer.isYes(String(character)) {
        handle(.confirmed)
      } else {
        handle(.disturbed)
      }
    case .suspend, .tab: handle(.disturbed)
    }
  }

  /// Handles a key in a form; returns false for keys that work the same everywhere.
  private func pressedInForm(_ key: WatchKey, _ model: PresentedView) -> Bool {
    guard let typed = views.last?.typed, typed.indices.contains(model.field) else { return false }
    // A key pressed before answers count is not typed into a field either.
    guard model.isReady(at: Self.now), !model.isAnswered else { return false }
    let text = typed[model.field]
    switch key {
    case .character(let character): text.append(character)
    case .backspace: text.removeLast()
    case .clear: text.clear()
    case .tab:
      handle(.moved(.by(model.field == typed.count - 1 ? -typed.count : 1)))
      return true
    // In a field followed by others, Enter moves to the next one.
    case .enter where model.field < typed.count - 1 && !text.isEmpty:
      handle(.moved(.by(1)))
      return true
    default: return false
    }
    handle(.typed(field: model.field, hasText: !text.isEmpty))
    return true
  }

  // MARK: Lines

  private func readLines() {
    // One line may be reported several times before it is read, and another may never come.
    var waiting = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 0) > 0 else { return }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = read(0, &bytes, bytes.count)
    guard count > 0 else { return answer(nil) }
    line += bytes.prefix(count)
    for index in bytes.indices { bytes[index] = 0 }
    while let end = line.firstIndex(of: UInt8(ascii: "\n")) {
      if views.last?.model.view.kind == .form {
        typedLine(endingAt: end)
      } else {
        let text = String(decoding: line[..<end], as: UTF8.self)
        line.removeFirst(end + 1)
        answer(text)
      }
    }
  }

  /// Uses a line as the text of the form's next field; a secret never passes through a `String`.
  private func typedLine(endingAt end: Int) {
    let text = SharedSecret(copying: line[..<end])
    for index in line[..<end].indices { line[index] = 0 }
    line.removeFirst(end + 1)
    showLine()
    guard let (_, model, typed) = views.last, typed.indices.contains(model.field), model.isReady(at: Self.now) else {
      handle(.disturbed)
      return ask()
    }
    switch PlainView(model).answer(to: text.byteCount == 0 ? "" : "typed") {
    case .typed where text.byteCount == 0 || typed[model.field].replace(with: text):
      handle(.typed(field: model.field, hasText: !typed[model.field].isEmpty))
      if model.field == typed.count - 1 {
        handle(.confirmed)
      } else {
        handle(.moved(.by(1)))
        if let next = views.last?.model { StandardOutput.write(PlainView(next).fieldQuestion) }
        if let next = views.last?.model { hideSecret(of: next) }
      }
    case .cancelled: handle(.cancelled)
    default: ask()
    }
  }

  private func answer(_ text: String?) {
    guard let model = views.last?.model else { return }
    switch PlainView(model).answer(to: text) {
    case .chosen(let row): if handle(.chose(row)) == nil { ask() }
    case .confirmed: if handle(.confirmed) == nil { ask() }
    case .cancelled: handle(.cancelled)
    case .searched(let words):
      handle(.searched(words))
      ask()
    case .misunderstood, .typed: ask()
    }
  }

  /// Turns off echo while a secret is requested.
  private func hideSecret(of model: PresentedView) {
    guard let fields = model.view.fields, fields.indices.contains(model.field), fields[model.field].secret ?? false else { return }
    hidden = hidden ?? HiddenInput()
  }

  private func showLine() {
    hidden?.end()
    hidden = nil
  }

  /// Wipes unused input, and restores echo.
  private func forgetLine() {
    for index in line.indices { line[index] = 0 }
    line = []
    showLine()
  }

  /// Prints the newest view's lines again, after an answer that came too soon or was not valid.
  private func ask() {
    guard let model = views.last?.model, !model.isAnswered else { return }
    StandardOutput.write(PlainView(model).text)
    hideSecret(of: model)
  }

  private static var now: Double {
    Double(DispatchTime.now().uptimeNanoseconds) / 1_000_000_000
  }

  private nonisolated static func typing(_ report: AsyncStream<Event>.Continuation) -> any DispatchSourceRead {
    let source = DispatchSource.makeReadSource(fileDescriptor: 0, queue: DispatchQueue(label: "passfold.surface.input"))
    source.setEventHandler { report.yield(.typed) }
    return source
  }

  /// The sources of time and signal events, on a separate queue.
  private nonisolated static func listeners(_ report: AsyncStream<Event>.Continuation) -> [any DispatchSourceProtocol] {
    let queue = DispatchQueue(label: "passfold.surface")
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + .milliseconds(500), repeating: .milliseconds(500), leeway: .milliseconds(50))
    timer.setEventHandler { report.yield(.tick) }
    let heard = DispatchSource.makeReadSource(fileDescriptor: SignalPipe.listen(to: [SIGWINCH, SIGINT, SIGTERM, SIGHUP]), queue: queue)
    heard.setEventHandler { for number in SignalPipe.heard() { report.yield(.signal(number)) } }
    return [timer, heard]
  }
}

extension PresentableViewValue {
  /// Returns the view without sequences that could control the terminal.
  fileprivate var printable: PresentableViewValue {
    var view = self
    view.title = Presenter.printable(title)
    view.message = message.map(Presenter.printable)
    view.source = source.map(Presenter.printable)
    view.requester = requester.map(Presenter.printable)
    view.confirmLabel = confirmLabel.map(Presenter.printable)
    view.fields = fields?.map { field in
      var field = field
      field.label = Presenter.printable(field.label)
      field.text = field.text.map(Presenter.printable)
      return field
    }
    view.details = details?.map { Detail(label: Presenter.printable($0.label), value: Presenter.printable($0.value)) }
    view.rows = rows?.map { row in
      var row = row
      row.title = Presenter.printable(row.title)
      row.subtitle = row.subtitle.map(Presenter.printable)
      row.provider = row.provider.map(Presenter.printable)
      row.code = row.code.map(Presenter.printable)
      return row
    }
    return view
  }
}
