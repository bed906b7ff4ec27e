import type { RemoteHost } from 'federation/remote-module';
import { useMemo } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { notify } from 'ui/notify';
import { Frame } from '../features/frame/frame.tsx';
import { FrameSkeleton } from '../features/frame/frame-skeleton.tsx';
import { LeaveDialog } from '../features/leaving/leave-dialog.tsx';
import { leaving } from '../features/leaving/leaving.ts';
import type { RemoteName } from '../features/remotes/remote-directory.ts';
import { RemotePage } from '../features/remotes/remote-page.tsx';
import { session as sessionStore, useSession } from '../features/session/session.ts';
import { SessionUnreachable } from '../features/session/session-unreachable.tsx';
import { useLogout } from '../features/session/use-logout.ts';
import { prepareToasts } from '../features/toasts/toasts.tsx';
import { PageSpinner } from '../lib/page-spinner.tsx';
import { FrameTools } from './frame-tools.tsx';

prepareToasts();

/** The back office: with a session, a remote inside the frame; without one, a redirect to /login. */
export function StaffArea({ remote }: { remote: RemoteName }) {
  const { session, check } = useSession();
  const logout = useLogout();
  const { pathname } = useLocation();
  const host = useMemo<RemoteHost>(
    () => ({
      session,
      onSessionEnded: sessionStore.forget,
      onSessionChanged: () => void sessionStore.refresh(),
      blockLeaving: leaving.block,
      notify,
    }),
    [session],
  );

  if (session) {
    return (
      <Frame
        session={session}
        isOffline={check === 'failed'}
        logout={{ ...logout, run: async () => leaving.attempt(logout.run) }}
        onReconnect={sessionStore.refresh}
        tools={<FrameTools role={session.employee.role} />}
      >
        {/* Another sign-in (in another tab) gets a remote without the first one's data. */}
        <RemotePage
          key={session.employee.id}
          name={remote}
          host={host}
          pathname={pathname}
          skeleton={<FrameSkeleton />}
        />
        <LeaveDialog />
      </Frame>
    );
  }
  if (check === 'known') return <Navigate to="/login" replace />;
  if (check === 'asking') return <PageSpinner />;
  return <SessionUnreachable onRetry={sessionStore.refresh} />;
}
