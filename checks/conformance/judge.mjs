// judge.mjs RESULTS PACKAGE REVISION
//
// Reads the checks.json files that the conformance suite wrote. Nothing may fail: there is no list of exceptions.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [results, suite, revision] = process.argv.slice(2);
const yaml = createRequire(join(suite, 'package.json'))('yaml');

const requirements = yaml.parse(readFileSync(join(suite, 'requirements', `${revision}.yaml`), 'utf8'));
const optional = (requirements.not_scored ?? []).filter((entry) => entry.leg === 'server').map((entry) => entry.scenario);
const scenarios = [...new Set([...requirements.server, ...optional])];

/** Scenarios that are not written yet: the suite skips them, whatever a server does. One that is no longer skipped is judged. */
const stubs = new Map([['tasks-status-notifications', 'a stub in the suite; tests/it/tasks/listening.rs holds TASK-17']]);

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
let skipped = 0;
for (const scenario of scenarios) {
  const checks = checksOf(scenario);
  // One id may be judged several times: it fails if any of them does.
  const failures = new Map(checks.filter(isFailure).map((check) => [check.id, check]));
  for (const check of failures.values()) {
    const message = (check.errorMessage ?? '').split('\n')[0].slice(0, 300);
    console.log(`FAIL ${scenario}:${check.id}  ${check.status === 'WARNING' ? 'warning: ' : ''}${message}`);
  }
  // A scenario whose own checks were all skipped has shown nothing.
  const judged = checks.some((check) => check.id !== 'wire-schema-valid' && isVerdict(check));
  if (!judged && failures.size === 0 && stubs.has(scenario)) {
    console.log(`SKIP ${scenario}  ${stubs.get(scenario)}`);
    skipped += 1;
    continue;
  }
  if (!judged) console.log(`FAIL ${scenario}  the suite skipped all of it`);
  if (judged && failures.size === 0) passed += 1;
  else failed += 1;
}

console.log(`conformance: ${passed} passed, ${failed} failed, ${skipped} not written yet by the suite`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
