import type { Period } from 'domain/report-periods';
import type { Segment, Value } from 'domain/segments';
import type { ExportedFile } from './export-menu.tsx';

/** The export files of a period's reports. */
export function reportFiles({ from, to }: Period): ExportedFile[] {
  const href = (content: 'days' | 'operations') => (ending: string) =>
    `/files/reports.${ending}?${new URLSearchParams({ from, to, content })}`;
  return [
    { label: 'Dia a dia', description: 'Os números desta tela, com os totais.', href: href('days') },
    {
      label: 'Todas as operações',
      description: 'Cada compra e cada resgate do período, uma por linha.',
      href: href('operations'),
    },
  ];
}

/** The customers of one segment, or of those the ones of one value. `label` is the segment's own. */
export function segmentFiles(label: string, query: { segment: Segment; value?: Value }): ExportedFile[] {
  return [
    {
      label,
      description: 'Os clientes do segmento, com telefone, compras e total gasto.',
      href: (ending) => `/files/segments.${ending}?${new URLSearchParams(query)}`,
    },
  ];
}
