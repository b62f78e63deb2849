// The published schema: it is the shape the code reads with, described, and it judges as that does.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { buildReport } from '../../../app/proof/build-report.ts';
import { DESCRIPTIONS, reportSchema, reportSchemaText } from '../../../app/proof/report-schema.ts';
import { reportFacts } from './samples.ts';

const FILE = join(import.meta.dirname, '..', '..', '..', 'docs', 'report.schema.json');

describe('docs/report.schema.json', () => {
  it('is what `redgreen report --schema` writes', () => {
    const isSame = readFileSync(FILE, 'utf8') === reportSchemaText();
    assert.ok(isSame, 'run: redgreen report --schema --out docs/report.schema.json');
  });

  it('takes a report and refuses a damaged one', () => {
    const isReport = new Ajv2020({ strict: true }).compile(reportSchema());
    const report: unknown = JSON.parse(JSON.stringify(buildReport(reportFacts())));
    assert.equal(isReport(report), true, JSON.stringify(isReport.errors));
    assert.ok(typeof report === 'object' && report !== null);
    assert.equal(isReport({ ...report, version: 3 }), false);
    assert.equal(isReport({ ...report, costUsd: 'much' }), false);
    assert.equal(isReport({ ...report, more: 1 }), false);
  });

  it('has every description at its place', () => {
    const text = reportSchemaText();
    for (const [path, words] of Object.entries(DESCRIPTIONS)) {
      assert.ok(text.includes(JSON.stringify(words)), `${path} is described but not there`);
    }
  });
});
