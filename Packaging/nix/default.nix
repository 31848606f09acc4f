# Passfold: AutoFill for Linux
# SPDX-License-Identifier: Apache-2.0
#
# Packs programs that scripts/build-release built on this computer: nix-build Packaging/nix --arg programs ./.build-packages/release
#
# nixpkgs has no Swift toolchain of 6.2 or newer, and SwiftPM downloads what a build needs, which Nix's sandbox does not allow. So the programs
# are built outside, and autoPatchelf makes them find nixpkgs' libraries.
{ pkgs ? import <nixpkgs> { }, programs, swift ? builtins.getEnv "SWIFT_TOOLCHAIN" }:

pkgs.stdenv.mkDerivation {
  pname = "passfold";
  version = "0.1.0";
  src = pkgs.lib.cleanSource ../..;
  nativeBuildInputs = with pkgs; [ autoPatchelfHook binutils gettext nodejs patchelf python3 ];
  buildInputs = with pkgs; [
    curl dbus expat gtk4 libadwaita libargon2 libgcrypt libjpeg libpng libpsl libseccomp libsodium libwebp libzip qrencode sqlite stdenv.cc.cc.lib
    systemd tpm2-tss xorg.libxcb zbar zlib zxcvbn-c
  ];
  dontStrip = true;
  dontBuild = true;
  installPhase = ''
    runHook preInstall
    patchShebangs scripts
    PATH=${swift}/usr/bin:$PATH scripts/install --complete $out ${programs}
    mkdir -p $out/lib/systemd/user
    sed "s|@PREFIX@|$out|" Packaging/systemd/passfold-broker.service >$out/lib/systemd/user/passfold-broker.service
    cp Packaging/systemd/passfold-broker.socket $out/lib/systemd/user/
    runHook postInstall
  '';
  meta = {
    description = "AutoFill for one-time codes, passkeys and passwords";
    license = with pkgs.lib.licenses; [ asl20 mit cc-by-40 cc0 unicode-30 fsfap ];
    platforms = [ "x86_64-linux" "aarch64-linux" ];
    mainProgram = "passfold";
  };
}
