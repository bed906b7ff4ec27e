import { CircleHelp } from 'lucide-react';
import { Help } from '../features/help/help.tsx';
import { Palette } from '../features/palette/palette.tsx';
import { Shortcuts } from '../features/shortcuts/shortcuts.tsx';

/** The questions of the help, as the search lists them; loaded when the search is opened. */
async function findHelp(role: string) {
  const { helpEntriesFor } = await import(/* webpackChunkName: 'help' */ '../features/help/help-entries.ts');
  return helpEntriesFor(role).map(({ hash, question, text }) => ({
    id: `Ajuda: ${hash} ${question}`,
    label: question,
    group: 'Ajuda' as const,
    icon: CircleHelp,
    to: hash,
    keywords: text,
  }));
}

/** What the frame's header holds on every screen: search, help, and the keys that lead around. */
export function FrameTools({ role }: { role: string }) {
  return (
    <>
      <Palette role={role} findHelp={findHelp} />
      <Help role={role} />
      <Shortcuts />
    </>
  );
}
