"""The bill of materials of a release, in CycloneDX 1.6: all that fadenet runs on.

Names, versions and the hashes of all wheels that may be installed are those of `requirements.lock`; which
distribution needs which, and under which licence it comes, is what the environment's own metadata say.
"""

from __future__ import annotations

import hashlib
import re
import uuid
from collections.abc import Iterator
from datetime import datetime
from importlib import metadata
from pathlib import Path

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from environment import locked, plain
from packageurl import PackageURL
from packaging.requirements import Requirement

PUBLISHER = uuid.uuid5(uuid.NAMESPACE_OID, "fadenet")
"""Makes the serial number of a bill: the same release has the same one."""


def materials(wheel: Path, lock: Path, needed: list[str], version: str, made: datetime) -> str:
    """The bill as JSON. wheel: of fadenet, at this version; needed: the requirements that its project names;
    made: the time that the bill bears.

    Raises `PackageNotFoundError` for a distribution that the lock names and this environment does not hold.
    """
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    ours = component("fadenet", version, [digest], "MIT", ComponentType.APPLICATION)
    allowed = dict(hashes(lock))
    parts = {
        name: component(name, pinned, allowed[name], licence(name)) for name, pinned in locked(lock).items()
    }
    bom = Bom(components=parts.values(), metadata=BomMetaData(component=ours, timestamp=made))
    bom.serial_number = uuid.uuid5(PUBLISHER, digest)
    bom.register_dependency(ours, [parts[name] for name in applying(needed)])
    for name, part in parts.items():
        further = applying(metadata.requires(name) or [])
        bom.register_dependency(part, [parts[one] for one in further if one in parts])
    return make_outputter(bom, OutputFormat.JSON, SchemaVersion.V1_6).output_as_string(indent=1) + "\n"


def component(
    name: str, version: str, digests: list[str], licensed: str, kind: ComponentType = ComponentType.LIBRARY
) -> Component:
    """A distribution by the address that all tools know it by. digests: SHA-256 of each of its wheels."""
    address = PackageURL("pypi", None, name, version)
    return Component(
        name=name,
        version=version,
        type=kind,
        bom_ref=str(address),
        purl=address,
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=digest) for digest in digests],
        licenses=[LicenseFactory().make_from_string(licensed)] if licensed else [],
    )


def hashes(lock: Path) -> Iterator[tuple[str, list[str]]]:
    """By its plain name the SHA-256 of each wheel that a lock allows of a distribution."""
    for entry in re.split(r"\n(?=\w)", lock.read_text(encoding="utf-8")):
        if entry[0].isalnum():
            yield plain(entry.partition("==")[0]), re.findall(r"--hash=sha256:([0-9a-f]{64})", entry)


def licence(name: str) -> str:
    """Under which an installed distribution comes, in its own words; "" if it does not say."""
    told = metadata.metadata(name)
    classified = [line for line in told.get_all("Classifier") or [] if line.startswith("License ::")]
    words: list[str] = told.get_all("License-Expression") or told.get_all("License") or classified
    return words[0].rpartition(":: ")[2] if words else ""


def applying(requirements: list[str]) -> list[str]:
    """The plain names of the requirements that hold on this platform, without those of extras."""
    read = map(Requirement, requirements)
    return [plain(one.name) for one in read if one.marker is None or one.marker.evaluate({"extra": ""})]
