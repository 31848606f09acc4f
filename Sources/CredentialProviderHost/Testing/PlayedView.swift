// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import BrokerProtocol
internal import Foundation
internal import SecretMemory

/// A view as a surface would draw it.
@MainActor
public struct PlayedView {
  /// Which of the five views it is.
  public enum Kind: Hashable, Sendable {
    /// Rows to search and choose one of.
    case list
    /// A few rows to choose one of, with facts beside them.
    case choice
    /// A yes or no.
    case confirmation
    /// Words to read and close, with nothing to decide.
    case message
    /// Fields to type into.
    case form
  }

  /// Which of the five views it is.
  public let kind: Kind
  /// The headline.
  public let title: String
  /// What the person should know.
  public let message: String?
  /// The rows of a list or choice; codes among them.
  public let rows: [PresentableRow]
  /// The facts of a choice or confirmation.
  public let details: [PresentableDetail]
  /// The labels of a form's fields, in their order.
  public let fields: [String]
  /// The label of the way on.
  public let confirmLabel: String?
  /// Whether the provider works while it is shown.
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

  /// The person picks the first row of this title, and of this subtitle if one is given.
  ///
  /// - Throws: ``ProviderTestError`` `notInView`.
  public func choose(titled title: String, subtitle: String? = nil) throws {
    guard let row = rows.first(where: { $0.title == title && (subtitle == nil || $0.subtitle == subtitle) }) else {
      throw ProviderTestError(.notInView)
    }
    request.answer(self, .choose, row: row.id)
  }

  /// The person picks the row with an id.
  ///
  /// - Throws: ``ProviderTestError`` `notInView`.
  public func choose(row id: String) throws {
    guard rows.contains(where: { $0.id == id }) else { throw ProviderTestError(.notInView) }
    request.answer(self, .choose, row: id)
  }

  /// The person goes on.
  ///
  /// - Throws: ``ProviderTestError`` `notInView` for a list, which has no way on but its rows.
  public func confirm() throws {
    guard kind == .confirmation || kind == .message else { throw ProviderTestError(.notInView) }
    request.answer(self, .confirm)
  }

  /// The person fills a form in and goes on; what is not named stays empty.
  ///
  /// - Parameter texts: What is typed into the fields with these labels.
  /// - Throws: ``ProviderTestError`` `notInView` for a view that is no form, and for a label that it does not have.
  public func enter(_ texts: [String: String]) throws {
    guard kind == .form, texts.keys.allSatisfy(fields.contains) else { throw ProviderTestError(.notInView) }
    let (secret, byteCounts) = TypedTexts.join(fields.map { SharedSecret(copying: (texts[$0] ?? "").utf8) })
    request.answer(self, .confirm, typed: secret, byteCounts: byteCounts)
  }

  /// The person cancels the view.
  public func cancel() { request.answer(self, .cancel) }
}
