// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The limits on untrusted input and on waiting times.
package struct Limits: Sendable {
  /// The maximum size of a picture file, in bytes.
  package var fileBytes = 32 << 20
  /// The maximum number of pixels in a picture. Three 5K screens next to each other have 44 million.
  package var pixels = 64 << 20
  /// The maximum number of pixels in one scan. Larger pictures are halved until they fit.
  package var searchedPixels = 16 << 20
  /// The maximum size of the content of all symbols in a picture together, in bytes.
  package var foundBytes = 1 << 20
  /// The time limit for a picture to arrive through a pipe.
  package var inputTime = Duration.seconds(30)
  /// The time limit for each answer of the clipboard's owner.
  package var clipboardTime = Duration.seconds(5)
  /// The time limit for a portal to report its presence.
  package var portalTime = Duration.seconds(5)
  /// The time limit for the user in the portal's dialogue. `passfold` waits two minutes in total.
  package var personTime = Duration.seconds(90)
  /// The time after which a search starts no further scan, once it has done one.
  package var searchTime = Duration.seconds(15)
  /// The time limit for decoding and searching, in wall-clock time.
  package var decoderTime = Duration.seconds(40)
  /// The processor time limit for decoding and searching, in seconds.
  package var decoderProcessorSeconds: UInt = 30
  /// The maximum address space of a process that decodes or encodes, in bytes.
  package var addressSpace: UInt = 1 << 30

  /// Creates the default limits.
  package init() {}
}
