// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
import OneTimeCodes
package import SecretMemory
package import VaultProtocol
import WebDomains

/// Turns a set-up link or a bare secret, with what the caller adds, into a record.
package enum CodeSetUp {
  /// Makes the record.
  ///
  /// - Throws: `badSetUpLink`, `badService`, `needsServiceAndUser`.
  package static func record(
    id: RecordIdentifier, from secret: SharedSecret, call: VaultCall.NewCode, logins: [CredentialSummary]
  ) throws(VaultFailure) -> OneTimeCodeRecord {
    var services: [ServiceIdentifier] = []
    if let service = call.service { services = [try identifier(of: service)] }
    var record: OneTimeCodeRecord
    if secret.withBytes({ $0.contains(UInt8(ascii: ":")) }) {
      let link = try setUp { () throws(OneTimeCodesError) in
        try secret.withBytes { bytes throws(OneTimeCodesError) in try SetupURL(parsing: bytes) }
      }
      // An issuer that is a domain says where the codes belong; another is a name for people.
      if services.isEmpty, let issuer = link.issuer, let domain = try? identifier(of: issuer), issuer.contains(".") { services = [domain] }
      let account = call.user ?? link.account
      record = OneTimeCodeRecord(
        id: id, services: services, title: call.title ?? link.label ?? link.issuer ?? services.first?.text ?? account, account: account,
        issuer: link.issuer, parameters: link.parameters)
    } else {
      guard let service = services.first, let user = call.user, !user.isEmpty else { throw VaultFailure(.needsServiceAndUser) }
      let parameters = try setUp { () throws(OneTimeCodesError) in
        let key = try secret.withBytes { bytes throws(OneTimeCodesError) in SharedSecret(try Base32.decode(bytes)) }
        return try OneTimeCodeParameters(secret: key)
      }
      record = OneTimeCodeRecord(id: id, services: services, title: call.title ?? service.text, account: user, parameters: parameters)
    }
    // The codes belong to the one login of the same account there.
    let fitting = logins.filter { login in
      login.kind == .password && login.user == record.account
        && login.services.contains { service in
          ServiceMatching.rank(stored: service.text, requested: record.services.map(\.text)) != nil
        }
    }
    if fitting.count == 1 { record.login = fitting.first?.id }
    return record
  }

  /// Reads a service as a person names it: a domain, or an `https` address.
  ///
  /// - Throws: `badService`.
  package static func identifier(of service: String) throws(VaultFailure) -> ServiceIdentifier {
    if service.contains("://") {
      guard let origin = try? Origin(url: service), origin.isPotentiallyTrustworthy else { throw VaultFailure(.badService) }
      return ServiceIdentifier(kind: .url, text: origin.description)
    }
    guard let host = try? WebHost(parsing: service) else { throw VaultFailure(.badService) }
    return ServiceIdentifier(kind: .domain, text: host.serialized)
  }

  private static func setUp<R>(_ read: () throws(OneTimeCodesError) -> R) throws(VaultFailure) -> R {
    do throws(OneTimeCodesError) { return try read() } catch { throw VaultFailure(error) }
  }
}
