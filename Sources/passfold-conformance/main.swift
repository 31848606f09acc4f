// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads one case per line and writes one answer per line, in order, until the end of input (docs/protocols/conformance.md).
func answerCases() async {
  var conformance = Conformance()
  while let line = readLine(strippingNewline: true) {
    // Written immediately, so that a driver may wait for each answer.
    FileHandle.standardOutput.write(Data((await conformance.answer(to: line) + "\n").utf8))
  }
}

await answerCases()
