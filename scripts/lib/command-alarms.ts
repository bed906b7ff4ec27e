import { createLog } from 'api/lib/log';

/** What raising an alarm needs besides the database, in a command. */
export const COMMAND_ALARMS = {
  log: createLog('error', process.stderr),
  env: { platformEmail: process.env.PLATFORM_EMAIL || undefined },
};
