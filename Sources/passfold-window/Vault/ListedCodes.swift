// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import SecretMemory
import VaultProtocol

/// The current codes of the visible rows; others are requested when they become visible.
@MainActor
final class ListedCodes {
  /// A code and its period of validity.
  struct Code {
    let digits: SharedSecret
    let live: LiveCode
    /// Nil for a counter-based code: generating one uses it up, so the user has to ask for it.
    let validUntil: Double?
  }

  private let conversation: VaultConversation
  private let hear: @MainActor () -> Void
  private var codes: [String: Code] = [:]
  private var isAsking = false
  private var isFirst = true
  private var generation = 0

  /// - Parameter hear: Called when codes have arrived.
  init(_ conversation: VaultConversation, hear: @escaping @MainActor () -> Void) {
    self.conversation = conversation
    self.hear = hear
  }

  /// The code of a record; nil if unknown or expired.
  subscript(record: String) -> Code? {
    guard let code = codes[record], code.validUntil.map({ $0 > MainLoop.time }) ?? true else { return nil }
    return code
  }

  /// Discards all codes.
  func clear() {
    codes = [:]
    isAsking = false
    isFirst = true
    generation += 1
  }

  /// Requests codes for visible rows that have none.
  ///
  /// - Parameters:
  ///   - entries: The visible entries.
  ///   - places: Their positions in the list.
  ///   - query: The search text of the list.
  func keep(_ entries: [VaultEntry], at places: Range<Int>, of total: Int, query: String) {
    guard !isAsking, !places.isEmpty, entries.contains(where: { self[$0.record] == nil }) else { return }
    isAsking = true
    let longest = VaultAnswer.CodeList.longest
    // A short list is requested as a whole.
    let offset = total <= longest ? 0 : max(0, places.lowerBound - 20)
    let asked = generation
    let call = VaultCall.CodesQuery(query: query, offset: offset, limit: min(total, longest), unattended: isFirst ? nil : true)
    isFirst = false
    conversation.ask(.codes(call), isUnattended: true) { [weak self] reply in
      guard let self, asked == self.generation else { return }
      guard case .answer(.codes(let list), let secret?) = reply else {
        // The vault limits the rate of requests, so the next one waits; expired codes are not shown.
        return MainLoop.after(milliseconds: 2_000) { [weak self] in if self?.generation == asked { self?.isAsking = false } }
      }
      self.isAsking = false
      self.take(list, secret)
      // Entries without a code in the answer are not requested again and again.
      for entry in entries where self.codes[entry.record] == nil { self.codes[entry.record] = Self.none }
      self.hear()
    }
  }

  private static let none = Code(digits: SharedSecret(copying: []), live: LiveCode(validUntil: nil, period: nil), validUntil: nil)

  private func take(_ list: VaultAnswer.CodeList, _ secret: SharedSecret) {
    var start = 0
    for row in list.rows {
      let digits = secret.withBytes { bytes -> SharedSecret in
        let rest = bytes.dropFirst(start)
        let line = rest.prefix { $0 != UInt8(ascii: "\n") }
        start += line.count + 1
        return SharedSecret(copying: line)
      }
      codes[row.entry.record] = Code(
        digits: digits, live: LiveCode(validUntil: row.validUntil, period: row.period), validUntil: row.validUntil)
    }
  }
}
