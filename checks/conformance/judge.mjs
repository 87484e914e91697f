// judge.mjs RESULTS PACKAGE REVISION EXPECTED
//
// Reads the checks.json files that the conformance suite wrote and compares them with the list of expected failures.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [results, suite, revision, expectedPath] = process.argv.slice(2);
const yaml = createRequire(join(suite, 'package.json'))('yaml');

const requirements = yaml.parse(readFileSync(join(suite, 'requirements', `${revision}.yaml`), 'utf8'));
const optional = (requirements.not_scored ?? []).filter((entry) => entry.leg === 'server').map((entry) => entry.scenario);
const scenarios = [...new Set([...requirements.server, ...optional])];

// Without a list, nothing may fail.
const expected = new Set(
  (existsSync(expectedPath) ? readFileSync(expectedPath, 'utf8') : '')
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter(Boolean),
);
const used = new Set();

/** The checks of one scenario. A scenario that left no result has failed: silence is no pass. */
function checksOf(scenario) {
  const folder = readdirSync(results).find((name) => name.replace(/-\d{4}-\d\d-\d\dT.*$/, '') === `server-${scenario}`);
  const file = folder && join(results, folder, 'checks.json');
  if (!file || !existsSync(file)) {
    return [{ id: 'no-result', status: 'FAILURE', errorMessage: 'the scenario wrote no result' }];
  }
  return JSON.parse(readFileSync(file, 'utf8'));
}

const isFailure = (check) => check.status === 'FAILURE' || check.status === 'WARNING';
const isVerdict = (check) => isFailure(check) || check.status === 'SUCCESS';

let passed = 0;
let failed = 0;
let excused = 0;
for (const scenario of scenarios) {
  const checks = checksOf(scenario);
  // One id may be judged several times: it fails if any of them does.
  const failures = new Map(checks.filter(isFailure).map((check) => [check.id, check]));
  let unexpected = 0;
  for (const check of failures.values()) {
    const key = [scenario, `${scenario}:${check.id}`].find((entry) => expected.has(entry));
    if (key) {
      used.add(key);
      continue;
    }
    unexpected += 1;
    const message = (check.errorMessage ?? '').split('\n')[0].slice(0, 300);
    console.log(`FAIL ${scenario}:${check.id}  ${check.status === 'WARNING' ? 'warning: ' : ''}${message}`);
  }
  // A scenario whose own checks were all skipped has shown nothing.
  const judged = checks.some((check) => check.id !== 'wire-schema-valid' && isVerdict(check));
  if (!judged && !expected.has(scenario)) {
    unexpected += 1;
    console.log(`FAIL ${scenario}  the suite skipped all of it`);
  } else if (!judged) {
    used.add(scenario);
  }
  if (unexpected > 0) failed += 1;
  else if (failures.size > 0 || !judged) excused += 1;
  else passed += 1;
}

for (const entry of expected) {
  if (used.has(entry)) continue;
  failed += 1;
  const [scenario] = entry.split(':');
  const reason = scenarios.includes(scenario) ? 'passes: remove the entry' : 'names no scenario of this set';
  console.log(`FAIL ${entry}  is listed as an expected failure but ${reason}`);
}

console.log(`conformance: ${passed} passed, ${failed} failed, ${excused} expected`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
