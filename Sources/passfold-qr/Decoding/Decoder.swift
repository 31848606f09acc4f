// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import CSeccomp
internal import Glibc
internal import SecretMemory

/// The two ends of the pipe to the process that looks into pictures.
package enum Decoder {
  /// The argument that makes this program that process; nobody else has a use for it.
  package static let argument = "decode"

  /// Runs a decoder on a picture and returns the frames of what the picture says.
  ///
  /// - Throws: what the decoder reports, or `decoderStopped`.
  package static func frames(in picture: ScratchBytes, limits: Limits) throws(QRFailure) -> ScratchBytes {
    // The program that is running now, whatever has become of its file since.
    let libraries = getenv("LD_LIBRARY_PATH").map { ["LD_LIBRARY_PATH=" + String(cString: $0)] } ?? []
    let decoder = HelperProgram("/proc/self/exe", [argument], environment: libraries)
    let result: (output: ScratchBytes, ending: HelperProgram.Ending)
    do {
      result = try picture.withBytes { bytes throws(HelperProgram.Stop) in
        try decoder.run(input: bytes, limit: limits.foundBytes, time: limits.decoderTime)
      }
    } catch {
      throw QRFailure(.decoderStopped)
    }
    guard result.ending != .exited(0) else {
      guard result.output.withBytes(Frames.areWhole) else { throw QRFailure(.decoderStopped) }
      return result.output
    }
    let name = result.output.withBytes { String(decoding: $0.prefix(64), as: UTF8.self) }
    throw QRFailure(QRFailure.Code.fromDecoder.first { $0.name == name } ?? .decoderStopped)
  }

  /// Is the decoder: reads a picture from standard input, writes frames to standard output, or the name of what went wrong.
  ///
  /// - Returns: the status to end with.
  package static func run(limits: Limits) -> CInt {
    // Nobody waits for the answer once the one who asked has gone.
    _ = passfold_end_with_parent(SIGKILL)
    ProcessHardening.apply()
    do throws(QRFailure) {
      try Sandbox.enter(limits: limits)
      let picture = try read(limits: limits)
      let decoded = try picture.withBytes { bytes throws(QRFailure) in try PictureDecoder.decode(bytes, limits: limits) }
      var frames = try SymbolSearch(limits: limits).frames(in: decoded)
      defer { frames.withUnsafeMutableBytes { wipe($0) } }
      return frames.withUnsafeBytes { writeAll($0, to: 1) } ? 0 : 1
    } catch {
      var name = error.code.name
      _ = name.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: 1) }
      return error.code.status
    }
  }

  private static func read(limits: Limits) throws(QRFailure) -> ScratchBytes {
    // A screen arrives uncompressed.
    let limit = max(limits.fileBytes, GreyPicture.headerBytes + limits.pixels)
    do {
      return try BoundedReading.toEnd(of: 0, limit: limit, time: limits.decoderTime)
    } catch {
      throw QRFailure(error == .tooLarge ? .fileTooLarge : .pictureDamaged)
    }
  }
}
