// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird

/// The style sheet, script and icon, read once at the start and served by name.
struct StaticFiles: Sendable {
  private let files: [String: (type: String, bytes: ByteBuffer)]

  init(folder: URL) throws {
    var files: [String: (type: String, bytes: ByteBuffer)] = [:]
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
      guard let type = Self.types[file.pathExtension] else { continue }
      files[file.lastPathComponent] = (type, ByteBuffer(bytes: try Data(contentsOf: file)))
    }
    self.files = files
  }

  func addRoutes(to router: Router<SiteContext>) {
    router.get("/static/:name") { _, context in
      guard let name = context.parameters.get("name"), let file = files[name] else { throw HTTPError(.notFound) }
      return Response(
        status: .ok, headers: [.contentType: file.type, .cacheControl: "no-cache"], body: .init(byteBuffer: file.bytes))
    }
  }

  private static let types = [
    "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
  ]
}
