// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol

/// The one document of a tab that a browser's request comes from.
package struct PagePlace: Hashable, Sendable {
  let tab: Int
  let frame: Int
  /// Another one after each navigation.
  let document: String

  /// Takes the place out of what the browser vouches for.
  package init(_ context: ClientContext) {
    tab = context.tab
    frame = context.frame
    document = context.document
  }
}
