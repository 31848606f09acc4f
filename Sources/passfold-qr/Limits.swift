// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What the program takes from strangers and how long it waits for them.
package struct Limits: Sendable {
  /// The most bytes of a picture file.
  package var fileBytes = 32 << 20
  /// The most pixels of a picture: three 5K screens beside each other are 44 million.
  package var pixels = 64 << 20
  /// The most pixels that one search looks at; larger pictures are halved until they fit.
  package var searchedPixels = 16 << 20
  /// The most bytes that all symbols of one picture say together.
  package var foundBytes = 1 << 20
  /// How long a picture may take to arrive by a pipe.
  package var inputTime = Duration.seconds(30)
  /// How long the clipboard's owner may take for each answer.
  package var clipboardTime = Duration.seconds(5)
  /// How long a portal may take to say whether it is there.
  package var portalTime = Duration.seconds(5)
  /// How long the person may take in the portal's dialogue; `passfold` waits two minutes for all of it.
  package var personTime = Duration.seconds(90)
  /// When a search that has looked at least once begins no further look.
  package var searchTime = Duration.seconds(15)
  /// How long decoding and searching may take, as the clock on the wall has it.
  package var decoderTime = Duration.seconds(40)
  /// How much processor time decoding and searching may take, in seconds.
  package var decoderProcessorSeconds: UInt = 30
  /// How much address space a process that decodes or encodes may have, in bytes.
  package var addressSpace: UInt = 1 << 30

  /// The limits that hold unless a test lowers them.
  package init() {}
}
