"""Record what Terraform says about expressions."""
from __future__ import annotations
import argparse, sys
from pathlib import Path
import terraform_ask, terraform_lines
DATA = Path(__file__).parents[1] / "tests" / "read" / "data_terraform"
SEPARATOR = "\n---\n"
def main() -> int:
    p = argparse.ArgumentParser()
    p.add_argument("questions", type=Path); p.add_argument("answers", type=Path)
    a = p.parse_args()
    text = a.questions.read_text(encoding="utf-8")
    es = [e.strip("\n") for e in text.split("\n") ] if SEPARATOR not in text else [e for e in text.strip("\n").split(SEPARATOR)]
    es = list(dict.fromkeys(e for e in es if e.strip()))
    terraform_lines.save(a.answers, terraform_ask.ask(es, DATA / "module"))
    return 0
sys.exit(main())
