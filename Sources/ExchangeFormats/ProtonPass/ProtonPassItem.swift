// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import FoundationEssentials
import SecretMemory
import WebDomains

/// A Proton Pass item being read.
struct ProtonPassItem {
  var draft: EntryDraft
  private var item: JSONMembers

  init(_ value: JSONValue, bytes: UnsafeRawBufferPointer, number: Int) {
    item = JSONMembers(value, in: bytes)
    draft = EntryDraft(number: number, title: value["data"]?["metadata"]?["name"]?.string(in: bytes) ?? "")
  }

  mutating func read(files: inout [String: SharedSecret]) {
    // Known members that are not needed: identifiers, versions, and sharing.
    item.pass("itemId", "shareId", "contentFormatVersion", "folderId", "shareCount", "flags", "revision", "revisionTime", "lastUseTime")
    draft.item.created = item.date("createTime")
    draft.item.modified = item.date("modifyTime")
    draft.item.annotations.isFavourite = item.flag("pinned")
    if item.number("state") == 2 { draft.item.shelf = .trash }
    var data = item.object("data")
    var metadata = data.object("metadata")
    metadata.pass("name", "itemUuid", "icon")
    let kind = data.text("type") ?? ""
    let note = metadata.secret("note")
    var content = data.object("content")
    read(content: &content, kind: kind, alias: item.text("aliasEmail"), note: note)
    read(fields: data.elements("extraFields"), in: data.bytes, section: "", at: "data.extraFields")
    var platform = data.object("platformSpecific")
    readApplications(&platform)
    for name in item.elements("files").compactMap({ $0.string(in: item.bytes) }) { attach(name, files: &files) }
    draft.keepRest(of: content, at: "data.content")
    draft.keepRest(of: metadata, at: "data.metadata")
    draft.keepRest(of: platform, at: "data.platformSpecific")
    draft.keepRest(of: data, at: "data")
    draft.keepRest(of: item)
  }

  private mutating func readApplications(_ platform: inout JSONMembers) {
    var android = platform.object("android")
    for (index, element) in android.elements("allowedApps").enumerated() {
      let path = "data.platformSpecific.android.allowedApps[\(index)]"
      var application = JSONMembers(element, in: android.bytes)
      application.pass("appName", "hashes")
      draft.add(address: application.text("packageName").map { "androidapp://\($0)" }, named: "Application", at: path)
      draft.keepRest(of: application, at: path)
    }
    draft.keepRest(of: android, at: "data.platformSpecific.android")
  }

  /// Files in the archive are named `IDENTIFIER-NAME`, with an identifier of 16 characters; the item lists the identifiers.
  private mutating func attach(_ id: String, files: inout [String: SharedSecret]) {
    guard let found = files.keys.first(where: { $0 == id || $0.hasPrefix("\(id)-") }), let content = files.removeValue(forKey: found) else {
      return draft.tell(.attachmentMissing, "files", .leftOut)
    }
    let name = found == id ? found : String(found.dropFirst(id.count + 1))
    draft.item.attachments.append(ExchangedAttachment(name: name, content: content))
  }

  /// Reads the data specific to one kind of item.
  mutating func read(content: inout JSONMembers, kind: String, alias: String?, note: SharedSecret?) {
    if kind != "note" { draft.add(note: note) }
    switch kind {
    case "login": readLogin(&content)
    case "alias":
      draft.isLogin = true
      draft.login.user = alias ?? ""
      return
    case "note": draft.others.append(.note(ExchangedNote(text: note ?? SharedSecret(SecretBytes(byteCount: 0)))))
    case "creditCard": readCard(&content)
    case "identity": readPerson(&content)
    case "sshKey":
      draft.keep("Private key", content.secret("privateKey"), isHidden: true)
      draft.keep("Public key", text: content.text("publicKey"))
      read(sections: content.elements("sections"), in: content.bytes, at: "data.content.sections")
    case "wifi":
      draft.keep("SSID", text: content.text("ssid"))
      draft.keep("Password", content.secret("password"), isHidden: true)
      let (number, names) = (content.number("security") ?? 0, ["", "WPA", "WPA2", "WPA3", "WEP"])
      draft.keep("Security", text: Int(exactly: number).flatMap { names.indices.contains($0) ? names[$0] : nil } ?? "\(number)")
      read(sections: content.elements("sections"), in: content.bytes, at: "data.content.sections")
    case "custom": read(sections: content.elements("sections"), in: content.bytes, at: "data.content.sections")
    default: draft.tell(.unknownKind, "data.type", .keptInPart)
    }
    // For an alias this is the address itself; other kinds have none.
    draft.keep("Alias", text: alias)
  }

  private mutating func readLogin(_ content: inout JSONMembers) {
    draft.isLogin = true
    // Up to version 1.17 there was only `username`.
    let names = [content.text("itemUsername"), content.text("username"), content.text("itemEmail")].compactMap(\.self)
    draft.login.user = names.first ?? ""
    for other in names.dropFirst() where other != names.first { draft.keep("Email", text: other) }
    draft.login.password = content.secret("password")
    for (index, url) in content.elements("autofillUrls").enumerated() {
      let path = "data.content.autofillUrls[\(index)]"
      var url = JSONMembers(url, in: content.bytes)
      let mode = url.text("mode")
      let isUsual = mode == nil || mode == "0"
      if !isUsual { draft.tell(.noPlace, "\(path).mode", .keptInPart) }
      draft.add(address: url.text("url"), rule: isUsual ? .domain : .exact, at: path)
      draft.keepRest(of: url, at: path)
    }
    for (index, url) in content.elements("urls").enumerated() {
      draft.add(address: url.string(in: content.bytes), at: "data.content.urls[\(index)]")
    }
    draft.add(code: content.secret("totpUri"), named: "One-time code", at: "data.content.totpUri")
    for (index, passkey) in content.elements("passkeys").enumerated() {
      read(passkey: passkey, in: content.bytes, at: "data.content.passkeys[\(index)]")
    }
  }

  private mutating func read(passkey: JSONValue, in bytes: UnsafeRawBufferPointer, at path: String) {
    var members = JSONMembers(passkey, in: bytes)
    // Known members that are not needed: data repeated in the content, and the device on which it was created.
    members.pass("keyId", "domain", "userId", "credentialId", "userHandle", "creationData")
    let (relyingParty, name) = (members.text("rpId") ?? "", members.text("rpName"))
    let (user, display) = (members.text("userName") ?? "", members.text("userDisplayName") ?? "")
    let content = members.secret("content")
    if let content, var made = content.withBytes({ Base64Text.shared($0, skipping: .lineBreaks) }).flatMap(ProtonPasskey.passkey) {
      made.relyingPartyName = name
      if made.userName.isEmpty { made.userName = user }
      if made.displayName.isEmpty { made.displayName = display }
      made.created = members.date("createTime")
      if made.userHandle.isEmpty { made.userHandle = EncodedBytes.base64(passkey["userHandle"]?.string(in: bytes)) ?? [] }
      if made.signatureCount > 0 { draft.tell(.countingPasskey, path, .keptInPart) }
      draft.passkeys.append(made)
    } else {
      draft.keep("Passkey \(relyingParty) \(user)", content, isHidden: true, because: .unsupportedKey, at: path)
    }
    draft.keep("Passkey note", text: members.text("note"))
    members.pass("createTime")
    draft.keepRest(of: members, at: path)
  }

  mutating func read(sections: [JSONValue], in bytes: UnsafeRawBufferPointer, at path: String) {
    for (index, section) in sections.enumerated() {
      var section = JSONMembers(section, in: bytes)
      let name = section.text("sectionName") ?? ""
      read(fields: section.elements("sectionFields"), in: bytes, section: name, at: "\(path)[\(index)].sectionFields")
      draft.keepRest(of: section, at: "\(path)[\(index)]")
    }
  }

  mutating func read(fields: [JSONValue], in bytes: UnsafeRawBufferPointer, section: String, at path: String) {
    for (index, field) in fields.enumerated() {
      let path = "\(path)[\(index)]"
      var field = JSONMembers(field, in: bytes)
      let (name, kind) = (field.text("fieldName") ?? "", field.text("type"))
      let label = section.isEmpty ? name : "\(section): \(name)"
      var data = field.object("data")
      switch kind {
      case "text": draft.keep(label, data.secret("content"))
      case "hidden": draft.keep(label, data.secret("content"), isHidden: true)
      case "totp": draft.add(code: data.secret("totpUri"), named: label, at: "\(path).data.totpUri")
      case "timestamp": draft.keep(label, text: day(&data))
      default: draft.keep(label, data.secret("content"), isHidden: true, because: .unknownKind, at: "\(path).type")
      }
      draft.keepRest(of: data, at: "\(path).data")
      draft.keepRest(of: field, at: path)
    }
  }

  /// Returns the day entered by the user, from ISO 8601 or a time in seconds.
  private func day(_ data: inout JSONMembers) -> String? {
    guard let value = data.take("timestamp") else { return nil }
    if let text = value.string(in: data.bytes) { return text }
    var time = JSONMembers(value, in: data.bytes)
    return time.date("seconds").map { String($0.formatted(.iso8601).prefix(10)) }
  }
}
