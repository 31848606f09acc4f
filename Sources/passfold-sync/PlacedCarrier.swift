// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Sends each task to the carrier for its place: a path to that of folders, everything else to that of servers.
package struct PlacedCarrier: Carrier {
  private let server: any Carrier
  private let folder: any Carrier

  /// Creates a carrier from two others.
  package init(server: any Carrier, folder: any Carrier) {
    self.server = server
    self.folder = folder
  }

  package func carry(_ task: CarriedTask) async -> CarryOutcome {
    await (task.place.hasPrefix("/") ? folder : server).carry(task)
  }
}
