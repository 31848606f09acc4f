// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Testing
import passfold_qr

@Suite("The arguments of passfold-qr")
struct ArgumentTests {
  private func parsed(_ arguments: String..., variables: [String: String] = ["LANG": "en_GB.UTF-8"]) throws -> QRArguments {
    try QRArguments(arguments) { variables[$0] }
  }

  private func writing(_ arguments: String..., variables: [String: String] = ["LANG": "en_GB.UTF-8"]) throws -> SymbolWriting? {
    guard case .write(let writing) = try QRArguments(["write"] + arguments, variable: { variables[$0] }) else { return nil }
    return writing
  }

  @Test("name one source of a picture")
  func sources() throws {
    let sources: [([String], QRArguments.Source)] = [
      (["--image", "a.png"], .image("a.png")), (["--image", "-"], .image("-")), (["--clipboard"], .clipboard), (["--screen"], .screen),
    ]
    for (arguments, source) in sources {
      guard case .read(let read) = try QRArguments(["read"] + arguments, variable: { _ in nil }) else {
        Issue.record("\(arguments) is not a read command")
        continue
      }
      #expect(read == source)
    }
  }

  @Test("are refused if they are incomplete, contradictory or unknown")
  func refused() {
    for arguments in [
      [], ["read"], ["read", "--image"], ["read", "--image", ""], ["read", "--screen", "--clipboard"], ["write", "--scale", "big"],
      ["draw"],
    ] {
      #expect(refusal { try QRArguments(arguments) { _ in nil } } == .usage, "\(arguments)")
    }
  }

  @Test("use colours in a terminal unless the environment disables them")
  func colour() throws {
    #expect(try writing()?.ground == .painted)
    #expect(try writing(variables: ["NO_COLOR": ""])?.ground == .painted)
    #expect(try writing(variables: ["NO_COLOR": "1"])?.ground == .dark)
    #expect(try writing("--ground", "light", variables: ["NO_COLOR": "1"])?.ground == .light)
  }

  @Test("use half blocks if the locale has UTF-8, and the first non-empty variable decides")
  func locale() throws {
    #expect(try writing()?.isASCII == false)
    #expect(try writing(variables: [:])?.isASCII == true)
    #expect(try writing(variables: ["LANG": "de_DE.utf8"])?.isASCII == false)
    #expect(try writing(variables: ["LANG": "de_DE.UTF-8", "LC_ALL": "C"])?.isASCII == true)
    #expect(try writing(variables: ["LANG": "C.UTF-8", "LC_ALL": ""])?.isASCII == false)
    #expect(try writing("--ascii")?.isASCII == true)
    #expect(try writing("--utf8", variables: [:])?.isASCII == false)
  }

  @Test("give a terminal's size as columns and rows")
  func room() throws {
    let room = try #require(try writing("--size-limit", "80x24")?.room)
    #expect(room == (80, 24))
    for wrong in ["80", "80x", "x24", "80x24x1", "-1x4", "0x0", "80 x 24"] {
      #expect(refusal { try writing("--size-limit", wrong) } == .usage, "\(wrong)")
    }
  }
}
