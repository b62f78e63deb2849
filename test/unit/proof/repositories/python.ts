// Python: who installs, who runs, and projects that say little of themselves.
import type { Repository } from './repository.ts';

const PROJECT = '[project]\nname = "shop"\n';

export const PYTHON: readonly Repository[] = [
  {
    name: 'pytest with uv',
    files: {
      'pyproject.toml': `${PROJECT}\n[dependency-groups]\ndev = [\n  "pytest>=8", # runs\n  {include-group = "lint"},\n]\n`,
      'uv.lock': '',
      'tests/test_cart.py': '',
    },
    roots: [
      {
        language: 'python',
        by: 'uv',
        setup: 'uv sync --locked',
        test: 'uv run --no-sync pytest',
        testRunner: 'pytest',
      },
    ],
  },
  {
    name: 'uv with an extra for tests',
    files: {
      'pyproject.toml': `${PROJECT}[project.optional-dependencies]\ntest = ["pytest"]\n`,
      'uv.lock': '',
      'tests/test_cart.py': '',
    },
    roots: [
      {
        language: 'python',
        by: 'uv',
        setup: 'uv sync --locked --extra test',
        test: 'uv run --no-sync pytest',
        testRunner: 'pytest',
      },
    ],
  },
  {
    name: 'poetry with a group',
    files: {
      'pyproject.toml':
        '[tool.poetry]\nname = "shop"\n\n[tool.poetry.group.dev.dependencies]\npytest = "^8.0"\n',
      'poetry.lock': '',
      'tests/test_cart.py': '',
    },
    roots: [
      {
        language: 'python',
        by: 'poetry',
        setup: 'poetry install --no-interaction',
        test: 'poetry run pytest',
        testRunner: 'pytest',
      },
    ],
  },
  {
    name: 'poetry without its lock file',
    files: {
      'pyproject.toml': '[tool.poetry]\nname = "shop"\n[tool.pytest.ini_options]\naddopts = "-q"\n',
      'test_cart.py': '',
    },
    roots: [{ language: 'python', by: 'poetry', test: 'poetry run pytest', testRunner: 'pytest' }],
  },
  {
    name: 'pipenv',
    files: {
      Pipfile: '[packages]\nrequests = "*"\n\n[dev-packages]\npytest = "*"\n',
      'Pipfile.lock': '{}',
      'tests/test_a.py': '',
    },
    roots: [
      {
        language: 'python',
        by: 'pipenv',
        setup: 'pipenv sync --dev',
        test: 'pipenv run pytest',
        testRunner: 'pytest',
      },
    ],
  },
  {
    name: 'pdm',
    files: {
      'pyproject.toml': `${PROJECT}[tool.pytest.ini_options]\n`,
      'pdm.lock': '',
      'tests/test_a.py': '',
    },
    roots: [
      {
        language: 'python',
        by: 'pdm',
        setup: 'pdm install --frozen-lockfile --dev',
        test: 'pdm run pytest',
        testRunner: 'pytest',
      },
    ],
  },
  {
    name: 'pip with requirements for use and for development',
    files: {
      'requirements.txt': 'flask\n',
      'requirements-dev.txt': 'pytest==8.3\n',
      'tests/test_a.py': '',
    },
    roots: [
      {
        language: 'python',
        by: 'pip',
        setup: 'python3 -m pip install -r requirements.txt -r requirements-dev.txt',
        test: 'python3 -m pytest',
        testRunner: 'pytest',
      },
    ],
  },
  {
    name: 'pip with setup.py and a conftest',
    files: {
      'setup.py': 'from setuptools import setup\nsetup(name="shop")\n',
      'tests/conftest.py': '',
      'tests/test_a.py': '',
    },
    roots: [
      {
        language: 'python',
        by: 'pip',
        setup: 'python3 -m pip install -e .',
        test: 'python3 -m pytest',
        testRunner: 'pytest',
      },
    ],
  },
  {
    name: 'pip with an extra',
    files: {
      'pyproject.toml': `${PROJECT}[project.optional-dependencies]\ndev = ["pytest", "ruff"]\n`,
      'tests/test_a.py': '',
    },
    roots: [
      {
        language: 'python',
        by: 'pip',
        setup: "python3 -m pip install -e '.[dev]'",
        test: 'python3 -m pytest',
        testRunner: 'pytest',
      },
    ],
  },
  {
    name: 'setup.cfg says pytest',
    files: {
      'setup.cfg': '[metadata]\nname = shop\n[tool:pytest]\ntestpaths = tests\n',
      'tests/test_a.py': '',
    },
    roots: [
      {
        language: 'python',
        by: 'pip',
        setup: 'python3 -m pip install -e .',
        test: 'python3 -m pytest',
        testRunner: 'pytest',
      },
    ],
  },
  {
    name: 'unittest, where nothing says otherwise',
    files: { 'setup.py': '', 'tests/__init__.py': '', 'tests/test_a.py': '' },
    roots: [
      {
        language: 'python',
        by: 'pip',
        setup: 'python3 -m pip install -e .',
        test: 'python3 -m unittest discover',
        testRunner: 'unittest',
      },
    ],
  },
  {
    name: 'unittest in a folder that is no package',
    files: { 'requirements.txt': 'requests\nnot-pytest\n', 'tests/test_a.py': '' },
    roots: [
      {
        language: 'python',
        by: 'pip',
        setup: 'python3 -m pip install -r requirements.txt',
        test: 'python3 -m unittest discover -s tests',
        testRunner: 'unittest',
      },
    ],
  },
  {
    name: 'a pyproject without tests',
    files: { 'pyproject.toml': `${PROJECT}dependencies = ["pytest"]\n`, 'shop/__init__.py': '' },
    roots: [{ language: 'python', by: 'pip', setup: 'python3 -m pip install -e .' }],
    hasTests: false,
    notes: [/^No tests/],
  },
  {
    name: 'a pyproject of tools alone installs nothing',
    files: { 'pyproject.toml': '[tool.ruff]\nline-length = 100\n', 'main.py': '' },
    roots: [{ language: 'python', by: 'pip' }],
    hasTests: false,
    notes: [/^No tests/],
  },
  {
    name: 'a broken pyproject',
    files: {
      'pyproject.toml': '[project\nname = shop',
      'tests/test_a.py': '',
      'pytest.ini': '[pytest]',
    },
    roots: [{ language: 'python', by: 'pip', test: 'python3 -m pytest', testRunner: 'pytest' }],
    notes: [/^pyproject\.toml is broken/],
  },
  {
    name: 'Django',
    files: { 'manage.py': '', 'requirements.txt': 'Django\n', 'shop/tests.py': '' },
    roots: [
      {
        language: 'python',
        by: 'pip',
        setup: 'python3 -m pip install -r requirements.txt',
        test: 'python3 manage.py test',
        testRunner: 'django',
      },
    ],
  },
  {
    name: 'tox alone',
    files: { 'tox.ini': '[testenv]\ncommands = stestr run\n', 'shop/test_a.py': '' },
    roots: [
      {
        language: 'python',
        by: 'tox',
        setup: 'tox run --notest',
        test: 'tox run',
        testRunner: 'tox',
      },
    ],
  },
  {
    name: 'tox that calls pytest',
    files: {
      'tox.ini': '[testenv]\ndeps =\n  pytest\ncommands = pytest\n',
      'setup.py': '',
      'tests/test_a.py': '',
    },
    roots: [
      {
        language: 'python',
        by: 'pip',
        setup: 'python3 -m pip install -e .',
        test: 'python3 -m pytest',
        testRunner: 'pytest',
      },
    ],
  },
  {
    name: 'hatch with a script',
    files: {
      'pyproject.toml': `${PROJECT}[tool.hatch.envs.default.scripts]\ntest = "pytest {args}"\n`,
      'tests/test_a.py': '',
    },
    roots: [
      {
        language: 'python',
        by: 'hatch',
        setup: 'hatch env create',
        test: 'hatch run test',
        testRunner: 'hatch',
      },
    ],
  },
  {
    name: 'a Python service beside a Node one',
    files: {
      'api/pyproject.toml': `${PROJECT}[tool.pytest.ini_options]\n`,
      'api/uv.lock': '',
      'api/tests/test_a.py': '',
      'web/package.json': '{"scripts": {"test": "vitest run"}}',
      'web/package-lock.json': '',
    },
    roots: [
      {
        at: 'api',
        language: 'python',
        by: 'uv',
        setup: 'uv sync --locked',
        test: 'uv run --no-sync pytest',
        testRunner: 'pytest',
      },
      {
        at: 'web',
        language: 'node',
        by: 'npm',
        setup: 'npm ci',
        test: 'npm test',
        testRunner: 'vitest',
      },
    ],
    suite: '(cd -- api && uv run --no-sync pytest) && (cd -- web && npm test)',
  },
];
