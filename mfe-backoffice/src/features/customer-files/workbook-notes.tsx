import { Alert } from 'ui/alert';
import type { ChosenFile } from './chosen-file.ts';
import { counted } from './import-labels.ts';

/** Says what a person who looks at the workbook in Excel would not expect of its import. */
export function WorkbookNotes({ file }: { file: Pick<ChosenFile, 'sheet' | 'hiddenCount'> }) {
  const { sheet, hiddenCount } = file;
  return (
    <>
      {sheet !== undefined && (
        <Alert tone="info" role="note">
          Da planilha foi lida a aba “{sheet}”. As outras não foram.
        </Alert>
      )}
      {hiddenCount > 0 && (
        <Alert tone="info" role="note">
          {counted(hiddenCount, 'linha está oculta', 'linhas estão ocultas')} na planilha (por um filtro,
          talvez) e também {hiddenCount === 1 ? 'será importada' : 'serão importadas'}.
        </Alert>
      )}
    </>
  );
}
