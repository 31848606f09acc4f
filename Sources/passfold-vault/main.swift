// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialProviderHost
import CredentialVault
import FoundationEssentials
import Glibc
import LocalEndpoint
import LocalTransport
import SecretMemory

ProcessHardening.apply()
let folder = RuntimeFolder()
try folder.prepare()
let data = environmentVariable("XDG_DATA_HOME") ?? (environmentVariable("HOME") ?? "") + "/.local/share"
let session = VaultSession(
  folder: URL(filePath: data + "/passfold/vault"), environment: VaultEnvironment(),
  prompt: SessionPrompt(PassphrasePrompt(environment: ProcessInfo.processInfo.environment)))
await ManagementDoor(session: session).serve(try LocalServer.listen(at: folder.vaultSocket))
