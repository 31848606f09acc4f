// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The provider's faults. An entry in its identity store is named after the fault that picking it causes.
enum Fault: String, CaseIterable {
  /// Never answers.
  case hang
  /// Is ended by a signal.
  case crash
  /// Exits as if nothing had been requested.
  case exit
  /// Sends messages endlessly.
  case flood
  /// Shows views endlessly.
  case viewFlood
  /// Saves identities endlessly for a site that other providers have entries for.
  case storeFlood
  /// Signs for another relying party.
  case wrongRelyingParty
  /// Answers a request for a code with a password.
  case wrongType
  /// Announces an answer of a gigabyte and sends part of it.
  case hugeAnswer
  /// Sends something that is not a message.
  case garbage
  /// Leaves children behind that keep the connection open, and exits.
  case fork
  /// Exits while its interface is on screen.
  case exitInPrompt
  /// Answers requests made to others.
  case foreignAnswer
  /// Allocates memory until there is none.
  case memoryHog
  /// Computes endlessly.
  case processorHog
  /// Writes to one file until it may not grow.
  case diskFiller
  /// Starts processes that are to outlive it, until no more can be started.
  case forkBomb
}
