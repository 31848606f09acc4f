// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Testing
import VaultProtocol
import passfold_sync

@Suite("The addresses of servers and folders")
struct WayTests {
  @Test(
    "a server's address is an origin: https, a host and an optional port",
    arguments: ["https://sync.example", "https://sync.example:8443", "https://192.0.2.7", "https://[2001:db8::7]:443", "https://nas"])
  func origins(text: String) {
    #expect(ServerPlace(text, isDeveloper: false)?.origin == text)
    #expect(ServerPlace(text, isDeveloper: true)?.isPlain == false)
  }

  @Test(
    "anything else is rejected as a server's address",
    arguments: [
      "", "https://", "https://:443", "https://sync.example/", "https://sync.example/v1", "https://sync.example:", "https://sync.example:0",
      "https://sync.example:65536", "https://sync.example:+1", "https://user@sync.example", "https://sync.example?a",
      "https://sync.example#a",
      "https://Sync.example", "HTTPS://sync.example", "https://sync example", "https://sync.example\r\nX: y", "https://[::1",
      "https://[sync]",
      "https://[::1]443", "https://sync.example%2f", "ftp://sync.example", "file:///etc/passwd", "sync.example", "/srv/folder",
      "http://sync.example", "http://localhost.example", "http://192.0.2.7",
    ])
  func others(text: String) {
    #expect(ServerPlace(text, isDeveloper: false) == nil)
    #expect(ServerPlace(text, isDeveloper: true) == nil)
  }

  @Test(
    "a server without TLS is accepted only on this computer and only for developers",
    arguments: ["http://localhost:1", "http://127.0.0.1:8787", "http://[::1]:8787"])
  func plain(text: String) {
    #expect(ServerPlace(text, isDeveloper: false) == nil)
    #expect(ServerPlace(text, isDeveloper: true)?.isPlain == true)
  }

  @Test("the developer's variables count only if developer mode is set")
  func settings() {
    let authority = ["PASSFOLD_SYNC_AUTHORITY": "/tmp/ca.pem"]
    #expect(ServerSettings { authority[$0] }.authorities != "/tmp/ca.pem")
    let both = authority.merging(["PASSFOLD_SYNC_DEVELOPER": "1"]) { $1 }
    #expect(ServerSettings { both[$0] }.authorities == "/tmp/ca.pem")
    #expect(ServerSettings { both[$0] }.isDeveloper)
    #expect(!ServerSettings { ["PASSFOLD_SYNC_DEVELOPER": "0"][$0] }.isDeveloper)
  }

  @Test("the proxy comes from https_proxy or all_proxy, lower case first, and no_proxy lists the exceptions")
  func proxies() {
    func proxy(_ variables: [String: String], to host: String = "sync.example") -> String? {
      Proxies { variables[$0] }.proxy(to: host)
    }
    #expect(proxy([:]) == nil)
    #expect(proxy(["http_proxy": "http://p"]) == nil)
    #expect(proxy(["https_proxy": "http://p:1"]) == "http://p:1")
    #expect(proxy(["HTTPS_PROXY": "http://p:1", "https_proxy": "http://q"]) == "http://q")
    #expect(proxy(["https_proxy": "", "ALL_PROXY": "socks5h://p"]) == "socks5h://p")
    let exceptions = ["https_proxy": "http://p", "no_proxy": "localhost, .example.com,example.org [::1] Nas"]
    for host in ["localhost", "example.com", "sync.example.com", "a.example.org", "::1", "nas"] {
      #expect(proxy(exceptions, to: host) == nil)
    }
    for host in ["sync.example", "notexample.org", "example.org.evil", "::2"] { #expect(proxy(exceptions, to: host) == "http://p") }
    #expect(proxy(["https_proxy": "http://p", "NO_PROXY": "*"]) == nil)
  }

  @Test("a pause lasts between half of its limit and the whole, and the limit doubles up to a maximum")
  func pauses() {
    var least = GrowingPause(from: .seconds(1), to: .seconds(5))
    var most = least
    for limit in [1, 2, 4, 5, 5] as [Double] {
      #expect(least.next(random: 0) == .seconds(limit / 2))
      #expect(most.next(random: 1) == .seconds(limit))
    }
    most.reset()
    #expect(most.next(random: 1) == .seconds(1))
  }

  @Test("a path is handled by the folder carrier, and every other place by the server carrier")
  func places() async {
    let carrier = PlacedCarrier(
      server: ScriptedCarrier { CarryOutcome(status: 200) }, folder: ScriptedCarrier { CarryOutcome(.folderUnreadable) })
    func outcome(_ place: String) async -> CarryOutcome {
      await carrier.carry(CarriedTask(place: place, method: "GET", path: "/v1/changes", seconds: 1))
    }
    #expect(await outcome("https://sync.example").status == 200)
    #expect(await outcome("relative").status == 200)
    #expect(await outcome("/srv/folder").failure == .folderUnreadable)
  }
}
