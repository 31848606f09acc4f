// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import OneTimeCodes
package import SecretMemory

/// What an opened entry says, in the lines that `pass`, pass-otp and browserpass agree on.
package struct EntryContent: Sendable {
  /// The password: a line `secret:`, `password:` or `pass:`, else the first line.
  package let password: SharedSecret?
  /// The user, of a line `login:`, `username:` or `user:`.
  package let user: String?
  /// What its one-time codes are made by: a set-up link, alone or behind `otp:`, `totp:` or `hotp:`.
  package let code: OneTimeCodeParameters?

  /// Reads what GnuPG wrote.
  package init(_ plain: SharedSecret) {
    (password, user, code) = plain.withBytes { bytes in
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Line.init)
      let first = lines.first.map(\.trimmed).flatMap { $0.isEmpty || Self.isLink($0) ? nil : $0 }
      let password = lines.dropFirst().first { $0.isField(["secret", "password", "pass"]) }?.value ?? first
      let user = lines.dropFirst().first { $0.isField(["login", "username", "user"]) }?.value
      let code = lines.lazy.compactMap(Self.code).first
      return (password.map { SharedSecret(copying: $0) }, user.map { String(decoding: $0, as: UTF8.self) }, code)
    }
  }

  private static func isLink(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
    bytes.prefix(10).elementsEqual("otpauth://".utf8) { $0 | 0x20 == $1 | 0x20 }
  }

  private static func code(in line: Line) -> OneTimeCodeParameters? {
    let link = isLink(line.trimmed) ? line.trimmed : line.isField(["otp", "totp", "hotp"]) ? line.value : nil
    return link.flatMap { try? SetupURL(parsing: UnsafeRawBufferPointer(rebasing: $0)).parameters }
  }

  /// A line and its field, where it has the form `name: value`.
  private struct Line {
    let trimmed: Slice<UnsafeRawBufferPointer>
    private let name: Slice<UnsafeRawBufferPointer>
    let value: Slice<UnsafeRawBufferPointer>

    init(_ line: Slice<UnsafeRawBufferPointer>) {
      trimmed = Self.trimming(line, atFront: false)
      let colon = trimmed.firstIndex(of: UInt8(ascii: ":")) ?? trimmed.endIndex
      name = Self.trimming(trimmed[..<colon], atFront: true)
      value = Self.trimming(trimmed[colon...].dropFirst(), atFront: true)
    }

    func isField(_ names: [String]) -> Bool {
      !value.isEmpty && names.contains { name.elementsEqual($0.utf8) { $0 | 0x20 == $1 } }
    }

    /// Takes a line's end off, and for the parts of a field the blanks around them; a password may begin with one.
    private static func trimming(_ bytes: Slice<UnsafeRawBufferPointer>, atFront: Bool) -> Slice<UnsafeRawBufferPointer> {
      var rest = bytes
      while let last = rest.last, last == 0x0d || atFront && (last == 0x20 || last == 0x09) { rest.removeLast() }
      while atFront, let first = rest.first, first == 0x20 || first == 0x09 { rest.removeFirst() }
      return rest
    }
  }
}
