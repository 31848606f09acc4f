// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import SecretMemory
import VaultProtocol

/// The running codes of those rows of the list that are in sight; the others are asked for when they come there.
@MainActor
final class ListedCodes {
  /// One code, and how long it is good.
  struct Code {
    let digits: SharedSecret
    let live: LiveCode
    /// Nil where making one uses it up, so that a person has to ask for it.
    let validUntil: Double?
  }

  private let conversation: VaultConversation
  private let hear: @MainActor () -> Void
  private var codes: [String: Code] = [:]
  private var isAsking = false
  private var isFirst = true
  private var generation = 0

  /// - Parameter hear: Hears that codes have come.
  init(_ conversation: VaultConversation, hear: @escaping @MainActor () -> Void) {
    self.conversation = conversation
    self.hear = hear
  }

  /// The code of a record; nil where it is not known or over.
  subscript(record: String) -> Code? {
    guard let code = codes[record], code.validUntil.map({ $0 > MainLoop.time }) ?? true else { return nil }
    return code
  }

  /// Forgets all of them.
  func clear() {
    codes = [:]
    isAsking = false
    isFirst = true
    generation += 1
  }

  /// Sees to it that the rows in sight have codes.
  ///
  /// - Parameters:
  ///   - entries: What is in sight, without what counts and so has none by itself.
  ///   - places: Their places in the list.
  ///   - query: What the list was searched for.
  func keep(_ entries: [VaultEntry], at places: Range<Int>, of total: Int, query: String) {
    guard !isAsking, !places.isEmpty, entries.contains(where: { self[$0.record] == nil }) else { return }
    isAsking = true
    let longest = VaultAnswer.CodeList.longest
    // A short list comes whole.
    let offset = total <= longest ? 0 : max(0, places.lowerBound - 20)
    let asked = generation
    let call = VaultCall.CodesQuery(query: query, offset: offset, limit: min(total, longest), unattended: isFirst ? nil : true)
    isFirst = false
    conversation.ask(.codes(call), isUnattended: true) { [weak self] reply in
      guard let self, asked == self.generation else { return }
      guard case .answer(.codes(let list), let secret?) = reply else {
        // What is asked too often waits; the old ones are not shown any more.
        return MainLoop.after(milliseconds: 2_000) { [weak self] in if self?.generation == asked { self?.isAsking = false } }
      }
      self.isAsking = false
      self.take(list, secret)
      // What has no code there is not asked for again and again.
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
