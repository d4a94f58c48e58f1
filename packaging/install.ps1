# Installs the program uur from a release, for Windows, after its checksum was compared.
#
#   install.ps1 [-Version 0.1.0] [-To FOLDER]
#
# Without -Version it is the newest release or, from a copy of the sources, the release of these. The folder is
# %LOCALAPPDATA%\uur if it is not given.
# UUR_ADDRESS is the address of the repository; a release has a copy of this script that knows it. UUR_DOWNLOADS is a
# folder, or an address, where the archives lie instead.
param(
    [string]$Version = '',
    [string]$To = (Join-Path ([Environment]::GetFolderPath('LocalApplicationData')) 'uur')
)
$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'

$address = $env:UUR_ADDRESS
$name = 'uur-x86_64-pc-windows-msvc'
$archive = "$name.zip"

if (-not $Version -and $PSScriptRoot) {
    # The sources, if this script lies among them.
    $manifest = Join-Path (Split-Path $PSScriptRoot) 'Cargo.toml'
    if (Test-Path $manifest) {
        $Version = (Select-String -Path $manifest -Pattern '^version = "(.*)"$')[0].Matches[0].Groups[1].Value
    }
}
if ($env:UUR_DOWNLOADS) {
    $from = $env:UUR_DOWNLOADS
} elseif (-not $address) {
    throw 'install.ps1: set UUR_ADDRESS to the address of the repository'
} elseif ($Version) {
    $from = "$address/releases/download/v$($Version.TrimStart('v'))"
} else {
    $from = "$address/releases/latest/download"
}

$folder = Join-Path ([IO.Path]::GetTempPath()) ([Guid]::NewGuid())
New-Item -ItemType Directory $folder | Out-Null
try {
    foreach ($file in $archive, "$archive.sha256") {
        $there = Join-Path $folder $file
        if (Test-Path $from -PathType Container) {
            Copy-Item (Join-Path $from $file) $there
        } else {
            Invoke-WebRequest -UseBasicParsing -Uri "$from/$file" -OutFile $there
        }
    }
    $expected = ((Get-Content (Join-Path $folder "$archive.sha256")) -split ' ')[0]
    $found = (Get-FileHash -Algorithm SHA256 (Join-Path $folder $archive)).Hash
    if ($found -ne $expected) { throw "install.ps1: the checksum of $archive is wrong" }
    Expand-Archive (Join-Path $folder $archive) $folder
    New-Item -ItemType Directory -Force $To | Out-Null
    Copy-Item -Force (Join-Path (Join-Path $folder $name) 'uur.exe') $To
} finally {
    Remove-Item -Recurse -Force $folder
}
& (Join-Path $To 'uur.exe') --version
if (($env:PATH -split ';') -notcontains $To) { Write-Output "$To is not on the path" }
