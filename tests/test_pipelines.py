"""The ready-made pipelines: published schemas accept them, and bash runs their scripts as a runner would.

The commands of others, such as pip and terraform, are stand-ins on PATH; spillover and git are the real ones.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from spillover.cli.output import OF_LINT

ROOT = Path(__file__).parents[1]
CI = ROOT / "docs" / "ci"
TUTORIAL = ROOT / "examples" / "tutorial"
GATE = TUTORIAL / "6-gate" / ".github" / "workflows" / "spillover.yml"
PLAN = ROOT / "examples" / "plan-json" / "replacement" / "plan.json"
FLAGGED_PLAN = ROOT / "examples" / "record-set-replaced" / "flagged" / "plan.json"
PAGES = {page.name: page.read_text("utf-8") for page in [ROOT / "docs" / "ci.md", *sorted(CI.glob("*.md"))]}

INPUT = re.compile(r"\$\[\[ inputs\.(\w+) \]\]")


def snippets(page: str) -> list[str]:
    """The blocks of YAML of a page, but for those that are a file."""
    found = re.findall(r"(?<!-->\n)^```yaml\n(.*?)^```$", PAGES[page], re.MULTILINE | re.DOTALL)
    return [str(each) for each in found]


def check_schema(file: Path, schema: str) -> str:
    """What check-jsonschema says of a file, with a schema that it carries."""
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", str(file)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def template(**inputs: str) -> str:
    """GitLab's template as it is after its inputs were put in."""
    header, body = (CI / "gitlab.yml").read_text("utf-8").split("---\n")
    declared = yaml.safe_load(header)["spec"]["inputs"]
    given = {name: each["default"] for name, each in declared.items() if "default" in each} | inputs
    assert set(given) == set(declared)
    return INPUT.sub(lambda match: given[match[1]], body)


OF_SCHEMAS = {
    "github-workflows": [*snippets("github.md"), GATE.read_text("utf-8")],
    "gitlab-ci": [
        *snippets("gitlab.md"),
        (CI / "gitlab.yml").read_text("utf-8").split("---\n")[0],
        template(package="x"),
    ],
    "cloudbuild": [*snippets("cloud-build.md"), (CI / "cloudbuild.yaml").read_text("utf-8")],
}


class TestSchemas:
    @pytest.mark.parametrize(
        ("schema", "index"),
        [(name, index) for name, texts in OF_SCHEMAS.items() for index in range(len(texts))],
    )
    def test_accept_every_snippet(self, schema: str, index: int, tmp_path: Path) -> None:
        (tmp_path / "snippet.yml").write_text(OF_SCHEMAS[schema][index], "utf-8")

        assert check_schema(tmp_path / "snippet.yml", schema) == "ok -- validation done\n"

    def test_refuse_what_is_wrong(self, tmp_path: Path) -> None:
        (tmp_path / "snippet.yml").write_text("steps: 1\n", "utf-8")

        assert "Schema validation errors" in check_schema(tmp_path / "snippet.yml", "cloudbuild")

    def test_accept_the_action(self) -> None:
        assert check_schema(ROOT / "action.yml", "github-actions") == "ok -- validation done\n"


class TestPages:
    def test_use_inputs_and_outputs_that_the_action_has(self) -> None:
        action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
        steps = yaml.safe_load(snippets("github.md")[0])["jobs"]["spillover"]["steps"]
        (inputs,) = (step["with"] for step in steps if step.get("id") == "spillover")

        assert set(inputs) <= set(action["inputs"])
        used = set(re.findall(r"steps\.spillover\.outputs\.(\w+)", PAGES["github.md"]))
        assert used
        assert used <= set(action["outputs"])

    def test_give_gitlab_inputs_that_the_template_has(self) -> None:
        declared = yaml.safe_load((CI / "gitlab.yml").read_text("utf-8").split("---\n")[0])["spec"]["inputs"]
        (include,) = yaml.safe_load(snippets("gitlab.md")[0])["include"]

        assert set(include["inputs"]) <= set(declared)
        assert re.findall(r"^\| `(\w+)` \|", PAGES["gitlab.md"], re.MULTILINE) == list(declared)

    def test_show_every_format_for_ci_and_no_other(self) -> None:
        shown = set(re.findall(r"--format (\w+)", "".join(PAGES.values())))

        assert shown == set(OF_LINT)


@dataclass(frozen=True)
class Ran:
    status: int
    log: str


class Runner:
    """A checkout with stand-ins for the commands of others, which tell what they were given."""

    def __init__(self, folder: Path) -> None:
        self.checkout = folder / "checkout"
        self.temporary = folder / "temporary"
        self.bin = folder / "bin"
        for each in (self.checkout, self.temporary, self.bin):
            each.mkdir()
        self.stand_in("pip", "")

    def stand_in(self, name: str, script: str) -> None:
        command = self.bin / name
        command.write_text(
            f'#!/bin/bash\nprintf "%s\\n" "$*" >> "{self.bin / name}.called"\n{script}\n', "utf-8"
        )
        command.chmod(0o755)

    def called(self, name: str) -> list[str]:
        log = self.bin / f"{name}.called"
        return log.read_text("utf-8").splitlines() if log.exists() else []

    def add(self, source: Path, target: str) -> None:
        path = self.checkout / target
        if source.is_dir():
            shutil.copytree(source, path, dirs_exist_ok=True)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, path)

    def git(self, *arguments: str) -> str:
        identity = ("-c", "user.name=x", "-c", "user.email=x@example.test")
        done = subprocess.run(
            ["git", *identity, *arguments],
            cwd=self.checkout,
            env=self.environment(),
            capture_output=True,
            check=True,
        )
        return done.stdout.decode("utf-8").strip()

    def commit(self) -> str:
        """Commit all that is there; the commit."""
        if not (self.checkout / ".git").exists():
            self.git("init", "--quiet")
            self.git("remote", "add", "origin", str(self.checkout))
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "x")
        return self.git("rev-parse", "HEAD")

    def environment(self, **given: str) -> dict[str, str]:
        path = os.pathsep.join((str(self.bin), str(Path(sys.executable).parent), os.environ["PATH"]))
        return {**os.environ, "PATH": path, "GIT_CONFIG_GLOBAL": os.devnull, **given}

    def run(self, script: str, *shell: str, **given: str) -> Ran:
        """Run a script with a shell, in an environment with what is ``given``."""
        done = subprocess.run(
            [*(shell or ("bash", "--noprofile", "--norc", "-e", "-o", "pipefail")), "-c", script],
            cwd=self.checkout,
            env=self.environment(**given),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        return Ran(done.returncode, done.stdout.decode("utf-8"))


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    return Runner(tmp_path)


@pytest.fixture
def changed(runner: Runner) -> str:
    """The tutorial's last step, as a change in a repository; the commit that it is based on."""
    runner.add(TUTORIAL / "6-gate" / "before", "infra")
    assert runner.run("spillover lint infra --write-baseline known.json").status == 1
    base = runner.commit()
    runner.add(TUTORIAL / "6-gate" / "infra", "infra")
    runner.commit()
    return base


class TestGitHub:
    """The gate of the tutorial. The action has tests of its own, in test_action.py."""

    STEPS: tuple[Mapping[str, Any], ...] = tuple(
        step
        for step in yaml.safe_load(GATE.read_text("utf-8"))["jobs"]["spillover"]["steps"]
        if "run" in step
    )

    def run(self, runner: Runner, base: str) -> list[Ran]:
        runner.stand_in("gh", "cat comment.md")
        given = {"RUNNER_TEMP": str(runner.temporary), "BASE": base, "NUMBER": "7"}
        return [runner.run(step["run"].replace("<", "").replace(">", ""), **given) for step in self.STEPS]

    def test_a_change_is_told_and_passes(self, runner: Runner, changed: str) -> None:
        installed, comment, gate = self.run(runner, changed)

        assert (installed.status, comment.status, gate.status) == (0, 0, 0)
        assert runner.called("pip") == ["install spillover @ git+this repository@a commit"]
        assert runner.called("gh") == ["pr comment 7 --body-file comment.md --edit-last --create-if-none"]
        assert "**spillover:** load balancers: 1 changed of 3" in comment.log
        assert "| !! | europe-west1-b down |" in comment.log

    def test_a_new_finding_is_held_back_with_its_comment(self, runner: Runner, changed: str) -> None:
        runner.add(TUTORIAL / "1-first" / "infra", "infra")

        _, comment, gate = self.run(runner, changed)

        assert (comment.status, gate.status) == (0, 1)
        assert "error LB001" in comment.log
        assert "::error file=infra/main.tf,line=42" in gate.log

    def test_what_cannot_be_read_is_no_comment(self, runner: Runner, changed: str) -> None:
        (runner.checkout / "infra" / "broken.tf").write_text("resource {", "utf-8")

        _, comment, gate = self.run(runner, changed)

        assert (comment.status, gate.status) == (3, 3)
        assert runner.called("gh") == []

    def test_the_comment_with_findings_is_written_before_the_job_fails(self, runner: Runner) -> None:
        runner.add(TUTORIAL / "1-first" / "infra", "infra")
        runner.stand_in("gh", "cat comment.md")
        steps = yaml.safe_load(snippets("github.md")[1])["jobs"]["spillover"]["steps"]

        ran = [runner.run(step["run"].replace("<", "").replace(">", ""), NUMBER="7") for step in steps[1:]]

        assert [each.status for each in ran] == [0, 1, 0]
        assert "LB001" in ran[-1].log

    def test_scripts_hold_no_expressions_that_a_pull_request_could_fill(self) -> None:
        assert [step for step in self.STEPS if "${{" in step["run"]] == []


class TestGitLab:
    def jobs(self, **inputs: str) -> Iterator[tuple[str, Mapping[str, Any], str]]:
        """Each job with its variables and its whole script."""
        jobs = yaml.safe_load(template(**inputs))
        for name in ("spillover", "spillover-diff"):
            job = {**jobs[jobs[name]["extends"]], **jobs[name]}
            yield name, job["variables"], "\n".join([*job["before_script"], *job["script"]])

    def run(self, runner: Runner, base: str, **inputs: str) -> dict[str, Ran]:
        given = {"CI_MERGE_REQUEST_DIFF_BASE_SHA": base, "TMPDIR": str(runner.temporary)}
        jobs = self.jobs(package="spillover @ x", folder="infra", **inputs)
        return {name: runner.run(script, **given, **variables) for name, variables, script in jobs}

    def test_findings_fail_the_gate_alone(self, runner: Runner, changed: str) -> None:
        ran = self.run(runner, changed)

        assert {name: each.status for name, each in ran.items()} == {"spillover": 1, "spillover-diff": 0}
        assert runner.called("pip") == ["install --quiet spillover @ x"] * 2
        for report in ("gl-code-quality-report.json", "spillover.xml", "spillover-diff.md"):
            assert (runner.checkout / report).stat().st_size > 0
        assert "[LB002]" in ran["spillover"].log
        assert "load balancers: 1 changed of 3" in ran["spillover-diff"].log

    def test_arguments_are_several(self, runner: Runner, changed: str) -> None:
        ran = self.run(runner, changed, arguments="--baseline known.json")

        assert ran["spillover"].status == 0, ran["spillover"].log

    def test_new_findings_are_in_the_report_of_a_job_that_passes(self, runner: Runner, changed: str) -> None:
        runner.add(TUTORIAL / "1-first" / "infra", "infra")

        assert self.run(runner, changed)["spillover-diff"].status == 0
        assert "error LB001" in (runner.checkout / "spillover-diff.md").read_text("utf-8")

    def test_what_cannot_be_read_fails_both(self, runner: Runner, changed: str) -> None:
        (runner.checkout / "infra" / "broken.tf").write_text("resource {", "utf-8")

        statuses = [ran.status for ran in self.run(runner, changed).values()]
        assert 0 not in statuses

    def test_it_works_without_the_template(self, runner: Runner) -> None:
        runner.add(TUTORIAL / "2-fixed" / "infra", "infra")
        script = yaml.safe_load(snippets("gitlab.md")[1])["spillover"]["script"]

        ran = runner.run("\n".join(script))

        assert ran.status == 0, ran.log


def terraform(plan: Path) -> str:
    """A stand-in that prints a plan as JSON when it is asked to show one."""
    return f'case "$*" in *"show -json"*) cat "{plan}" ;; esac'


class TestCloudBuild:
    BUILD: Mapping[str, Any] = yaml.safe_load((CI / "cloudbuild.yaml").read_text("utf-8"))

    def run(self, runner: Runner, plan: Path) -> list[Ran]:
        runner.stand_in("terraform", terraform(plan))
        (runner.checkout / "infra").mkdir()
        return [
            runner.run(step["script"], "bash", **self.BUILD["substitutions"]) for step in self.BUILD["steps"]
        ]

    def test_a_plan_without_new_findings_passes(self, runner: Runner) -> None:
        planned, linted = self.run(runner, PLAN)

        assert (planned.status, linted.status) == (0, 0), linted.log
        assert runner.called("terraform") == [
            "-chdir=infra init -input=false",
            "-chdir=infra plan -input=false -out=plan.out",
            "-chdir=infra show -json plan.out",
        ]
        assert "orders-v2: changed" in linted.log

    def test_a_new_finding_fails_the_build(self, runner: Runner) -> None:
        _, linted = self.run(runner, FLAGGED_PLAN)

        assert linted.status == 1
        assert "[FO038]" in linted.log

    def test_a_plan_that_fails_ends_the_step(self, runner: Runner) -> None:
        runner.stand_in("terraform", 'test "$2" != plan')

        assert runner.run(self.BUILD["steps"][0]["script"], "sh", **self.BUILD["substitutions"]).status == 1
        assert len(runner.called("terraform")) == 2

    def test_one_step_is_enough_for_a_folder(self, runner: Runner) -> None:
        (step,) = yaml.safe_load(snippets("cloud-build.md")[0])["steps"]
        runner.add(TUTORIAL / "1-first" / "infra", "infra")

        assert runner.run(step["script"], "bash").status == 1


class TestAtlantis:
    STEPS: tuple[Any, ...] = tuple(
        yaml.safe_load((CI / "atlantis.yaml").read_text("utf-8"))["workflows"]["spillover"]["plan"]["steps"]
    )

    def run(self, runner: Runner, plan: Path) -> list[Ran]:
        """The workflow, which ends at the first step that fails."""
        runner.stand_in("terraform", terraform(plan))
        given = {
            "PLANFILE": str(runner.temporary / "a b.tfplan"),
            "SHOWFILE": str(runner.temporary / "a b.json"),
        }
        ran: list[Ran] = []
        for step in self.STEPS:
            if isinstance(step, dict) and not (ran and ran[-1].status):
                ran.append(runner.run(step["run"], "sh", **given))
        return ran

    def test_steps_are_of_the_documented_kinds(self) -> None:
        assert [step if isinstance(step, str) else next(iter(step)) for step in self.STEPS] == [
            "init",
            "plan",
            "run",
            "run",
            "run",
        ]

    def test_a_plan_without_new_findings_can_be_applied(self, runner: Runner) -> None:
        shown, told, linted = self.run(runner, PLAN)

        assert (shown.status, told.status, linted.status) == (0, 0, 0)
        assert "orders-v2: changed" in told.log

    def test_a_new_finding_ends_the_workflow(self, runner: Runner) -> None:
        *_, told, linted = self.run(runner, FLAGGED_PLAN)

        assert (told.status, linted.status) == (0, 1)
        assert "[FO038]" in linted.log

    def test_a_plan_that_is_none_ends_it_earlier(self, runner: Runner) -> None:
        *_, told = self.run(runner, CI / "gitlab.yml")

        assert told.status == 1
        assert len(self.STEPS) == 5


class TestHcpTerraform:
    SCRIPT = (CI / "hcp-plan.sh").read_text("utf-8")
    CURL = """
cat > header
while [ $# -gt 0 ]; do if [ "$1" = --output ]; then output="$2"; fi; shift; done
if [ -f "{first}" ]; then cp "{plan}" "$output"; else touch "{first}" "$output"; fi
"""

    def run(self, runner: Runner, plan: Path, **given: str) -> Ran:
        runner.stand_in("curl", self.CURL.format(first=runner.temporary / "first", plan=plan))
        (runner.checkout / "infra").mkdir()
        return runner.run(self.SCRIPT, "bash", RUN="run-1", TOKEN="secret", SECONDS_BETWEEN="0", **given)

    def test_the_plan_is_fetched_when_it_is_there(self, runner: Runner) -> None:
        ran = self.run(runner, PLAN)

        assert ran.status == 0, ran.log
        first, second = runner.called("curl")
        assert first == second
        assert first.endswith("https://app.terraform.io/api/v2/runs/run-1/plan/json-output")
        assert "orders-v2: changed" in ran.log

    def test_the_token_is_no_argument(self, runner: Runner) -> None:
        self.run(runner, PLAN)

        assert "secret" not in "".join(runner.called("curl"))
        assert (runner.checkout / "header").read_text("utf-8") == "Authorization: Bearer secret\n"

    def test_a_new_finding_fails_the_job(self, runner: Runner) -> None:
        assert self.run(runner, FLAGGED_PLAN).status == 1

    def test_a_plan_that_does_not_come_fails_it(self, runner: Runner) -> None:
        ran = self.run(runner, PLAN, ATTEMPTS="1")

        assert ran.status == 1
        assert "empty" in ran.log


class TestAudit:
    """The export of a project, in the page about inputs."""

    (SCRIPT,) = re.findall(
        r"^```bash\n(.*?)^```$", (ROOT / "docs" / "inputs.md").read_text("utf-8"), re.M | re.S
    )
    GCLOUD = """
case "$*" in
  "compute backend-services list "*) cat "{examples}/official-example-gcloud/backend-services.json" ;;
  "dns managed-zones list --format=value(name)") echo shop ;;
  "dns record-sets list --zone=shop "*) cat "{records}" ;;
  *) echo "[]" ;;
esac
"""

    def test_what_is_exported_is_linted(self, runner: Runner) -> None:
        records = runner.temporary / "records.json"
        records.write_text(
            '[{"kind": "dns#resourceRecordSet", "name": "a.test", "type": "A", "ttl": 5}]', "utf-8"
        )
        runner.stand_in("gcloud", self.GCLOUD.format(examples=ROOT / "examples" / "plan", records=records))

        ran = runner.run(self.SCRIPT)

        assert ran.status == 1, ran.log
        assert "projects/-/managedZones/shop/rrsets/a.test/A: name" in ran.log
        assert ran.log.endswith(" in 2 resources of 2 files\n")
        assert len(runner.called("gcloud")) == 31


def test_jenkins_commands(runner: Runner) -> None:
    runner.add(TUTORIAL / "1-first" / "infra", "infra")
    commands = re.findall(r"""\bsh ('|\"{3})(.*?)\1""", PAGES["jenkins.md"], re.DOTALL)

    ran = [runner.run(command.replace("\\\\\n", "\\\n")) for _, command in commands]

    assert [each.status for each in ran] == [0, 1]
    assert runner.called("pip") == ["install --user spillover @ git+<this repository>@<a commit>"]
    assert {path.name for path in runner.checkout.glob("*.xml")} == {
        "spillover.xml",
        "spillover-checkstyle.xml",
    }


def test_the_hook_of_the_tutorial_is_one_of_ours() -> None:
    published = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    (repository,) = yaml.safe_load((GATE.parents[2] / ".pre-commit-config.yaml").read_text("utf-8"))["repos"]

    assert {hook["id"] for hook in repository["hooks"]} <= {hook["id"] for hook in published}
