// npm run ops -- <command> [its arguments]: commands that a person or a schedule runs now and then. `--help`
// lists them.
import { OPS_COMMANDS } from './lib/ops-commands.ts';

function listCommands(): string {
  const width = Math.max(...Object.keys(OPS_COMMANDS).map((name) => name.length));
  const lines = Object.entries(OPS_COMMANDS).map(([name, { does }]) => `  ${name.padEnd(width)}  ${does}`);
  return `npm run ops -- <command>\n\n${lines.join('\n')}`;
}

const [name = '--help', ...args] = process.argv.slice(2);
const command = OPS_COMMANDS[name];
if (command && args.includes('--help')) {
  console.log(`npm run ops -- ${name}: ${command.does}`);
} else if (command) {
  const [program, ...given] = command.run;
  // The program reads its own arguments, as if it had been started by itself.
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...given, ...args);
  await import(`./${program}`);
} else {
  const isHelp = name === '--help' || name === 'help';
  console[isHelp ? 'log' : 'error'](isHelp ? listCommands() : `No command ${name}.\n\n${listCommands()}`);
  if (!isHelp) process.exitCode = 1;
}
