// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CExpat
import CredentialExchange
import SecretMemory

/// Receives the elements of an XML document in order.
protocol XMLEventHandler: AnyObject {
  /// Called at the start of an element.
  func begin(_ name: String, attributes: [String: String]) throws(CredentialExchangeError)

  /// Called at the end of an element.
  ///
  /// - Parameter text: The text in the element after its last child, in UTF-8, valid during the call.
  func end(_ name: String, text: UnsafeRawBufferPointer) throws(CredentialExchangeError)
}

/// Reads XML 1.0 with expat, with a limit on depth. Document types are refused, so only XML's five predefined entities exist.
final class XMLEvents {
  static let deepest = 256
  private static let pieceByteCount = 65_536

  private let handler: any XMLEventHandler
  private let parser: XML_Parser
  private var text = SecretBuilder(capacity: 4096)
  private var depth = 0
  private var failure: CredentialExchangeError?

  /// - Parameter encoding: The encoding of the document, regardless of its declaration; nil uses the declaration.
  private init(_ handler: any XMLEventHandler, encoding: String? = nil) throws(CredentialExchangeError) {
    guard let parser = XML_ParserCreate(encoding) else { throw CredentialExchangeError(.overBounds) }
    self.handler = handler
    self.parser = parser
  }

  deinit { XML_ParserFree(parser) }

  /// Passes the elements of a document to a handler.
  ///
  /// - Throws: The handler's errors; `malformed` with the position for invalid XML or a document type; `overBounds` for more than
  ///   ``deepest`` levels.
  static func read(_ document: UnsafeRawBufferPointer, _ handler: any XMLEventHandler) throws(CredentialExchangeError) {
    guard case .utf32 = TableText.encoding(of: document) else { return try XMLEvents(handler).read(document) }
    // expat does not support UTF-32.
    try TableText.withUTF8(document) { (text) throws(CredentialExchangeError) in try XMLEvents(handler, encoding: "UTF-8").read(text) }
  }

  private func read(_ document: UnsafeRawBufferPointer) throws(CredentialExchangeError) {
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser, { XMLEvents.of($0)?.begin($1, $2) }, { XMLEvents.of($0)?.end($1) })
    XML_SetCharacterDataHandler(parser) { XMLEvents.of($0)?.characters($1, $2) }
    XML_SetStartDoctypeDeclHandler(parser) { user, _, _, _, _ in XMLEvents.of(user)?.fail(CredentialExchangeError(.malformed)) }
    var position = 0
    repeat {
      let count = min(Self.pieceByteCount, document.count - position)
      let isLast = position + count == document.count
      let piece = UnsafeRawBufferPointer(rebasing: document[position..<position + count])
      let status = XML_Parse(parser, piece.assumingMemoryBound(to: CChar.self).baseAddress, Int32(count), isLast ? 1 : 0)
      if let failure { throw failure }
      guard status == XML_STATUS_OK else {
        throw CredentialExchangeError(.malformed, offset: Int(XML_GetCurrentByteIndex(parser)))
      }
      position += count
    } while position < document.count
  }

  private static func of(_ user: UnsafeMutableRawPointer?) -> XMLEvents? {
    user.map { Unmanaged<XMLEvents>.fromOpaque($0).takeUnretainedValue() }
  }

  private func fail(_ error: CredentialExchangeError) {
    guard failure == nil else { return }
    failure = error
    _ = XML_StopParser(parser, 0)
  }

  private func begin(_ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
    guard let name, failure == nil else { return }
    depth += 1
    guard depth <= Self.deepest else { return fail(CredentialExchangeError(.overBounds)) }
    text.removeAll()
    var found: [String: String] = [:]
    var place = 0
    while let attributes, let key = attributes[place], let value = attributes[place + 1] {
      found[String(cString: key)] = String(cString: value)
      place += 2
    }
    do throws(CredentialExchangeError) { try handler.begin(String(cString: name), attributes: found) } catch { fail(error) }
  }

  private func end(_ name: UnsafePointer<CChar>?) {
    guard let name, failure == nil else { return }
    depth -= 1
    do throws(CredentialExchangeError) {
      try text.withBytes { (text) throws(CredentialExchangeError) in try handler.end(String(cString: name), text: text) }
    } catch {
      fail(error)
    }
    text.removeAll()
  }

  private func characters(_ characters: UnsafePointer<CChar>?, _ count: Int32) {
    guard failure == nil else { return }
    text.append(UnsafeRawBufferPointer(start: characters, count: Int(count)))
  }
}
