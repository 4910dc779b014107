# Two commands on a fresh machine: `make demo` runs the product, `make test` checks everything.
SHELL := /bin/bash
.DEFAULT_GOAL := help
PORT ?= 8000
SEEDS ?= 1,2,3,4,5,6
STEPS ?= 200
PORTAL_PORT ?= $(shell expr $(PORT) + 1)
PY := .venv/bin/python
export PIP_NO_CACHE_DIR ?= 1
export PIP_DISABLE_PIP_VERSION_CHECK ?= 1
export PYTHONUTF8 := 1

.PHONY: help setup demo test check production fmt bench limits migrations lock browser storm
help: ## What can be done here
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: .venv/ready ## The environment in .venv/, from the locked requirements

.venv/ready: requirements-dev.txt .python-version
	@set -e; python=$$(.ci/find-python); \
	 [ -x $(PY) ] && $(PY) -c 'import sys; sys.exit(sys.version_info < (3, 12))' 2>/dev/null || "$$python" -m venv --clear .venv; \
	 $(PY) -m pip install --quiet --require-hashes -r requirements-dev.txt; touch $@

DEMO_ENV = SECRET_KEY=for-the-demo-on-loopback-only-0123456789-abcdefghij DEBUG=off REDIS_URL= ALLOWED_HOSTS=localhost \
  SITE_URL=http://127.0.0.1:$(PORT) DATABASE_URL=sqlite:///$(CURDIR)/.demo/$(PORT).sqlite3 \
  HUBSPOT_BASE_URL=http://127.0.0.1:$(PORTAL_PORT) HUBSPOT_ACCESS_TOKEN=pat-sandbox HUBSPOT_WRITES= HUBSPOT_PORTAL_ID= \
  EASYSHIP_BASE_URL=http://127.0.0.1:$(PORTAL_PORT) EASYSHIP_TOKEN=sand_sandbox \
  EASYSHIP_ORIGIN='{"line_1": "400 Depot Road", "city": "Albany", "state": "NY", "postal_code": "12203", "company_name": "KISS Warehouse", "contact_name": "Shipping Desk", "contact_phone": "518-555-0100", "contact_email": "shipping@kiss.example"}' \
  EASYSHIP_PARCEL='{"lock_type": "Noke Style Padlock", "weight": 0.9, "length": 20, "width": 15, "height": 10, "value": 89}' \
  EASYSHIP_WEBHOOK_SECRET= EASYSHIP_COMPANY_ID=

demo: .venv/ready ## The whole product on http://127.0.0.1:8000 (PORT= changes it)
	@mkdir -p .demo; $(DEMO_ENV) exec $(PY) manage.py demo

test: .venv/ready ## Every check and test that this machine can run
	@$(PY) -m tests.run

check: .venv/ready ## Lint, types, arrows
	@$(PY) -m tests.run check

production: .venv/ready ## The processes of docker/, natively: stopped, cut off, backed up and restored
	@$(PY) -m tests.run production

fmt: .venv/ready ## Write code and templates in the one format
	@.venv/bin/ruff check --fix-only --quiet . ; .venv/bin/ruff format --quiet . ; \
	 git ls-files -z '*.html' | xargs -0 -r .venv/bin/djade --target-version 6.1

bench: .venv/ready ## Speed and call counts (QUICK=1 for the small sizes)
	@mkdir -p .demo; $(DEMO_ENV) DATABASE_URL=sqlite:///$(CURDIR)/.demo/bench.sqlite3 DEBUG=on $(PY) manage.py bench

limits: .venv/ready ## How four workers share the portal's limit (a minute)
	@mkdir -p .demo; $(DEMO_ENV) DATABASE_URL=sqlite:///$(CURDIR)/.demo/limits.sqlite3 DEBUG=on $(PY) manage.py limits

storm: .venv/ready ## A bigger storm over the ring (SEEDS=1,2,3 STEPS=200)
	@STORM_SEEDS=$(SEEDS) STORM_STEPS=$(STEPS) $(PY) -m pytest -q tests/integration/test_storm.py

migrations: .venv/ready ## Write the migrations that the models ask for
	@mkdir -p .demo; $(DEMO_ENV) $(PY) manage.py makemigrations leads

lock: .venv/ready ## Compile the locked requirements from pyproject.toml
	@for extra in "" "--extra dev"; do \
	  .venv/bin/uv pip compile -q pyproject.toml $$extra --python-version 3.12 --universal --generate-hashes \
	    --no-annotate --no-header --no-emit-index-url --no-emit-find-links --upgrade \
	    -o requirements$${extra:+-dev}.txt; done
