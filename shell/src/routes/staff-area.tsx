import { roleMay } from 'domain/roles';
import type { ClientSession } from 'domain/session';
import type { RemoteHost } from 'federation/remote-module';
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { notify } from 'ui/notify';
import { PROFILE } from '../features/factor-demand/profile-address.ts';
import { Frame } from '../features/frame/frame.tsx';
import { FrameSkeleton } from '../features/frame/frame-skeleton.tsx';
import { OfflineNotice } from '../features/frame/offline-notice.tsx';
import { LeaveDialog } from '../features/leaving/leave-dialog.tsx';
import { leaving } from '../features/leaving/leaving.ts';
import { waitingMessage } from '../features/outbox/outbox-labels.ts';
import { OutboxNotice } from '../features/outbox/outbox-notice.tsx';
import { SignOutDialog } from '../features/outbox/sign-out-dialog.tsx';
import { useOutbox } from '../features/outbox/use-outbox.ts';
import type { RemoteName } from '../features/remotes/remote-directory.ts';
import { RemotePage } from '../features/remotes/remote-page.tsx';
import { useFetchAhead } from '../features/remotes/use-fetch-ahead.ts';
import { SelfProof } from '../features/self-proof/self-proof.tsx';
import { loginStateFor } from '../features/session/return-address.ts';
import { session as sessionStore, useSession } from '../features/session/session.ts';
import type { SessionState } from '../features/session/session-store.ts';
import { SessionUnreachable } from '../features/session/session-unreachable.tsx';
import { readStoredSession } from '../features/session/stored-session.ts';
import { useLogout } from '../features/session/use-logout.ts';
import { useReconnect } from '../features/session/use-reconnect.ts';
import { markTablet } from '../features/tablet/mark-tablet.ts';
import { TermsNotice } from '../features/terms/terms-notice.tsx';
import { prepareToasts } from '../features/toasts/toasts.tsx';
import { connection } from '../lib/connection.ts';
import { PageSpinner } from '../lib/page-spinner.tsx';
import { FrameTools } from './frame-tools.tsx';

prepareToasts();

/** A notice that cannot be downloaded is left out: its error would take the whole page away. */
function lazyNotice<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(async () => {
    try {
      return { default: await load() };
    } catch {
      return { default: () => null };
    }
  });
}

/** Downloaded only if a second step is demanded of the signed-in employee. */
const FactorDemandNotice = lazyNotice(
  async () =>
    (await import(/* webpackChunkName: 'dialogs' */ '../features/factor-demand/factor-demand-notice.tsx'))
      .FactorDemandNotice,
);

/** Downloaded only if somebody made a link to the signed-in employee's password. */
const ShownLinksNotice = lazyNotice(
  async () =>
    (await import(/* webpackChunkName: 'dialogs' */ '../features/shown-links/shown-links-notice.tsx'))
      .ShownLinksNotice,
);

/** Downloaded by the counter's tablets. */
const TabletLock = lazy(async () => ({
  default: (await import(/* webpackChunkName: 'tablet' */ '../features/tablet/tablet-lock.ts')).TabletLock,
}));

/** Where a customer may be waiting. */
const COUNTER = /^\/(?:cashback|redemption)\b/i;

const isStillSignedIn = (employeeId: string) => readStoredSession()?.employee.id === employeeId;

/** The back office: with a session, a remote inside the frame; without one, a redirect to /login. */
export function StaffArea({ remote }: { remote: RemoteName }) {
  const state = useSession();
  const { session, check } = state;
  // Another sign-in (in another tab) gets a frame and a remote without the first one's data.
  if (session) return <SignedIn key={session.employee.id} session={session} check={check} remote={remote} />;
  if (check === 'known') return <ToLogin {...state} />;
  if (check === 'asking') return <PageSpinner />;
  return <SessionUnreachable onRetry={sessionStore.refresh} />;
}

/** After a session that ended by itself, the login leads back to this page. */
function ToLogin({ ended, isSignedOut }: SessionState) {
  const { pathname, search, hash } = useLocation();
  const state = isSignedOut ? {} : loginStateFor(`${pathname}${search}${hash}`, ended);
  return <Navigate to="/login" replace state={state} />;
}

interface SignedInProps extends Pick<SessionState, 'check'> {
  session: ClientSession;
  remote: RemoteName;
}

function SignedIn({ session, check, remote }: SignedInProps) {
  const logout = useLogout();
  const { pathname, search } = useLocation();
  const [isAsked, setIsAsked] = useState(false);
  const isLost = useSyncExternalStore(connection.subscribe, connection.isLost);
  const outbox = useOutbox({
    session,
    isKnown: check === 'known',
    isStillSignedIn,
    onRefused: () => void sessionStore.refresh(),
  });
  const { purchases, othersWaiting } = useSyncExternalStore(outbox.subscribe, outbox.getState);
  useReconnect(isLost || check === 'failed');
  useFetchAhead('mfe_backoffice');
  // A late answer to a call of this session says nothing about the one after it.
  const isOver = useRef(false);
  useEffect(() => {
    isOver.current = false;
    return () => {
      isOver.current = true;
    };
  }, []);
  const host = useMemo<RemoteHost>(
    () => ({
      session,
      onSessionEnded: () => !isOver.current && sessionStore.forget(),
      onSessionChanged: () => void sessionStore.refresh(),
      onTabletRegistered() {
        markTablet(true);
        sessionStore.signedOut();
      },
      blockLeaving: leaving.block,
      connection,
      outbox,
      notify,
    }),
    [session, outbox],
  );
  const { factorDaysLeft, shownPasswordLinks = [], merchant } = session;
  const isAtProfile = `${pathname}${search}` === PROFILE;
  // Nothing else answers.
  if (factorDaysLeft === 0 && !isAtProfile) return <Navigate to={PROFILE} replace />;
  const waiting = purchases.filter(({ state }) => state !== 'issued').length;
  const signOut = () => leaving.attempt(logout.run);

  let notice: ReactNode = (
    <>
      {factorDaysLeft !== null && (
        <Suspense>
          <FactorDemandNotice daysLeft={factorDaysLeft} isAtProfile={isAtProfile} />
        </Suspense>
      )}
      {shownPasswordLinks.length > 0 && (
        <Suspense>
          <ShownLinksNotice links={shownPasswordLinks} timeZone={merchant.timeZone} />
        </Suspense>
      )}
      <OutboxNotice outbox={{ purchases, othersWaiting }} pathname={pathname} />
    </>
  );
  if (isLost || check === 'failed') {
    const message = waiting > 0 ? waitingMessage(waiting) : undefined;
    notice = <OfflineNotice isLost={isLost} waiting={message} onReconnect={sessionStore.refresh} />;
  }

  return (
    <Frame
      session={session}
      notice={notice}
      logout={{ ...logout, run: async () => (waiting > 0 ? setIsAsked(true) : signOut()) }}
      tools={<FrameTools session={session} />}
    >
      <RemotePage name={remote} host={host} pathname={pathname} skeleton={<FrameSkeleton />} />
      <LeaveDialog />
      <SelfProof />
      {session.tablet && (
        <Suspense>
          <TabletLock onLocked={sessionStore.forget} />
        </Suspense>
      )}
      {roleMay(session.employee.role, 'terms.accept') && factorDaysLeft !== 0 && (
        <TermsNotice isAtCounter={COUNTER.test(pathname)} onSignOut={signOut} />
      )}
      {isAsked && (
        <SignOutDialog
          waiting={waiting}
          onStay={() => setIsAsked(false)}
          onSignOut={() => {
            setIsAsked(false);
            signOut();
          }}
        />
      )}
    </Frame>
  );
}
