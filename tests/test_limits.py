"""What the page about limits says: each message is the one that is printed, and stands on the page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

Spillover = Callable[..., CompletedProcess[str]]

PAGE = (Path(__file__).parents[1] / "docs" / "limits.md").read_text("utf-8")


def service(ratio: str, *, scheme: str = "INTERNAL") -> str:
    return f"""
resource "google_compute_region_backend_service" "a" {{
  name                  = "a"
  region                = "us-east1"
  load_balancing_scheme = "{scheme}"
  network_pass_through_lb_traffic_policy {{
    zonal_affinity {{
      spillover       = "ZONAL_AFFINITY_SPILL_CROSS_ZONE"
      spillover_ratio = {ratio}
    }}
  }}
}}
"""


MODULE = 'module "m" {\n  source = "git::https://example.test/m.git"\n}\n'
GKE = "apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {type: LoadBalancer}\n"
OTHER_KIND = "apiVersion: compute.cnrm.cloud.google.com/v1beta1\nkind: ComputeImage\nmetadata: {name: a}\n"
STATE = '{"version": 4, "terraform_version": "1.9.0", "serial": 1, "resources": []}'
VALIDATION = """
variable "n" {
  default = "x"
  validation {
    condition     = var.n == "y"
    error_message = "no"
  }
}
"""


class TestWhatIsNotRead:
    @pytest.mark.parametrize(
        ("ratio", "cause"),
        [
            ("data.http.x.status_code", "data.http.x.status_code"),
            ("data.terraform_remote_state.x.outputs.r", "data.terraform_remote_state.x.outputs.r"),
            ("length(terraform.workspace)", "terraform.workspace"),
            ("length(path.cwd)", "path.cwd"),
            ("provider::x::f(1)", "provider::x::f(1)"),
            ("length(timestamp())", "timestamp(), the time of the run"),
            ('file("/etc/hostname")', 'file("/etc/hostname"), which is outside of the module\'s tree'),
        ],
    )
    def test_values_are_unknown_with_their_cause(
        self, ratio: str, cause: str, spillover: Spillover, here: Path
    ) -> None:
        (here / "main.tf").write_text(service(ratio), "utf-8")

        shown = spillover("show").stdout

        assert f"zonal_affinity.spillover_ratio: unknown, because of {cause}\n" in shown
        assert "which is outside of the module's tree" in PAGE

    @pytest.mark.parametrize(
        ("name", "text", "status", "said"),
        [
            ("main.tf", MODULE, 0, "is not here: what it makes is not known"),
            ("terragrunt.hcl", "", 0, "Terragrunt's files are not read"),
            ("terraform.tfstate", STATE, 3, "the file of a Terraform state: give what"),
            ("plan.out", "PK\3\4", 3, "a zip archive; of a plan that Terraform saved, give what"),
            ("service.yaml", GKE, 0, "nothing relevant was found"),
            ("image.yaml", OTHER_KIND, 0, "nothing relevant was found"),
        ],
    )
    def test_files_are_told_of(
        self, name: str, text: str, status: int, said: str, spillover: Spillover, here: Path
    ) -> None:
        (here / name).write_text(text, "utf-8")

        run = spillover("lint", name if status else ".")

        assert run.returncode == status
        assert said in run.stderr
        assert status or "nothing relevant" in said or said in PAGE

    def test_the_environment_is_not_looked_at(
        self, spillover: Spillover, here: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("TF_VAR_ratio", "0.3")
        (here / "main.tf").write_text(f'variable "ratio" {{}}\n{service("var.ratio")}', "utf-8")

        assert "unknown, because of var.ratio" in spillover("show").stdout
        assert "unknown" not in spillover("show", "--env-vars").stdout

    def test_validation_is_passed_over(self, spillover: Spillover, here: Path) -> None:
        (here / "main.tf").write_text(f"{VALIDATION}{service('0.5')}", "utf-8")

        assert spillover("lint").returncode == 0


@pytest.mark.parametrize("scheme", ["EXTERNAL", "INTERNAL_MANAGED"])
def test_other_load_balancers_are_skipped(scheme: str, spillover: Spillover, here: Path) -> None:
    (here / "main.tf").write_text(service("0.5", scheme=scheme), "utf-8")

    assert spillover("plan").stdout == (
        "skipped: google_compute_region_backend_service.a: not an internal passthrough load balancer\n"
    )
