"""``python -m spillover``."""

from spillover.cli.main import run

if __name__ == "__main__":
    run()
