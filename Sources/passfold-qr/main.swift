// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import CSeccomp
internal import Glibc
internal import QRCodes
internal import SecretMemory

/// Returns the value of an environment variable of this process.
func environmentVariable(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}

/// Writes one frame with `bytes` to standard output. Returns whether it was written.
func writeFrame(of bytes: ScratchBytes) -> Bool {
  var frame: [UInt8] = []
  bytes.withBytes { Frames.append($0, to: &frame) }
  defer { frame.withUnsafeMutableBytes { wipe($0) } }
  return frame.withUnsafeBytes { writeAll($0, to: 1) }
}

func read(_ source: QRArguments.Source, limits: Limits) throws(QRFailure) -> Bool {
  let picture: ScratchBytes
  switch source {
  case .image(let path):
    ProcessHardening.apply()
    picture = try ImageFile.read(path, limits: limits)
  case .clipboard:
    ProcessHardening.apply()
    switch try Clipboard(variable: environmentVariable, limits: limits).read() {
    case .link(let link): return writeFrame(of: link)
    case .picture(let bytes): picture = bytes
    }
  case .screen:
    picture = try Screen(variable: environmentVariable, limits: limits).read(beforeSecrets: ProcessHardening.apply)
  }
  return try Decoder.frames(in: picture, limits: limits).withBytes { writeAll($0, to: 1) }
}

func write(_ writing: SymbolWriting, limits: Limits) throws(QRFailure) -> Bool {
  ProcessHardening.apply()
  try Sandbox.enter(limits: limits)
  let secret: ScratchBytes
  do {
    secret = try BoundedReading.toEnd(of: 0, limit: QRSymbol.ErrorCorrection.low.byteLimit, time: limits.inputTime)
  } catch {
    throw QRFailure(error == .tooLarge ? .tooLong : error == .timedOut ? .inputTimedOut : .fileUnreadable)
  }
  var drawing = try secret.withBytes { bytes throws(QRFailure) in try writing.drawing(of: bytes) }
  defer { drawing.withUnsafeMutableBytes { wipe($0) } }
  return drawing.withUnsafeBytes { writeAll($0, to: 1) }
}

/// Runs the command; returns the exit status.
func run(_ arguments: [String]) -> CInt {
  let limits = Limits()
  do throws(QRFailure) {
    let hasWritten: Bool
    switch try QRArguments(arguments, variable: environmentVariable) {
    case .decode: return Decoder.run(limits: limits)
    case .read(let source): hasWritten = try read(source, limits: limits)
    case .write(let writing): hasWritten = try write(writing, limits: limits)
    }
    return hasWritten ? 0 : QRFailure.Code.libraryFailed.status
  } catch {
    var report = error.report
    _ = report.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: 2) }
    return error.code.status
  }
}

// The parent may have leaked descriptors; only the first three are used here.
closefrom(3)
signal(SIGPIPE, SIG_IGN)
ProcessHardening.forgoCrashReports()
_ = passfold_forbid_new_privileges()
exit(run(Array(CommandLine.arguments.dropFirst())))
