// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The sample files next to the tests.
enum Samples {
  static func url(_ path: String, file: String = #filePath) -> URL {
    URL(filePath: file).deletingLastPathComponent().appending(path: "Samples/\(path)")
  }

  static func bytes(_ path: String) throws -> [UInt8] { try Array(Data(contentsOf: url(path))) }
}
