// The parts of the API that released front ends use: `check` compares them with today's API, `record` stores
// those of today's shell or today's built API. A remote's are recorded by `npm run release -- <remote>
// --record`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiFiles, readApi } from 'contracts/api-contract';
import { type AcceptedBreak, checkContracts } from 'contracts/check-contracts';
import { loadProgram, ROOT } from 'contracts/load-program';
import { RECORDED, readRecordedContracts, recordApi, recordShell } from 'contracts/record-release';
import { takeContract } from 'contracts/write-contract';

const USAGE = 'Say `check`, `record shell` or `record api`.';

function check(): void {
  const accepted = JSON.parse(
    readFileSync(join(RECORDED, 'accepted-breaks.json'), 'utf8'),
  ) as AcceptedBreak[];
  const recorded = readRecordedContracts();
  const api = readApi(loadProgram(apiFiles(ROOT), ROOT), ROOT);
  const sentences = checkContracts(recorded, api, accepted);
  if (sentences.length === 0) {
    console.log(
      `Today's API serves ${recorded.map(({ consumer, version }) => `${consumer} ${version}`).join(', ')}.`,
    );
    return;
  }
  console.error(`Front ends that are out there would break (docs/decisions/0031-contracts.md says what to do):
${sentences.join('\n')}`);
  process.exitCode = 1;
}

const [command, name] = process.argv.slice(2);
if (command === 'check') check();
else if (command === 'record' && name === 'shell') recordShell(takeContract('shell'));
else if (command === 'record' && name === 'api') recordApi(join(ROOT, 'api/dist'));
else {
  console.error(USAGE);
  process.exitCode = 1;
}
