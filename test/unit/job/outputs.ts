// Real shapes of test output, with the parts that differ from run to run left open. Used by the
// tests of the failure fingerprint.

/** What differs between two runs of the same code. */
export type Run = {
  root: string;
  ms: string;
  port: number;
  time: string;
  address: string;
  uuid: string;
  tests: number;
};

export const MONDAY: Run = {
  root: '/home/runner/shop',
  ms: '1.83442',
  port: 43817,
  time: '2026-11-16T02:19:13.402Z',
  address: '0x7f3a1c0d2e80',
  uuid: 'c2a4dcf4-3f1e-4f8c-9f0a-5b2f5f0d3e11',
  tests: 12,
};

export const TUESDAY: Run = {
  root: '/tmp/redgreen-k3Xa9Q/workspace',
  ms: '27.1',
  port: 39999,
  time: '2026-11-17T23:59:59Z',
  address: '0x5581c2b7a0f0',
  uuid: '0d9e2b7a-8c5d-4e6f-a1b2-c3d4e5f60718',
  tests: 13,
};

/** The spec reporter of node:test. */
export function nodeSpec(run: Run, message = 'Expected values to be strictly equal:'): string {
  return `▶ cart
  ✔ adds an item (${run.ms}ms)
  ✖ applies the discount (${run.ms}ms)
✖ cart (${run.ms}ms)
ℹ tests ${run.tests}
ℹ pass ${run.tests - 1}
ℹ fail 1
ℹ duration_ms ${run.ms}

✖ failing tests:

test at test/cart.test.js:14:3
✖ applies the discount (${run.ms}ms)
  AssertionError [ERR_ASSERTION]: ${message}

  90 !== 100

      at TestContext.<anonymous> (file://${run.root}/test/cart.test.js:17:12)
      at async Suite.processPendingSubtests (node:internal/test_runner/test:974:7) {
    generatedMessage: true,
    code: 'ERR_ASSERTION'
  }
`;
}

/** The TAP reporter of node:test. */
export function nodeTap(run: Run): string {
  return `TAP version 13
# Subtest: keeps the session
not ok ${run.tests} - keeps the session
  ---
  duration_ms: ${run.ms}
  location: '${run.root}/test/session.test.js:5:1'
  failureType: 'testCodeFailure'
  error: |-
    connect ECONNREFUSED 127.0.0.1:${run.port}
  code: 'ECONNREFUSED'
  stack: |-
    TCPConnectWrap.afterConnect [as oncomplete] (node:net:1615:16)
  ...
1..${run.tests}
# tests ${run.tests}
# fail 1
`;
}

/** A test file that cannot be loaded. */
export function nodeLoad(run: Run): string {
  return `node:internal/modules/esm/resolve:275
    throw new ERR_MODULE_NOT_FOUND(
          ^

Error [ERR_MODULE_NOT_FOUND]: Cannot find module '${run.root}/src/discount.js' imported from ${run.root}/test/cart.test.js
    at finalizeResolution (node:internal/modules/esm/resolve:275:11) {
  code: 'ERR_MODULE_NOT_FOUND',
  url: 'file://${run.root}/src/discount.js'
}

Node.js v24.21.0
`;
}

export function pytest(run: Run, assertion = 'assert 90 == 100'): string {
  return `============================= test session starts ==============================
platform linux -- Python 3.11.2, pytest-8.3.3, pluggy-1.5.0
rootdir: ${run.root}
collected ${run.tests} items

tests/test_cart.py .F                                                    [100%]

=================================== FAILURES ===================================
____________________________ test_applies_discount _____________________________

tmp_path = PosixPath('${run.root}/pytest-of-root/pytest-${run.tests}/test_applies0')

    def test_applies_discount(tmp_path):
        cart = Cart(tmp_path)
>       assert cart.total() == 100
E       ${assertion}
E        +  where 90 = <bound method Cart.total of <shop.cart.Cart object at ${run.address}>>()

tests/test_cart.py:11: AssertionError
=========================== short test summary info ============================
FAILED tests/test_cart.py::test_applies_discount - ${assertion}
========================= 1 failed, ${run.tests} passed in ${run.ms}s =========================
`;
}

export function goTest(run: Run, message = 'Total() = 90; want 100'): string {
  return `=== RUN   TestDiscount
    cart_test.go:${run.tests}: ${message}
--- FAIL: TestDiscount (${run.ms}s)
FAIL
FAIL	example.com/shop/cart	${run.ms}s
FAIL
`;
}

export function goPanic(run: Run): string {
  return `--- FAIL: TestDiscount (${run.ms}s)
panic: runtime error: invalid memory address or nil pointer dereference [recovered]
	panic: runtime error: invalid memory address or nil pointer dereference
[signal SIGSEGV: segmentation violation code=0x1 addr=${run.address} pc=0x4f2b1a]

goroutine ${run.tests} [running]:
testing.tRunner.func1.2({${run.address}, 0xc000})
	${run.root}/src/testing/testing.go:1632 +0x3fc
`;
}

export function cargoTest(run: Run): string {
  return `running ${run.tests} tests
test tests::discount ... FAILED

failures:

---- tests::discount stdout ----

thread 'tests::discount' panicked at src/lib.rs:${run.tests}:9:
assertion \`left == right\` failed
  left: 90
 right: 100
note: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace

test result: FAILED. 0 passed; 1 failed; finished in ${run.ms}s
`;
}
