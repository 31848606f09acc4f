// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import passfold_fetch

@Suite("Internet addresses")
struct InternetAddressTests {
  private static func bytes(_ text: String) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: text.contains(":") ? 16 : 4)
    guard inet_pton(text.contains(":") ? AF_INET6 : AF_INET, text, &bytes) == 1 else { return [] }
    return bytes
  }

  @Test(
    "are public if they reach the same host from everywhere",
    arguments: [
      "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0", "172.15.255.255",
      "172.32.0.0",
      "192.0.1.0",
      "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255", "2606:4700::1111", "2001:200::",
      "3ffe::", "::ffff:1.1.1.1", "64:ff9b::101:101",
    ])
  func global(text: String) {
    #expect(InternetAddress.isPublic(Self.bytes(text)))
  }

  @Test(
    "are not public if they are this machine's, local, for documentation, multicast or a tunnel",
    arguments: [
      "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255", "127.0.0.1", "127.255.255.255",
      "169.254.169.254",
      "172.16.0.0", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.0.1", "192.168.255.255", "198.18.0.0",
      "198.19.255.255",
      "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255", "::", "::1", "fe80::1", "fc00::1",
      "fdff::1", "ff02::1", "100::1", "64:ff9b:1::1", "2001::1", "2001:1ff::1", "2001:db8::1", "2002:7f00:1::", "3fff:fff::1", "4000::",
      "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b::c0a8:1", "::7f00:1",
    ])
  func reserved(text: String) {
    #expect(!InternetAddress.isPublic(Self.bytes(text)))
  }

  @Test(
    "of this machine are recognised in every form",
    arguments: [
      ("9.9.9.9", true), ("2620:fe::9", true), ("::ffff:9.9.9.9", true), ("::9.9.9.9", true), ("64:ff9b::9.9.9.9", true),
      ("2002:909:909::1", true), ("2001:0:101:101:0:0:f6f6:f6f6", true), ("2001:0:909:909::1", true), ("9.9.9.10", false),
      ("2620:fe::a", false), ("::ffff:9.9.9.10", false), ("64:ff9b::9.9.9.10", false), ("2002:909:90a::1", false), ("1.1.1.1", false),
    ])
  func own(text: String, isOwn: Bool) {
    let own = OwnAddresses([Self.bytes("127.0.0.1"), Self.bytes("9.9.9.9"), Self.bytes("2620:fe::9")])
    #expect(own.contain(Self.bytes(text)) == isOwn)
  }

  @Test("with other lengths than four or sixteen bytes are not public", arguments: [0, 3, 5, 15, 17])
  func length(count: Int) {
    #expect(!InternetAddress.isPublic([UInt8](repeating: 8, count: count)))
  }
}
