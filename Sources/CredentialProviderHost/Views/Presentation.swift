// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import AuthenticationServices
internal import BrokerProtocol
internal import Foundation

extension ASCredentialProviderExtensionContext {
  /// Shows a list and waits for the user.
  ///
  /// - Parameters:
  ///   - list: The list to show.
  ///   - updates: Lists with the same row IDs that replace the current one, for example with new codes. Read only while the view is shown.
  /// - Throws: `requestEnded` if the request has ended or ends meanwhile, `noInterface` in a call without an interface, or `taskCanceled`.
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

  /// Shows a choice and waits for the user.
  ///
  /// - Parameters:
  ///   - choice: The choice to show.
  ///   - updates: Choices with the same title and row IDs that replace the current one. Read only while the view is shown.
  /// - Throws: `requestEnded` if the request has ended or ends meanwhile, `noInterface` in a call without an interface, or `taskCanceled`.
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

  /// Shows a confirmation and waits for the user.
  ///
  /// - Throws: `requestEnded` if the request has ended or ends meanwhile, `noInterface` in a call without an interface, or `taskCanceled`.
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

  /// Shows a form and waits for the user.
  ///
  /// The typed text is transferred from the surface to this process in locked memory. A browser never shows the form: for a page's request,
  /// it appears in a desktop window that names the provider and says that the text is sent to it.
  ///
  /// - Throws: `requestEnded` if the request has ended or ends meanwhile, and for a form without fields, with more than 8 fields or with
  ///   duplicate IDs, which also cancels the request as failed with the reason `formUnusable`; `taskCanceled`.
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

  /// Shows a message and waits until the user has closed it.
  ///
  /// - Throws: `requestEnded` if the request has ended or ends meanwhile, `noInterface` in a call without an interface, or `taskCanceled`.
  @MainActor
  public func present(_ message: PresentableMessage) async throws(CredentialProviderHostError) {
    let view = try openView()
    defer { view.close() }
    view.show(message.value(numbered: view.number, busy: false))
    _ = try await view.firstAnswer { $0.action == .confirm || $0.action == .cancel }
  }

  /// Shows a message while `work` runs, for example while the user types a passphrase in another window.
  ///
  /// The view remains until another one replaces it, ``dismissView()`` is called or the request ends.
  ///
  /// - Throws: The errors of `work`; `ASExtensionError` `userCanceled` if the user cancels the message, which cancels `work`; `noInterface`
  ///   in a call without an interface, in which case `work` does not start.
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
      // No event and no cancellation: the request ended while the work was running.
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

  /// Removes the current view while the request continues.
  @MainActor
  public func dismissView() {
    request?.dismiss()
  }

  @MainActor
  private func openView() throws(CredentialProviderHostError) -> OpenView {
    guard let request, !request.isOver else { throw CredentialProviderHostError(.requestEnded) }
    // Nobody could answer a view that the system does not show.
    guard request.showsInterface else { throw CredentialProviderHostError(.noInterface) }
    return OpenView(request: request)
  }
}

/// A view that is on screen or about to be shown.
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
