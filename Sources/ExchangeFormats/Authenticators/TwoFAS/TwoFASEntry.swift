// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

/// A service in a backup of 2FAS.
enum TwoFASEntry {
  static func read(_ object: TrackedObject, number: Int, groups: [String: String]) -> CodeEntry {
    var object = object
    var otp = object.object("otp")
    let (name, issuer) = (object.text("name"), otp?.text("issuer"))
    // Before there was a member for the account, the label held it, with the issuer in front.
    let (label, named) = (otp?.text("label"), otp?.text("account"))
    let account = named ?? label.map { withoutService($0, [issuer, name]) } ?? ""
    var entry = CodeEntry(number, title: name ?? issuer ?? account)
    var generator = KeptGenerator(otp?.text("tokenType") ?? "totp", secret: object.secret("secret").map { .base32($0) })
    generator.algorithm = otp?.text("algorithm")
    generator.digits = otp?.integer("digits")
    let (period, counter) = (otp?.integer("period"), otp?.integer("counter"))
    // The members of the other kinds are present, but their values have no meaning.
    if generator.kind == .counterBased { generator.counter = counter } else { generator.period = period }
    entry.add(generator, issuer: issuer, account: account, isSound: otp?.malformed.isEmpty ?? true, path: "otp")
    if let label, named != nil, label != account, !["\(issuer ?? ""):\(account)", "\(name ?? ""):\(account)"].contains(label) {
      entry.keep("label", SharedSecret(copying: label.utf8), isHidden: false, .noPlace, "otp.label")
    }
    if otp != nil {
      // The link is the text that was once scanned; the codes are generated from the other members.
      otp?.passOver("link", "source")
      if let otp { entry.tellRest(of: otp, at: "otp.") }
    }
    if let id = object.text("groupId") {
      if let group = groups[id.lowercased()] {
        entry.item.folders = [[group]]
      } else {
        entry.tell(.referenceMissing, "groupId", .leftOut)
      }
    }
    entry.item.modified = object.integer("updatedAt").flatMap { $0 == 0 ? nil : DateText.milliseconds(Double($0)) }
    // Appearance and order, and 2FAS's own number for a well-known service.
    object.passOver("type", "serviceTypeID", "order", "badge", "icon")
    entry.tellRest(of: object)
    return entry
  }

  /// Returns the account in a label that starts with the service.
  private static func withoutService(_ label: String, _ services: [String?]) -> String {
    let service = services.compactMap(\.self).first { label.lowercased().hasPrefix($0.lowercased() + ":") }
    return service.map { String(label.dropFirst($0.count + 1)).trimmingSpace } ?? label
  }
}
