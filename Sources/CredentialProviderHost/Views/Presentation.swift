// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import AuthenticationServices
internal import BrokerProtocol
internal import Foundation

extension ASCredentialProviderExtensionContext {
  /// Shows a list and waits for the person.
  ///
  /// - Parameters:
  ///   - list: What to show.
  ///   - updates: Lists of the same row ids that replace the one on screen, such as one with new codes; read only while the view is there.
  /// - Throws: `requestEnded` when the request is over or ends meanwhile, `noInterface` in a call without one, `taskCanceled`.
  @MainActor
  public func present(
    _ list: PresentableList, updatedBy updates: AsyncStream<PresentableList>? = nil
  ) async throws(CredentialProviderHostError) -> PresentableList.Outcome {
    let view = try openView()
    defer { view.close() }
    view.show(list.value(numbered: view.number))
    let updating = updates.map { updates in
      Task { @MainActor in
        for await update in updates where !Task.isCancelled {
          view.show(update.value(numbered: view.number))
        }
      }
    }
    defer { updating?.cancel() }
    let rows = Set(list.rows.map(\.id))
    let event = try await view.firstAnswer { event in
      event.action == .cancel || (event.action == .choose && event.row.map(rows.contains) == true)
    }.event
    guard event.action == .choose, let row = event.row else { return .canceled }
    return .chosen(row)
  }

  /// Shows a choice and waits for the person.
  ///
  /// - Parameters:
  ///   - choice: What to show.
  ///   - updates: Choices of the same title and row ids that replace the one on screen; read only while the view is there.
  /// - Throws: `requestEnded` when the request is over or ends meanwhile, `noInterface` in a call without one, `taskCanceled`.
  @MainActor
  public func present(
    _ choice: PresentableChoice, updatedBy updates: AsyncStream<PresentableChoice>? = nil
  ) async throws(CredentialProviderHostError) -> PresentableChoice.Outcome {
    let view = try openView()
    defer { view.close() }
    view.show(choice.value(numbered: view.number))
    let updating = updates.map { updates in
      Task { @MainActor in
        for await update in updates where !Task.isCancelled {
          view.show(update.value(numbered: view.number))
        }
      }
    }
    defer { updating?.cancel() }
    let event = try await view.firstAnswer { event in
      event.action == .cancel || (event.action == .choose && choice.rows.contains { $0.id == event.row })
    }.event
    guard event.action == .choose, let row = event.row else { return .canceled }
    return .chosen(row)
  }

  /// Shows a confirmation and waits for the person.
  ///
  /// - Throws: `requestEnded` when the request is over or ends meanwhile, `noInterface` in a call without one, `taskCanceled`.
  @MainActor
  public func present(
    _ confirmation: PresentableConfirmation
  ) async throws(CredentialProviderHostError) -> PresentableConfirmation.Outcome {
    let view = try openView()
    defer { view.close() }
    view.show(confirmation.value(numbered: view.number))
    let event = try await view.firstAnswer { $0.action == .confirm || $0.action == .cancel }.event
    return event.action == .confirm ? .confirmed : .canceled
  }

  /// Shows fields to type into and waits for the person.
  ///
  /// What is typed goes from the surface to this process in locked memory. A browser never draws the form: for a page's request it stands in
  /// a window of the desktop, which names the provider and says that the text goes to it.
  ///
  /// - Throws: `requestEnded` when the request is over or ends meanwhile, and for a form without fields or with more than 8 of them, or two of
  ///   one id, which also cancels the request as failed with the reason `formUnusable`; `taskCanceled`.
  @MainActor
  public func present(_ form: PresentableForm) async throws(CredentialProviderHostError) -> PresentableForm.Outcome {
    guard form.isUsable else {
      request?.cancel(code: .failed, reason: "formUnusable")
      throw CredentialProviderHostError(.requestEnded)
    }
    let view = try openView()
    defer { view.close() }
    view.show(form.value(numbered: view.number))
    let answer = try await view.firstAnswer { $0.action == .confirm || $0.action == .cancel }
    guard answer.event.action == .confirm,
      let texts = TypedTexts.split(answer.typed, by: answer.event.byteCounts, count: form.fields.count)
    else { return .canceled }
    return .entered(PresentableForm.Entry(texts: Dictionary(zip(form.fields.map(\.id), texts)) { first, _ in first }))
  }

  /// Shows a message and waits until the person has put it away.
  ///
  /// - Throws: `requestEnded` when the request is over or ends meanwhile, `noInterface` in a call without one, `taskCanceled`.
  @MainActor
  public func present(_ message: PresentableMessage) async throws(CredentialProviderHostError) {
    let view = try openView()
    defer { view.close() }
    view.show(message.value(numbered: view.number, busy: false))
    _ = try await view.firstAnswer { $0.action == .confirm || $0.action == .cancel }
  }

  /// Shows a message as long as `work` lasts, for example while a passphrase is being typed in another window.
  ///
  /// The view stays until another takes its place, ``dismissView()`` is called or the request ends.
  ///
  /// - Throws: What `work` throws; `ASExtensionError` `userCanceled` when the person cancels the message, which cancels `work`; `noInterface`
  ///   in a call without one, where `work` is not begun.
  @MainActor
  public func present<Result: Sendable>(
    _ message: PresentableMessage, while work: @escaping @MainActor () async throws -> Result
  ) async throws -> Result {
    let view = try openView()
    defer { view.close() }
    view.show(message.value(numbered: view.number, busy: true))
    let working = Task { @MainActor in try await work() }
    let watching = Task { @MainActor in
      let event = try? await view.firstAnswer { $0.action == .cancel }
      // No event and not cancelled: the request ended while the work went on.
      guard event != nil || !Task.isCancelled else { return false }
      working.cancel()
      return event != nil
    }
    let outcome = await withTaskCancellationHandler {
      await working.result
    } onCancel: {
      working.cancel()
    }
    watching.cancel()
    if await watching.value { throw ASExtensionError(.userCanceled) }
    return try outcome.get()
  }

  /// Takes the view on screen away while the request goes on.
  @MainActor
  public func dismissView() {
    request?.dismiss()
  }

  @MainActor
  private func openView() throws(CredentialProviderHostError) -> OpenView {
    guard let request, !request.isOver else { throw CredentialProviderHostError(.requestEnded) }
    // Nobody would ever answer a view that the system does not show.
    guard request.showsInterface else { throw CredentialProviderHostError(.noInterface) }
    return OpenView(request: request)
  }
}

/// A view that is on screen, or about to be.
@MainActor
private struct OpenView {
  let request: ProviderRequest
  let number: Int
  private let events: AsyncStream<ProviderRequest.ViewAnswer>

  init(request: ProviderRequest) {
    self.request = request
    (number, events) = request.openView()
  }

  func show(_ view: PresentableViewValue) {
    request.present(view)
  }

  func close() {
    request.closeView(number)
  }

  func firstAnswer(where fits: (ViewEventValue) -> Bool) async throws(CredentialProviderHostError) -> ProviderRequest.ViewAnswer {
    for await answer in events where fits(answer.event) { return answer }
    throw CredentialProviderHostError(request.isOver ? .requestEnded : .taskCanceled)
  }
}
