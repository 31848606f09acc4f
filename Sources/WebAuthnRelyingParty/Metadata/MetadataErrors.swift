// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension WebAuthnRelyingPartyError.Code {
  /// A metadata blob is not a JSON Web Signature with certificates over metadata, or is too large.
  public static let malformedMetadata = Self("malformedMetadata")
  /// A metadata blob is signed with an algorithm that is unknown or does not match its key.
  public static let metadataAlgorithm = Self("metadataAlgorithm")
  /// A metadata blob was not signed with the key of the certificate that it names.
  public static let metadataSignature = Self("metadataSignature")
  /// A metadata blob is signed with a certificate issued for another host.
  public static let metadataHost = Self("metadataHost")
  /// A metadata blob is older than the one in use.
  public static let metadataRollback = Self("metadataRollback")
  /// The next publication of the metadata has been overdue for longer than the policy accepts.
  public static let staleMetadata = Self("staleMetadata")
  /// The metadata have no entry for the authenticator's model.
  public static let unknownModel = Self("unknownModel")
  /// The policy does not accept the model because of its metadata.
  public static let refusedModel = Self("refusedModel")
}
