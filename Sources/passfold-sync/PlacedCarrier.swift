// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Sends each task the way that its place says: a path to the carrier of folders, everything else to the one of servers.
package struct PlacedCarrier: Carrier {
  private let server: any Carrier
  private let folder: any Carrier

  /// Divides tasks between two carriers.
  package init(server: any Carrier, folder: any Carrier) {
    self.server = server
    self.folder = folder
  }

  package func carry(_ task: CarriedTask) async -> CarryOutcome {
    await (task.place.hasPrefix("/") ? folder : server).carry(task)
  }
}
