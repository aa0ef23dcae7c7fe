"""The peers, each installed into a folder of its own, and the commands that run them."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

# Each has an environment of its own: checkov brings another package that is imported as hcl2.
FROM_PYPI = ("python-hcl2>=8.1.4,<9", "tfparse", "checkov", "cfn-lint", "ruff")
FROM_NPM = "@cdktf/hcl2json"

HCL2 = """
import pathlib, sys, hcl2
for path in sorted(pathlib.Path(sys.argv[1]).rglob("*.tf")):
    hcl2.loads(path.read_text("utf-8"))
"""
TFPARSE = "import sys, tfparse; tfparse.load_from_path(sys.argv[1])"
HCL2JSON = """
const fs = require("fs"), path = require("path"), { parse } = require("@cdktf/hcl2json");
(async () => {
  const folder = process.argv[2];
  for (const name of fs.readdirSync(folder, { recursive: true }).sort())
    if (name.endsWith(".tf")) await parse(name, fs.readFileSync(path.join(folder, name), "utf8"));
})();
"""
TEMPLATE = {"Resources": {"Bucket": {"Type": "AWS::S3::Bucket"}}}


class Peers:
    """Peers that were installed; each attribute is a command, to which the folder is added."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        installed = {_name(each): _installed(folder, each) for each in FROM_PYPI}
        self.versions = {name: _version(bin_ / "python", name) for name, bin_ in installed.items()}
        self.hcl2 = [str(installed["python-hcl2"] / "python"), "-c", HCL2]
        self.tfparse = [str(installed["tfparse"] / "python"), "-c", TFPARSE]
        # Its Terraform runner alone, and of its checks those of Google Cloud.
        self.checkov = [
            *(
                str(installed["checkov"] / "checkov"),
                "--framework",
                "terraform",
                "--check",
                "CKV_GCP_*,CKV2_GCP_*",
            ),
            *("--quiet", "--compact", "--soft-fail", "--skip-download", "-d"),
        ]
        self.cfn_lint = [str(installed["cfn-lint"] / "cfn-lint"), str(_template(folder / "template.json"))]
        tiny = str(_python(folder / "tiny.py"))
        self.ruff = [str(installed["ruff"] / "ruff"), "check", "--no-cache", "--isolated", tiny]
        self.hcl2json = self._from_npm(folder / "npm")

    def _from_npm(self, folder: Path) -> list[str] | None:
        """None where there is no node."""
        node, npm = shutil.which("node"), shutil.which("npm")
        if node is None or npm is None:
            return None
        folder.mkdir()
        install = [npm, "install", "--silent", "--no-audit", "--no-fund", FROM_NPM]
        subprocess.run(install, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        (folder / "parse.js").write_text(HCL2JSON, "utf-8")
        package = folder / "node_modules" / FROM_NPM / "package.json"
        self.versions["hcl2json"] = str(json.loads(package.read_text("utf-8"))["version"])
        return [node, str(folder / "parse.js")]


def _name(requirement: str) -> str:
    return requirement.partition(">")[0]


def _installed(folder: Path, requirement: str) -> Path:
    """The folder with the programs of an environment that has the one requirement."""
    environment = folder / _name(requirement)
    subprocess.run([sys.executable, "-m", "venv", environment], check=True)
    bin_ = environment / "bin"
    subprocess.run([bin_ / "python", "-m", "pip", "install", "--quiet", requirement], check=True)
    return bin_


def _version(python: Path, name: str) -> str:
    ask = f"import importlib.metadata; print(importlib.metadata.version({name!r}))"
    return subprocess.run([python, "-c", ask], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def _template(file: Path) -> Path:
    file.write_text(json.dumps(TEMPLATE), "utf-8")
    return file


def _python(file: Path) -> Path:
    file.write_text("print(1)\n", "utf-8")
    return file
