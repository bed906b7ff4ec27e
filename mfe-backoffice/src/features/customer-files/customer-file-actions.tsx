import { roleMay } from 'domain/roles';
import { useStaffSession } from 'federation/remote-host';
import { Download, Upload } from 'lucide-react';
import { type MouseEvent, useRef, useState } from 'react';
import { Button } from 'ui/button';
import { useReadyFocus } from '../../lib/use-ready-focus.ts';
import { ExportDialog } from './export-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';

/** All customers in or out as a file, for those who may. */
export function CustomerFileActions() {
  const { role } = useStaffSession().employee;
  const mayImport = roleMay(role, 'customers.adjust');
  const mayExport = roleMay(role, 'exports.create');
  const [open, setOpen] = useState<'import' | 'export'>();
  const opener = useRef<HTMLElement>(null);
  useReadyFocus(open === undefined, () => opener.current?.focus());

  const openBy = (dialog: 'import' | 'export') => (event: MouseEvent<HTMLElement>) => {
    opener.current = event.currentTarget;
    setOpen(dialog);
  };
  const close = () => setOpen(undefined);

  return (
    <>
      {mayImport && (
        <Button variant="secondary" icon={<Upload />} onClick={openBy('import')}>
          Importar
        </Button>
      )}
      {mayExport && (
        <Button variant="secondary" icon={<Download />} onClick={openBy('export')}>
          Exportar
        </Button>
      )}
      {open === 'import' && <ImportDialog onClose={close} />}
      {open === 'export' && <ExportDialog onClose={close} />}
    </>
  );
}
