// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Compares typed text with the texts of rows: title, user and services, folded, one per line.
///
/// It examines a hundred thousand texts per keystroke, so it refers to the query's memory instead of copying arrays.
struct SearchMatcher {
  private let signature: SearchSignature
  private let exactSignature: SearchSignature
  private let whole: UnsafeBufferPointer<UInt8>
  private let words: UnsafeBufferPointer<SearchQuery.Word>
  /// Whether the typed text may be a host name.
  private let mayBeHost: Bool

  init(query: SearchQuery, whole: UnsafeBufferPointer<UInt8>, words: UnsafeBufferPointer<SearchQuery.Word>) {
    (signature, exactSignature, self.whole, self.words) = (query.signature, query.exactSignature, whole, words)
    mayBeHost = words.count == 1 && whole.contains(UInt8(ascii: "."))
  }

  /// Whether a text with this signature may match without a typing error.
  func mayFit(_ text: SearchSignature) -> Bool { text.covers(signature) }

  /// Returns the rank of a text, without tolerating typing errors.
  func rank(_ text: UnsafeBufferPointer<UInt8>, _ signature: SearchSignature) -> SearchQuery.Rank? {
    var (prefixesAll, startsTitle) = (true, false)
    for (number, word) in words.enumerated() {
      guard let best = bestPlace(of: word, in: text) else { return nil }
      if best == .inside { prefixesAll = false }
      if number == 0, best == .textStart { startsTitle = true }
    }
    if mayBeHost || signature.covers(exactSignature), let field = fieldRank(text) { return field }
    if startsTitle, starts(text, at: 0, with: 0..<whole.count) { return .titlePrefix }
    return prefixesAll ? .wordPrefixes : .occurrence
  }

  /// Whether the text matches if one word has a typing error.
  func fitsMistyped(_ text: UnsafeBufferPointer<UInt8>, _ signature: SearchSignature) -> Bool {
    var mistyped: SearchQuery.Word?
    // Checks words without an error first, because that rules out most texts at a lower cost.
    for word in words {
      if signature.covers(word.signature), let place = bestPlace(of: word, in: text), place != .inside { continue }
      guard mistyped == nil, word.mayBeMistyped, signature.missing(word.signature) <= word.forgivenPairs else { return false }
      mistyped = word
    }
    guard let mistyped else { return true }
    for position in text.indices where isWordStart(position, in: text) {
      if startsMistyped(text, at: position, with: mistyped) { return true }
    }
    return false
  }

  // MARK: Fields

  private func fieldRank(_ text: UnsafeBufferPointer<UInt8>) -> SearchQuery.Rank? {
    var best: SearchQuery.Rank?
    var start = 0
    while start <= text.count {
      let end = Self.first(UInt8(ascii: "\n"), in: text, from: start) ?? text.count
      if end - start == whole.count, starts(text, at: start, with: 0..<whole.count) { return .exact }
      if mayBeHost, end - start > whole.count, let rank = hostRank(text, start, end), best.map({ rank < $0 }) ?? true { best = rank }
      start = end + 1
    }
    return best
  }

  /// Whether a field is an address of the typed host, or of a host below it.
  private func hostRank(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> SearchQuery.Rank? {
    var host = start
    for position in start..<end where text[position] == UInt8(ascii: "/") && position + 1 < end && text[position + 1] == UInt8(ascii: "/") {
      host = position + 2
      break
    }
    // A field with a space is a title.
    if text[start..<end].contains(0x20) { return nil }
    let hostEnd = text[host..<end].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ":") } ?? end
    let length = hostEnd - host
    guard length >= whole.count, starts(text, at: hostEnd - whole.count, with: 0..<whole.count) else { return nil }
    if length == whole.count { return .host }
    return text[hostEnd - whole.count - 1] == UInt8(ascii: ".") ? .domain : nil
  }

  // MARK: Words

  private enum Place {
    case textStart, wordStart, inside
  }

  private func bestPlace(of word: SearchQuery.Word, in text: UnsafeBufferPointer<UInt8>) -> Place? {
    let (first, last) = (whole[word.place.lowerBound], text.count - word.place.count)
    var best: Place?
    var from = 0
    while from <= last, let position = Self.first(first, in: text, from: from), position <= last {
      if starts(text, at: position, with: word.place) {
        if position == 0 { return .textStart }
        if isWordStart(position, in: text) { return .wordStart }
        best = .inside
      }
      from = position + 1
    }
    return best
  }

  private static func first(_ byte: UInt8, in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard start < text.count, let base = text.baseAddress, let found = memchr(base + start, CInt(byte), text.count - start) else {
      return nil
    }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  /// Whether a text continues at a position with a part of the typed text.
  private func starts(_ text: UnsafeBufferPointer<UInt8>, at position: Int, with part: Range<Int>) -> Bool {
    guard position >= 0, part.count <= text.count - position else { return false }
    // Words are short, so calling the library's comparison would take longer.
    var index = 0
    while index < part.count, text[position + index] == whole[part.lowerBound + index] { index += 1 }
    return index == part.count
  }

  private func isWordStart(_ position: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    if position == 0 { return true }
    let before = text[position - 1]
    return before < 0x80 && !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= before || UInt8(ascii: "0")...UInt8(ascii: "9") ~= before)
  }

  /// Whether a text begins with a word after one of its letters is replaced, removed, inserted, or swapped with the next.
  private func startsMistyped(_ text: UnsafeBufferPointer<UInt8>, at start: Int, with word: SearchQuery.Word) -> Bool {
    let (place, count) = (word.place, word.place.count)
    var same = 0
    while same < count, start + same < text.count, text[start + same] == whole[place.lowerBound + same] { same += 1 }
    if same >= count - 1 { return true }
    let (position, typed) = (start + same, place.lowerBound + same)
    func rest(after index: Int, at position: Int) -> Bool { starts(text, at: position, with: index..<place.upperBound) }
    if rest(after: typed + 1, at: position + 1) || rest(after: typed + 1, at: position) || rest(after: typed, at: position + 1) {
      return true
    }
    return position + 1 < text.count && text[position] == whole[typed + 1] && text[position + 1] == whole[typed]
      && rest(after: typed + 2, at: position + 2)
  }
}
