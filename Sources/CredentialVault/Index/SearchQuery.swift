// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel

/// What a person types to find something: words, an address, the start of a name, or a record's identifier.
struct SearchQuery {
  /// The fewest letters of a word in which a typing error is looked for.
  private static let leastMistypedCount = 4

  /// How well a record fits, the best first.
  enum Rank: UInt8, Comparable {
    /// The record of this very identifier.
    case identifier
    /// Title, user or service is exactly what was typed.
    case exact
    /// An address of this very host.
    case host
    /// An address at a host below the one that was typed, or of the domain that the typed host belongs to.
    case domain
    /// The title begins so.
    case titlePrefix
    /// Each word begins a word.
    case wordPrefixes
    /// Each word occurs.
    case occurrence
    /// Each word but for one typing error begins a word.
    case mistyped

    static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
  }

  let record: RecordIdentifier?
  let whole: [UInt8]
  let words: [[UInt8]]
  let signature: SearchSignature
  /// How many pairs of letters one typing error may take away.
  let forgivenPairs: Int

  /// Takes what was typed.
  init(_ text: String) {
    record = RecordIdentifier(text)
    words = SearchFolding.fold(text).split(separator: 0x20).map { Array($0) }
    whole = Array(words.joined(separator: [0x20]))
    var signature = SearchSignature()
    for word in words { word.withUnsafeBufferPointer { signature.insert($0) } }
    self.signature = signature
    // A letter too many or another one takes two pairs away, two that changed places three.
    forgivenPairs = words.contains { $0.count > 5 } ? 3 : 2
  }

  /// Whether everything fits.
  var isEmpty: Bool { words.isEmpty }

  var mayBeMistyped: Bool { words.contains { $0.count >= Self.leastMistypedCount } }

  /// How a text fits, without typing errors.
  func rank(_ text: UnsafeBufferPointer<UInt8>) -> Rank? {
    var (prefixesAll, startsTitle) = (true, false)
    for (number, word) in words.enumerated() {
      guard let best = Self.bestPlace(of: word, in: text) else { return nil }
      if best == .inside { prefixesAll = false }
      if number == 0, best == .textStart { startsTitle = true }
    }
    if let field = fieldRank(text) { return field }
    if startsTitle, Self.starts(text, at: 0, with: whole) { return .titlePrefix }
    return prefixesAll ? .wordPrefixes : .occurrence
  }

  /// How the text fits if one word has a typing error in it.
  func fitsMistyped(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var errors = 0
    for word in words {
      if let place = Self.bestPlace(of: word, in: text), place != .inside { continue }
      errors += 1
      guard errors == 1, word.count >= Self.leastMistypedCount, Self.hasMistyped(word, in: text) else { return false }
    }
    return true
  }

  // MARK: Fields

  private func fieldRank(_ text: UnsafeBufferPointer<UInt8>) -> Rank? {
    let mayBeHost = words.count == 1 && whole.contains(UInt8(ascii: "."))
    var best: Rank?
    var start = 0
    while start <= text.count {
      let end = text[start...].firstIndex(of: 0x0A) ?? text.count
      if end - start == whole.count, Self.starts(text, at: start, with: whole) { return .exact }
      if mayBeHost, end - start > whole.count, let rank = hostRank(text, start, end), best.map({ rank < $0 }) ?? true { best = rank }
      start = end + 1
    }
    return best
  }

  /// Whether a field is an address of the host that was typed, or of one below it.
  private func hostRank(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Rank? {
    var host = start
    for position in start..<end where text[position] == UInt8(ascii: "/") && position + 1 < end && text[position + 1] == UInt8(ascii: "/") {
      host = position + 2
      break
    }
    // What has a space in it is a title.
    if text[start..<end].contains(0x20) { return nil }
    let hostEnd = text[host..<end].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ":") } ?? end
    let length = hostEnd - host
    guard length >= whole.count, Self.starts(text, at: hostEnd - whole.count, with: whole) else { return nil }
    if length == whole.count { return .host }
    return text[hostEnd - whole.count - 1] == UInt8(ascii: ".") ? .domain : nil
  }

  // MARK: Words

  private enum Place: Int {
    case textStart, wordStart, inside
  }

  private static func bestPlace(of word: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> Place? {
    guard let first = word.first, word.count <= text.count else { return nil }
    var best: Place?
    for position in 0...text.count - word.count where text[position] == first && starts(text, at: position, with: word) {
      if position == 0 { return .textStart }
      if isWordStart(position, in: text) { return .wordStart }
      best = .inside
    }
    return best
  }

  private static func starts(_ text: UnsafeBufferPointer<UInt8>, at position: Int, with word: [UInt8]) -> Bool {
    guard position >= 0, word.count <= text.count - position else { return false }
    for index in word.indices where text[position + index] != word[index] { return false }
    return true
  }

  private static func isWordStart(_ position: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    if position == 0 { return true }
    let before = text[position - 1]
    return before < 0x80 && !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= before || UInt8(ascii: "0")...UInt8(ascii: "9") ~= before)
  }

  private static func hasMistyped(_ word: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> Bool {
    for position in text.indices where isWordStart(position, in: text) {
      if startsMistyped(text, at: position, with: word) { return true }
    }
    return false
  }

  /// Whether a text begins with a word after one letter of it is replaced, removed, inserted, or changes places with the next.
  private static func startsMistyped(_ text: UnsafeBufferPointer<UInt8>, at start: Int, with word: [UInt8]) -> Bool {
    var same = 0
    while same < word.count, start + same < text.count, text[start + same] == word[same] { same += 1 }
    if same >= word.count - 1 { return true }
    func rest(of index: Int, at position: Int) -> Bool {
      guard word.count - index <= text.count - position else { return false }
      for step in index..<word.count where text[position + step - index] != word[step] { return false }
      return true
    }
    let position = start + same
    if rest(of: same + 1, at: position + 1) || rest(of: same + 1, at: position) || rest(of: same, at: position + 1) { return true }
    return position + 1 < text.count && text[position] == word[same + 1] && text[position + 1] == word[same]
      && rest(of: same + 2, at: position + 2)
  }
}
