import type { ClientSession } from 'domain/session';
import { CircleHelp } from 'lucide-react';
import { Help } from '../features/help/help.tsx';
import { Palette } from '../features/palette/palette.tsx';
import { Shortcuts } from '../features/shortcuts/shortcuts.tsx';

/** The questions of the help, as the search lists them; loaded when the search is opened. */
async function findHelp(session: ClientSession) {
  const { helpEntriesFor } = await import(/* webpackChunkName: 'help' */ '../features/help/help-entries.ts');
  return helpEntriesFor(session).map(({ hash, question, text }) => ({
    id: `Ajuda: ${hash} ${question}`,
    label: question,
    group: 'Ajuda' as const,
    icon: CircleHelp,
    to: hash,
    keywords: text,
  }));
}

/** What the frame's header holds on every screen: search, help, and the keys that lead around. */
export function FrameTools({ session }: { session: ClientSession }) {
  return (
    <>
      <Palette session={session} findHelp={findHelp} />
      <Help session={session} />
      <Shortcuts />
    </>
  );
}
