interface OpsCommand {
  /** The program in scripts/, and its arguments before the caller's own. */
  run: readonly [program: string, ...given: string[]];
  does: string;
}

/** Commands of `npm run ops -- <command>`, which a person or a schedule runs now and then. */
export const OPS_COMMANDS: Record<string, OpsCommand> = {
  backup: { run: ['backup.ts'], does: 'writes a backup of the database: <folder> [--keep <n>]' },
  'restore:drill': {
    run: ['restore-drill.ts'],
    does: 'proves that the newest backup can be restored: <folder> [--max-age-hours <n>]',
  },
  'erasures:list': {
    run: ['erasures.ts', 'list'],
    does: 'appends erased customers to the list beside the backups: <folder>',
  },
  'erasures:apply': {
    run: ['erasures.ts', 'apply'],
    does: 'erases the listed customers again, after a restore: <folder>',
  },
  'db:migrate': { run: ['db-migrate.ts'], does: 'applies migrations to DATABASE_OWNER_URL' },
  'db:migration': {
    run: ['db-migration.ts'],
    does: 'makes a migration of the changed files in prisma/functions and prisma/access: <name>',
  },
  'db:check': {
    run: ['db-check.ts'],
    does: 'compares schema.prisma, prisma/functions and prisma/access with the migrations',
  },
  'ledger:verify': {
    run: ['ledger-verify.ts'],
    does: 'recomputes every balance, lot and cache from the ledger, names each difference, holds its merchant: [--merchant <slug or id> [--correct <reason>] [--release]]',
  },
  'ledger:status': {
    run: ['ledger-status.ts'],
    does: 'tells the last proofs and open alarms; exit 1 if one failed, is older than 36 hours, or something is held',
  },
  'ledger:expiry': {
    run: ['ledger-expiry.ts'],
    does: 'tells which expiries are held: [--confirm | --undo] [--merchant <slug or id>]',
  },
  'rollups:verify': {
    run: ['rollups.ts', 'verify'],
    does: 'compares what reports read with the rows it counts: [--merchant <slug or id>]',
  },
  'rollups:rebuild': {
    run: ['rollups.ts', 'rebuild'],
    does: 'computes what reports read from the rows again, while purchases go on: [--merchant <slug or id>]',
  },
  'keys:rotate': {
    run: ['keys-rotate.ts'],
    does: "wraps every merchant's data keys by a new KEY_ENCRYPTION_KEY: [--data-keys | --check]",
  },
  'factor:reset': {
    run: ['factor-reset.ts'],
    does: 'turns off a lost second step, a day after every address on record was told: <e-mail> [--cancel]',
  },
  'password:link': {
    run: ['password-link.ts'],
    does: 'prints a link to a new password, for who forgot theirs where no mail is sent: <e-mail>',
  },
  house: {
    run: ['house.ts'],
    does: 'counts files, lines and comments of the product, tests, scripts, bench and SQL: [folder]',
  },
  contract: {
    run: ['contract.ts'],
    does: "holds today's API against what older tabs expect: check | record shell | record api",
  },
};
