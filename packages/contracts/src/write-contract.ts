import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { apiFiles, readApi } from './api-contract.ts';
import { contractOf } from './find-uses.ts';
import { loadProgram, ROOT } from './load-program.ts';
import { renderContract } from './render-contract.ts';

export const CONTRACT_FILE = 'contract.d.ts';

/**
 * Creates a function that writes a front end's contract: the parts of the API it uses, as both sources are
 * now. The sources are read once for all front ends.
 */
export function createContractTaker(consumers: readonly string[], root = ROOT): (consumer: string) => string {
  const sources = consumers.flatMap((consumer) =>
    ts.sys.readDirectory(join(root, consumer, 'src'), ['.ts', '.tsx'], ['**/*.test.*']),
  );
  const program = loadProgram([...apiFiles(root), ...sources], root);
  const api = readApi(program, root);
  return (consumer) => {
    const title = `What ${consumer} sends to the API and reads of it. Written when it is released.`;
    return renderContract(contractOf(consumer, program, api, root), { title });
  };
}

/** Writes the contract of one front end. */
export function takeContract(consumer: string): string {
  return createContractTaker([consumer])(consumer);
}

/** Leaves that in `folder`, for the release that the folder becomes. */
export function writeContract(remote: string, folder: string): { file: string; sha256: string } {
  const text = takeContract(remote);
  writeFileSync(join(folder, CONTRACT_FILE), text);
  return { file: CONTRACT_FILE, sha256: createHash('sha256').update(text).digest('hex') };
}
