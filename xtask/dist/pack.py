"""Packs a folder into an archive whose bytes depend on the names and contents alone: pack.py ARCHIVE FOLDER ROOT

ARCHIVE ends with .tar.gz, .tgz or .zip; ROOT is the folder that the archive unpacks to. Prints the SHA-256 of the
archive and its name.
"""

import gzip
import hashlib
import io
import os
import sys
import tarfile
import zipfile
from pathlib import Path

EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The first date that a ZIP archive can have."""


def files(folder, root):
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = f"{root}/{path.relative_to(folder).as_posix()}"
        yield name, path.read_bytes(), 0o755 if os.access(path, os.X_OK) else 0o644


def tar(entries):
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, data, mode in entries:
            info = tarfile.TarInfo(name)
            info.size, info.mode = len(data), mode
            archive.addfile(info, io.BytesIO(data))
    return gzip.compress(plain.getvalue(), mtime=0)


def zipped(entries):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data, mode in entries:
            info = zipfile.ZipInfo(name, EARLIEST)
            info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, (0o100000 | mode) << 16
            archive.writestr(info, data)
    return packed.getvalue()


def main():
    archive, folder, root = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    data = (zipped if archive.suffix == ".zip" else tar)(files(folder, root))
    new = archive.with_name(archive.name + ".new")
    with open(new, "wb") as file:
        file.write(data)
        os.fsync(file.fileno())
    new.replace(archive)
    print(f"{hashlib.sha256(data).hexdigest()}  {archive.name}")


if __name__ == "__main__":
    main()
