#!/usr/bin/env bash
# Fetch the plan of a run of HCP Terraform and lint it. TOKEN and RUN come from the environment.
set -euo pipefail
address="${TFE_ADDRESS:-https://app.terraform.io}/api/v2/runs/$RUN/plan/json-output"
rm -f plan.json
for _ in $(seq "${ATTEMPTS:-60}"); do
  curl --silent --show-error --fail --location --output plan.json \
    --header @- "$address" <<< "Authorization: Bearer $TOKEN"
  if [ -s plan.json ]; then break; fi
  sleep "${SECONDS_BETWEEN:-10}"
done
spillover diff plan.json --source infra || test $? -eq 1
spillover lint plan.json --source infra --new-only
