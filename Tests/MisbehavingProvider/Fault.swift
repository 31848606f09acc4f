// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The ways in which the provider misbehaves; an entry's name in its identity store is the fault that picking it brings about.
enum Fault: String, CaseIterable {
  /// Never answers.
  case hang
  /// Ends by a signal.
  case crash
  /// Ends as if nothing had been asked.
  case exit
  /// Says something without end.
  case flood
  /// Shows views without end.
  case viewFlood
  /// Saves identities without end, of the site that others have something for.
  case storeFlood
  /// Signs for another relying party.
  case wrongRelyingParty
  /// Answers with a password where a code was asked for.
  case wrongType
  /// Announces an answer of a gigabyte and sends some of it.
  case hugeAnswer
  /// Says what is no message.
  case garbage
  /// Leaves children behind that hold on to the conversation, and ends.
  case fork
  /// Ends while its interface is on screen.
  case exitInPrompt
  /// Answers the requests of others.
  case foreignAnswer
  /// Takes memory until there is none.
  case memoryHog
  /// Computes on and on.
  case processorHog
  /// Writes one file until it may not grow.
  case diskFiller
  /// Starts processes that are to outlive it, until there are no more to be had.
  case forkBomb
}
