import { useMutation } from '@tanstack/react-query';
import { roleMay } from 'domain/roles';
import { errorMessage } from 'federation/error-message';
import { useRemoteHost, useStaffSession } from 'federation/remote-host';
import { saveFile } from 'federation/save-file';
import { receiveFile } from 'federation/send-file';
import { Download, FileSpreadsheet, FileText } from 'lucide-react';
import { useEffect, useId } from 'react';
import { Button } from 'ui/button';
import { VisuallyHidden } from 'ui/visually-hidden';
import styles from './export-menu.module.css';
import { type Menu, useMenu } from './use-menu.ts';

const FORMATS = [
  { ending: 'xlsx', name: 'Excel', icon: <FileSpreadsheet /> },
  { ending: 'csv', name: 'CSV', icon: <FileText /> },
] as const;

/** Something that can be exported; the server names the file. */
export interface ExportedFile {
  /** 'Dia a dia'. */
  label: string;
  /** A short description of its content. */
  description: string;
  /** Its address at the API: '/files/reports.csv?…'. */
  href: (ending: 'csv' | 'xlsx') => string;
}

/**
 * The button 'Exportar' and its menu: each of `files` as Excel or CSV. Nothing for those who may not export.
 * A download goes on when the screen is left; until it is over the button says so.
 */
export function ExportMenu({ files }: { files: readonly ExportedFile[] }) {
  const { role } = useStaffSession().employee;
  return roleMay(role, 'exports.create') ? <MenuButton files={files} /> : null;
}

function MenuButton({ files }: { files: readonly ExportedFile[] }) {
  const menu = useMenu();
  const id = useId();
  const { isPending, mutate } = useExport();
  useFocusAfter(isPending, menu);
  return (
    <div className={styles.root}>
      <Button
        ref={menu.button}
        variant="secondary"
        icon={<Download />}
        pending={isPending}
        pendingLabel="Exportando..."
        aria-haspopup="menu"
        aria-expanded={menu.isOpen}
        aria-controls={menu.isOpen ? id : undefined}
        onClick={menu.isOpen ? menu.close : menu.open}
        onKeyDown={menu.onButtonKeyDown}
      >
        Exportar
      </Button>
      <span aria-live="polite">{isPending && <VisuallyHidden>Exportando...</VisuallyHidden>}</span>
      {menu.isOpen && (
        <div
          ref={menu.list}
          id={id}
          popover="manual"
          role="menu"
          tabIndex={-1}
          aria-label="Exportar"
          className={styles.menu}
          onKeyDown={menu.onListKeyDown}
        >
          {files.map((file) => (
            <Choices
              key={file.label}
              file={file}
              onChoose={(href) => {
                menu.close();
                mutate(href);
              }}
            />
          ))}
        </div>
      )}
    </div>
  );
}

function Choices({ file, onChoose }: { file: ExportedFile; onChoose: (href: string) => void }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a menu
    <div role="group" aria-labelledby={id} aria-describedby={`${id}-text`} className={styles.file}>
      <span id={id} className={styles.label}>
        {file.label}
      </span>
      <span id={`${id}-text`} className={styles.description}>
        {file.description}
      </span>
      <div role="none" className={styles.formats}>
        {FORMATS.map(({ ending, name, icon }) => (
          <button
            key={ending}
            type="button"
            role="menuitem"
            tabIndex={-1}
            aria-label={`${file.label} em ${name}`}
            className={styles.format}
            onClick={() => onChoose(file.href(ending))}
          >
            <span aria-hidden="true" className={styles.icon}>
              {icon}
            </span>
            {name}
          </button>
        ))}
      </div>
    </div>
  );
}

function useExport() {
  const { notify } = useRemoteHost();
  return useMutation({
    mutationFn: (href: string) => receiveFile(href),
    onSuccess({ content, name }) {
      saveFile(content, name);
      notify.success('Arquivo exportado!');
    },
    onError: (error) => notify.error(errorMessage(error, 'Erro ao exportar. Tente novamente.')),
  });
}

/** A button that is disabled while it works loses the focus; it gets it back, unless it has moved on. */
function useFocusAfter(isPending: boolean, { button }: Menu): void {
  useEffect(() => {
    if (!isPending) return;
    return () => {
      setTimeout(() => {
        if (document.activeElement === document.body) button.current?.focus();
      });
    };
  }, [isPending, button]);
}
