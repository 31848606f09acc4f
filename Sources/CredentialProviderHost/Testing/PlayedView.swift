// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import BrokerProtocol
internal import Foundation
internal import SecretMemory

/// A view as a surface would show it.
@MainActor
public struct PlayedView {
  /// The five kinds of view.
  public enum Kind: Hashable, Sendable {
    /// Searchable rows, one of which can be chosen.
    case list
    /// A few rows, one of which can be chosen, and facts about the choice.
    case choice
    /// A question to be confirmed or cancelled.
    case confirmation
    /// A text to read and close, without a decision.
    case message
    /// Fields to type into.
    case form
  }

  /// The kind of view.
  public let kind: Kind
  /// The headline.
  public let title: String
  /// The text below the headline.
  public let message: String?
  /// The rows of a list or choice, including their codes.
  public let rows: [PresentableRow]
  /// The facts of a choice or confirmation.
  public let details: [PresentableDetail]
  /// The labels of a form's fields, in order.
  public let fields: [String]
  /// The label of the button that continues.
  public let confirmLabel: String?
  /// Whether the provider is working while the view is shown.
  public let isBusy: Bool
  let number: Int
  private let request: PlayedRequest

  init(_ value: PresentableViewValue, request: PlayedRequest) {
    kind =
      switch value.kind {
      case .list: .list
      case .choice: .choice
      case .confirmation: .confirmation
      case .message: .message
      case .form: .form
      }
    title = value.title
    message = value.message
    rows = (value.rows ?? []).map { row in
      let code = row.code.map {
        PresentableRow.LiveCode(
          text: $0, validUntil: Date(timeIntervalSince1970: row.validUntil ?? 0), period: .seconds(row.period ?? 0))
      }
      return PresentableRow(id: row.id, title: row.title, subtitle: row.subtitle, code: code, matches: row.match ?? false)
    }
    details = (value.details ?? []).map { PresentableDetail(label: $0.label, value: $0.value) }
    fields = (value.fields ?? []).map(\.label)
    confirmLabel = value.confirmLabel
    isBusy = value.busy ?? false
    number = value.number
    self.request = request
  }

  /// Chooses the first row with this title and, if given, this subtitle.
  ///
  /// - Throws: ``ProviderTestError`` `notInView`.
  public func choose(titled title: String, subtitle: String? = nil) throws(ProviderTestError) {
    guard let row = rows.first(where: { $0.title == title && (subtitle == nil || $0.subtitle == subtitle) }) else {
      throw ProviderTestError(.notInView)
    }
    request.answer(self, .choose, row: row.id)
  }

  /// Chooses the row with this ID.
  ///
  /// - Throws: ``ProviderTestError`` `notInView`.
  public func choose(row id: String) throws(ProviderTestError) {
    guard rows.contains(where: { $0.id == id }) else { throw ProviderTestError(.notInView) }
    request.answer(self, .choose, row: id)
  }

  /// Confirms the view.
  ///
  /// - Throws: ``ProviderTestError`` `notInView` for a list, which can only be answered by choosing a row.
  public func confirm() throws(ProviderTestError) {
    guard kind == .confirmation || kind == .message else { throw ProviderTestError(.notInView) }
    request.answer(self, .confirm)
  }

  /// Fills in a form and confirms it. Fields that are not named remain empty.
  ///
  /// - Parameter texts: The texts for the fields with these labels.
  /// - Throws: ``ProviderTestError`` `notInView` if the view is not a form or lacks one of the labels.
  public func enter(_ texts: [String: String]) throws(ProviderTestError) {
    guard kind == .form, texts.keys.allSatisfy(fields.contains) else { throw ProviderTestError(.notInView) }
    let (secret, byteCounts) = TypedTexts.join(fields.map { SharedSecret(copying: (texts[$0] ?? "").utf8) })
    request.answer(self, .confirm, typed: secret, byteCounts: byteCounts)
  }

  /// Cancels the view.
  public func cancel() { request.answer(self, .cancel) }
}
