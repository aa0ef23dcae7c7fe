# docker build -t spillover . && docker run --rm -v "$PWD:/work:ro" spillover lint infra
FROM python:3.13-slim AS build
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY linter linter
COPY rules rules
RUN python -m pip wheel --no-cache-dir --wheel-dir /wheels .

FROM python:3.13-slim
COPY --from=build /wheels /wheels
# hcl2 keeps its parser's tables beside itself: whoever runs the image cannot, and would build them each time.
RUN python -m pip install --no-cache-dir --no-index /wheels/*.whl \
    && python -c "import hcl2; hcl2.parses_to_tree('')"
# By number, so that a cluster that refuses root can see that it is none.
USER 65532:65532
WORKDIR /work
ENTRYPOINT ["spillover"]
CMD ["--help"]
