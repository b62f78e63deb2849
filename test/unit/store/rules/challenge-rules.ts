// Violations of the rules on further cases.
import { ID, insertRow } from './scene.ts';

const round = (columns: Record<string, string>) => {
  const row = {
    job_id: `'${ID.job}'`,
    plan_id: `'${ID.plan}'`,
    attempt_number: '2',
    round: '2',
    fence: '1',
    ...columns,
  };
  return insertRow('challenge_rounds', row);
};
const further = (columns: Record<string, string>) => {
  const row = {
    job_id: `'${ID.job}'`,
    id: `'C2'`,
    plan_id: `'${ID.plan}'`,
    attempt_number: '2',
    round: '1',
    criterion_id: `'R1'`,
    title: `'t'`,
    files: `'[{}]'`,
    run: `'x'`,
    surface: `'file'`,
    fence: '1',
    ...columns,
  };
  return insertRow('challenge_cases', row);
};
const reading = (columns: Record<string, string>) => {
  const row = {
    job_id: `'${ID.job}'`,
    case_id: `'C1'`,
    attempt_number: '2',
    is_promised: 'true',
    reason: `'r'`,
    fence: '1',
    ...columns,
  };
  return insertRow('challenge_readings', row);
};
const changed = (table: string, set: string) => [
  `update ${table} set ${set}`,
  `delete from ${table} where job_id = '${ID.job}'`,
];

export const CHALLENGE_RULES: Record<string, string | string[]> = {
  challenge_rounds_attempt_number_check: round({ attempt_number: '0' }),
  challenge_rounds_round_check: round({ round: '0' }),
  challenge_rounds_unreached_check: round({ unreached: `''` }),
  challenge_rounds_fence: round({ fence: '0' }),
  challenge_rounds_append_only: changed('challenge_rounds', `unreached = 'x'`),
  challenge_cases_id_check: further({ id: `'T2'` }),
  challenge_cases_title_check: further({ title: `' '` }),
  challenge_cases_files_check: further({ files: `'[]'` }),
  challenge_cases_run_check: further({ run: `' '` }),
  challenge_cases_fence: further({ fence: '0' }),
  challenge_cases_append_only: changed('challenge_cases', `run = 'true'`),
  challenge_readings_attempt_number_check: reading({ attempt_number: '0' }),
  challenge_readings_reason_check: reading({ reason: `''` }),
  challenge_readings_fence: reading({ fence: '0' }),
  challenge_readings_append_only: changed('challenge_readings', 'is_promised = false'),
};
