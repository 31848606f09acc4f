// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import SecretMemory

/// One service in a backup of 2FAS.
enum TwoFASEntry {
  static func read(_ object: TrackedObject, number: Int, groups: [String: String]) -> CodeEntry {
    var object = object
    var otp = object.object("otp")
    let (name, issuer) = (object.text("name"), otp?.text("issuer"))
    // An account was called the label before there was a member for it, then with the issuer in front.
    let (label, named) = (otp?.text("label"), otp?.text("account"))
    let account = named ?? label.map { withoutService($0, [issuer, name]) } ?? ""
    var entry = CodeEntry(number, title: name ?? issuer ?? account)
    var generator = KeptGenerator(otp?.text("tokenType") ?? "totp", secret: object.secret("secret").map { .base32($0) })
    generator.algorithm = otp?.text("algorithm")
    generator.digits = otp?.integer("digits")
    let (period, counter) = (otp?.integer("period"), otp?.integer("counter"))
    // Members of the other kinds stand there with a value of no meaning.
    if generator.kind == .counterBased { generator.counter = counter } else { generator.period = period }
    entry.add(generator, issuer: issuer, account: account, isSound: otp?.malformed.isEmpty ?? true, path: "otp")
    if let label, named != nil, label != account, !["\(issuer ?? ""):\(account)", "\(name ?? ""):\(account)"].contains(label) {
      entry.keep("label", SharedSecret(copying: label.utf8), isHidden: false, .noPlace, "otp.label")
    }
    if otp != nil {
      // The link is the text that was scanned once; what is kept beside it is what the codes are made of.
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
    // Looks and order, and 2FAS's own number for a well-known service.
    object.passOver("type", "serviceTypeID", "order", "badge", "icon")
    entry.tellRest(of: object)
    return entry
  }

  /// The account of a label that has the service in front.
  private static func withoutService(_ label: String, _ services: [String?]) -> String {
    let service = services.compactMap(\.self).first { label.lowercased().hasPrefix($0.lowercased() + ":") }
    return service.map { String(label.dropFirst($0.count + 1)).trimmingSpace } ?? label
  }
}
