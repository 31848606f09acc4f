// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol

/// A row's words apart from its title, on the screen and for a screen reader.
package struct RowWords: Equatable, Sendable {
  /// The second line: account, kind and provider, as far as they distinguish rows.
  package let detail: String
  /// Everything in one sentence, without the code.
  package let spoken: String

  /// Creates the words for a row of `view`.
  package init(_ row: PresentableViewValue.Row, in view: PresentableViewValue) {
    let rows = view.rows ?? []
    let kinds = Set(rows.map(\.kind))
    let providers = Set(rows.compactMap(\.provider))
    let isCredential = row.kind == .password || row.kind == .passkey || row.kind == .oneTimeCode
    // Does not repeat what the row's own second line says.
    let said = (row.subtitle ?? "").lowercased()
    let namesKind = row.kind == .passkey || (kinds.count > 1 && isCredential) || row.kind == .locked
    let kind = row.kind.flatMap { namesKind && !said.contains(ViewWords.name(of: $0).lowercased()) ? ViewWords.name(of: $0) : nil }
    let namesProvider = providers.count > 1 || row.provider != view.source
    let provider = row.provider.flatMap { namesProvider && !said.contains($0.lowercased()) && !row.title.contains($0) ? $0 : nil }
    detail = [row.subtitle, kind, provider].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
    spoken = [row.title, row.subtitle, kind, provider.map(ViewWords.from)].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
