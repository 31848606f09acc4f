// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol

/// The document of a tab that makes a browser's request.
package struct PagePlace: Hashable, Sendable {
  let tab: Int
  let frame: Int
  /// A value that changes with each navigation.
  let document: String

  /// Creates a place from the browser's trusted context.
  package init(_ context: ClientContext) {
    tab = context.tab
    frame = context.frame
    document = context.document
  }
}
