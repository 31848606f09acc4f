// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
extension ASImportableCredential {
  /// A key for a programming interface.
  public struct APIKey: Codable, Hashable, Sendable {
    /// The key, in the clear.
    public var key: ASImportableEditableField?
    /// The account that it belongs to.
    public var userName: ASImportableEditableField?
    /// What kind of key it is.
    public var keyType: ASImportableEditableField?
    /// The address of the interface.
    public var url: ASImportableEditableField?
    /// The first day on which it is good.
    public var validFrom: ASImportableEditableField?
    /// The last day on which it is good.
    public var expiryDate: ASImportableEditableField?

    /// Puts it together; nil for what is not known.
    public init(
      key: ASImportableEditableField?, userName: ASImportableEditableField?, keyType: ASImportableEditableField?,
      url: ASImportableEditableField?, validFrom: ASImportableEditableField?, expiryDate: ASImportableEditableField?
    ) {
      self.key = key
      self.userName = userName
      self.keyType = keyType
      self.url = url
      self.validFrom = validFrom
      self.expiryDate = expiryDate
    }

    private enum CodingKeys: String, CodingKey {
      case userName = "username"
      case key, keyType, url, validFrom, expiryDate
    }
  }

  /// A key for SSH.
  public struct SSHKey: Codable, Hashable, Sendable {
    /// The kind of key, such as `ssh-ed25519`.
    public var keyType: String
    /// The private key in the clear, as PKCS #8 in DER.
    public var privateKey: Data
    /// The remark that stands behind the key.
    public var keyComment: String?
    /// The day on which it was made.
    public var creationDate: ASImportableEditableField?
    /// The last day on which it is good.
    public var expiryDate: ASImportableEditableField?
    /// What made it.
    public var keyGenerationSource: ASImportableEditableField?

    /// Puts a key together.
    public init(
      keyType: String, privateKey: Data, keyComment: String?, creationDate: ASImportableEditableField?,
      expiryDate: ASImportableEditableField?, keyGenerationSource: ASImportableEditableField?
    ) {
      self.keyType = keyType
      self.privateKey = privateKey
      self.keyComment = keyComment
      self.creationDate = creationDate
      self.expiryDate = expiryDate
      self.keyGenerationSource = keyGenerationSource
    }
  }

  /// A wireless network.
  public struct WiFi: Codable, Hashable, Sendable {
    /// The network's name.
    public var ssid: ASImportableEditableField?
    /// How the network is secured.
    public var networkSecurityType: ASImportableEditableField?
    /// The passphrase, in the clear.
    public var passphrase: ASImportableEditableField?
    /// Whether the network does not announce itself.
    public var hidden: ASImportableEditableField?

    /// Puts it together; nil for what is not known.
    public init(
      ssid: ASImportableEditableField?, networkSecurityType: ASImportableEditableField?, passphrase: ASImportableEditableField?,
      hidden: ASImportableEditableField? = nil
    ) {
      self.ssid = ssid
      self.networkSecurityType = networkSecurityType
      self.passphrase = passphrase
      self.hidden = hidden
    }
  }

  /// A payment card, as it is printed.
  public struct CreditCard: Codable, Hashable, Sendable {
    /// The number.
    public var number: ASImportableEditableField?
    /// The name on it.
    public var fullName: ASImportableEditableField?
    /// The network, such as Visa.
    public var cardType: ASImportableEditableField?
    /// The digits that shops on the network ask for.
    public var verificationNumber: ASImportableEditableField?
    /// What is typed at machines.
    public var pin: ASImportableEditableField?
    /// The last month in which it is good.
    public var expiryDate: ASImportableEditableField?
    /// The first month in which it is good.
    public var validFrom: ASImportableEditableField?

    /// Puts it together; nil for what is not known.
    public init(
      number: ASImportableEditableField?, fullName: ASImportableEditableField?, cardType: ASImportableEditableField?,
      verificationNumber: ASImportableEditableField?, pin: ASImportableEditableField?, expiryDate: ASImportableEditableField?,
      validFrom: ASImportableEditableField?
    ) {
      self.number = number
      self.fullName = fullName
      self.cardType = cardType
      self.verificationNumber = verificationNumber
      self.pin = pin
      self.expiryDate = expiryDate
      self.validFrom = validFrom
    }
  }
}
