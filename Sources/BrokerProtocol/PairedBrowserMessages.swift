// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A browser profile that may speak for pages, as the settings show it.
package struct PairedBrowserValue: Codable, Hashable, Sendable {
  /// The beginning of the SHA-256 of its public key, in hexadecimal digits.
  package var id: String
  /// The browser's name for people, with a number where several have the same.
  package var name: String
  /// The program that the profile was paired from: a path, or the box around it.
  package var program: String
  /// When it was paired, in seconds since 1970.
  package var firstUse: Int
  /// When it last came, to the hour, in seconds since 1970.
  package var lastUse: Int

  /// Describes a paired browser.
  package init(id: String, name: String, program: String, firstUse: Int, lastUse: Int) {
    self.id = id
    self.name = name
    self.program = program
    self.firstUse = firstUse
    self.lastUse = lastUse
  }
}

/// What a client of the role `settings` asks about paired browsers.
package enum PairedBrowsersRequest: Hashable, Sendable {
  case list(id: Int)
  /// `browser` is an identifier or a name.
  case forget(id: Int, browser: String)
}

extension PairedBrowsersRequest: Codable {
  private enum Key: String, CodingKey {
    case type, id, browser
  }

  private enum RequestType: String, Codable {
    case list = "paired-browsers"
    case forget = "forget-browser"
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let id = try values.decode(Int.self, forKey: .id)
    switch try values.decode(RequestType.self, forKey: .type) {
    case .list: self = .list(id: id)
    case .forget: self = .forget(id: id, browser: try values.decode(String.self, forKey: .browser))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    switch self {
    case .list(let id):
      try values.encode(RequestType.list, forKey: .type)
      try values.encode(id, forKey: .id)
    case .forget(let id, let browser):
      try values.encode(RequestType.forget, forKey: .type)
      try values.encode(id, forKey: .id)
      try values.encode(browser, forKey: .browser)
    }
  }
}

/// What the broker answers to ``PairedBrowsersRequest``.
package enum PairedBrowsersAnswer: Hashable, Sendable {
  case list(id: Int, browsers: [PairedBrowserValue])
  case forgotten(id: Int)
  /// The code is `browserUnknown` or `settingsNotSaved`.
  case failure(id: Int, code: String)
}

extension PairedBrowsersAnswer: Codable {
  private enum Key: String, CodingKey {
    case type, id, browsers, code
  }

  private enum AnswerType: String, Codable {
    case list = "paired-browsers"
    case forgotten = "done"
    case failure
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let type = try values.decode(AnswerType.self, forKey: .type)
    let id = try values.decode(Int.self, forKey: .id)
    switch type {
    case .list: self = .list(id: id, browsers: try values.decode([PairedBrowserValue].self, forKey: .browsers))
    case .forgotten: self = .forgotten(id: id)
    case .failure: self = .failure(id: id, code: try values.decode(String.self, forKey: .code))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    switch self {
    case .list(let id, let browsers):
      try values.encode(AnswerType.list, forKey: .type)
      try values.encode(id, forKey: .id)
      try values.encode(browsers, forKey: .browsers)
    case .forgotten(let id):
      try values.encode(AnswerType.forgotten, forKey: .type)
      try values.encode(id, forKey: .id)
    case .failure(let id, let code):
      try values.encode(AnswerType.failure, forKey: .type)
      try values.encode(id, forKey: .id)
      try values.encode(code, forKey: .code)
    }
  }
}
