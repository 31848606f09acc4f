// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import OneTimeCodes
import SecretMemory

extension CodeEntry {
  /// The parameters that the reader of set-up links understands.
  private static let known: Set<String> = ["secret", "issuer", "algorithm", "digits", "period", "counter", "encoder"]
  /// The parameters for appearance that some programs add for their own use.
  private static let looks: Set<String> = ["image", "imageurl", "icon", "color", "colour", "background", "foreground", "logo"]

  /// Adds the code of a set-up link; an unusable link is kept unchanged.
  ///
  /// - Parameters:
  ///   - link: The link in UTF-8.
  ///   - name: The name of the entry if the link has none.
  ///   - path: The path of members to it.
  mutating func add(link: SharedSecret, name: String? = nil, path: String) {
    guard let (setup, hasSurplusLetter) = CodeText.setup(link) else {
      if item.title.isEmpty { item.title = link.withBytes { LinkText($0).service } }
      keep("otpauth", link, isHidden: true, .unsupportedCode, path)
      return
    }
    let service = setup.label ?? setup.issuer
    if item.title.isEmpty || service != nil { item.title = service ?? (setup.account.isEmpty ? name ?? "" : setup.account) }
    // Whether the entry's own name differs from all names in the link.
    let isNew = name.map { ![item.title, setup.account, setup.issuer ?? "", setup.label ?? ""].contains($0) } ?? false
    if item.title.isEmpty, setup.parameters.form == .steam { item.title = "Steam" }
    let account = setup.account.isEmpty && isNew ? name ?? "" : setup.account
    item.parts.append(
      .oneTimeCode(ExchangedCode(issuer: setup.issuer ?? setup.label, account: account, parameters: setup.parameters)))
    if hasSurplusLetter { tell(.malformedValue, path, .readLeniently) }
    if isNew, account != name, let name { keep("name", SharedSecret(copying: name.utf8), isHidden: false, .noPlace, path) }
    link.withBytes { bytes in
      let text = LinkText(bytes)
      guard text.hasScheme("otpauth") || text.hasScheme("apple-otpauth") else { return }
      for (name, range) in text.parameters where !Self.known.contains(name) && !Self.looks.contains(name) && !range.isEmpty {
        guard let value = text.decoded(range) else {
          tell(.malformedValue, path + name, .leftOut)
          continue
        }
        if name == "codedisplay" {
          addDisplay(value, path: path)
        } else {
          keep(name, value, isHidden: true, .unknownMember, path + name)
        }
      }
    }
  }

  /// Reads Ente Auth's additional data for a code, which is JSON in a parameter of the link.
  private mutating func addDisplay(_ json: SharedSecret, path: String) {
    let path = path + "codeDisplay"
    json.withBytes { bytes in
      guard var display = (try? JSONReader.value(of: bytes)).flatMap({ TrackedObject($0, in: bytes) }) else {
        keep("codeDisplay", json, isHidden: true, .malformedValue, path)
        return
      }
      item.annotations.isFavourite = display.boolean("pinned")
      if display.boolean("trashed") { item.shelf = .trash }
      item.annotations.note = display.secret("note")
      for tag in elements("tags", of: &display, at: path + ".tags") {
        if let tag = tag.digitsOrText(in: bytes) {
          item.annotations.add(tag: tag)
        } else {
          tell(.malformedValue, path + ".tags", .leftOut)
        }
      }
      // Usage, position and picture.
      display.passOver("lastUsedAt", "tapCount", "position", "iconSrc", "iconID")
      tellRest(of: display, at: path + ".")
    }
  }
}
