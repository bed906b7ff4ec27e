import { type Permission, roleMay } from 'domain/roles';
import type { ClientSession } from 'domain/session';
import { useEffect, useEffectEvent, useState } from 'react';
import { api } from '../../lib/api.ts';

/** Shown beside pages of the menu, by path. */
export type WaitingCounts = Partial<Record<string, { count: number; label: string }>>;

interface Waiting {
  path: string;
  permission: Permission;
  everyMs: number;
  ask: (signal: AbortSignal) => Promise<number>;
}

const ALERTS: Waiting = {
  path: '/alerts',
  permission: 'alerts.close',
  // As often as the job that finds them runs.
  everyMs: 10 * 60_000,
  ask: async (signal) => (await api.alerts.count.query(undefined, { signal })).open,
};
const APPROVALS: Waiting = {
  path: '/approvals',
  permission: 'approvals.give',
  // A customer stands at the counter.
  everyMs: 20_000,
  ask: async (signal) => (await api.approvals.count.query(undefined, { signal })).waiting,
};

/** The numbers of open alerts and of approvals that wait, for the roles that deal with them. */
export function useWaitingCounts(session: ClientSession, pathname: string): WaitingCounts {
  const alerts = useCount(ALERTS, session, pathname);
  const approvals = useCount(APPROVALS, session, pathname);
  return {
    [ALERTS.path]: { count: alerts, label: alerts === 1 ? 'aberto' : 'abertos' },
    [APPROVALS.path]: { count: approvals, label: 'esperando' },
  };
}

/**
 * Asked once the page is there, after each visit to the page itself, which shows them all, and now and then.
 * 0 while it is not known.
 */
function useCount(waiting: Waiting, { employee: { role } }: ClientSession, pathname: string): number {
  const { path, permission, everyMs } = waiting;
  const [count, setCount] = useState(0);
  const isAsking = roleMay(role, permission) && !pathname.startsWith(path);
  const ask = useEffectEvent((signal: AbortSignal) => waiting.ask(signal).then(setCount, () => undefined));
  useEffect(() => {
    if (!isAsking) return;
    const call = new AbortController();
    void ask(call.signal);
    const timer = setInterval(() => void ask(call.signal), everyMs);
    return () => {
      call.abort();
      clearInterval(timer);
    };
  }, [isAsking, everyMs]);
  return count;
}
