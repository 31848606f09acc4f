// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import SecretMemory
import SyncFolder
import Synchronization
import VaultProtocol

/// Carries out tasks on a folder that other software synchronises, which replies like a server. It keeps the data read from a folder, so
/// that it reads only new files.
package final class FolderCarrier: Carrier {
  private let folders = Mutex<[String: SyncFolder]>([:])

  /// Creates a carrier without a folder.
  package init() {}

  package func carry(_ task: CarriedTask) async -> CarryOutcome {
    // Some requests need no file; a folder that is gone is reported for each.
    if let failure = Self.absence(of: task.place) { return CarryOutcome(failure) }
    let folder = folders.withLock { folders in
      if let known = folders[task.place] { return known }
      let folder = SyncFolder(path: task.place)
      // Only one folder is kept: the user synchronises in one, and a client that names many must not fill the memory.
      folders = [task.place: folder]
      return folder
    }
    let body = task.body.map { body in body.withBytes { Array($0) } } ?? []
    let (method, path) = (task.method, task.path)
    let (status, answer) = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: folder.answer(method, path, body)) }
    }
    // A folder can fail on its own: reading needs it to exist, and writing needs free space.
    if status == 503 { return CarryOutcome(Self.fault(of: task)) }
    let size = VaultCall.CarryStep.partByteCount
    let parts = stride(from: 0, to: answer.count, by: size).map { start in
      SharedSecret(copying: answer[start..<min(answer.count, start + size)])
    }
    return CarryOutcome(status: status, body: parts)
  }

  private static func fault(of task: CarriedTask) -> CarryFailure {
    absence(of: task.place) ?? (task.method == "GET" ? .folderUnreadable : .folderUnwritable)
  }

  /// Returns why there is no folder at a path; nil if there is one.
  private static func absence(of place: String) -> CarryFailure? {
    var status = stat()
    guard stat(place, &status) == 0 else {
      return [ENOENT, ENOTDIR].contains(errno) ? .folderMissing : .folderUnreadable
    }
    return status.st_mode & S_IFMT == S_IFDIR ? nil : .folderIsFile
  }
}
