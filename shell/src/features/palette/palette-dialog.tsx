import { Command } from 'cmdk';
import { formatPhone } from 'domain/phone';
import type { ClientSession } from 'domain/session';
import { Search, UserRound } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Spinner } from 'ui/spinner';
import { VisuallyHidden } from 'ui/visually-hidden';
import { overScreen } from '../../lib/use-window-address.ts';
import { type Destination, destinationsFor, findDestinations } from './destinations.ts';
import styles from './palette-dialog.module.css';
import { type CustomerSearch, type PaletteCustomer, useCustomerSearch } from './use-customer-search.ts';

export interface PaletteDialogProps {
  session: ClientSession;
  /** The help's questions, which are searched but not listed before something is typed. */
  findHelp: (session: ClientSession) => Promise<readonly Destination[]>;
  onClose: () => void;
}

/** Fewer letters would begin a word of nearly every answer. */
const MIN_HELP_LENGTH = 3;
const HELP_SHOWN = 4;

/**
 * Mounted while it is open. A modal `<dialog>`: the browser keeps the focus inside, closes on Esc and gives
 * the focus back to where it was.
 */
export function PaletteDialog({ session, findHelp, onClose }: PaletteDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  useEffect(() => {
    dialog.current?.showModal();
    // The browser would take the list around it, which can be focused by script too.
    dialog.current?.querySelector('input')?.focus();
  }, []);

  /**
   * Closed first: the focus is back before the new screen takes it, or a question about unsaved changes does.
   */
  function go(to: string) {
    dialog.current?.close();
    if (!to.startsWith('#')) void navigate(to);
    else void navigate({ pathname, search, hash: to }, { state: overScreen(state) });
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the palette; the dialog handles Esc
    <dialog
      ref={dialog}
      aria-label="Buscar"
      className={styles.dialog}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) dialog.current?.close();
      }}
    >
      <PaletteList session={session} findHelp={findHelp} onGo={go} />
    </dialog>
  );
}

interface PaletteListProps extends Pick<PaletteDialogProps, 'session' | 'findHelp'> {
  onGo: (to: string) => void;
}

function PaletteList({ session, findHelp, onGo }: PaletteListProps) {
  const [search, setSearch] = useState('');
  const destinations = useMemo(() => destinationsFor(session), [session]);
  const [help, setHelp] = useState<readonly Destination[]>([]);
  // Without its texts the search is a search still.
  useEffect(() => void findHelp(session).then(setHelp, () => undefined), [session, findHelp]);
  const helped = search.trim().length < MIN_HELP_LENGTH ? [] : findDestinations(help, search);
  const answers = helped.slice(0, HELP_SHOWN);
  const found = findDestinations(destinations, search);
  const customerSearch = useCustomerSearch(search);
  return (
    <Command className={styles.palette} label="Buscar páginas e clientes" shouldFilter={false} loop>
      <div className={styles.search}>
        <Search aria-hidden="true" />
        <Command.Input
          className={styles.input}
          placeholder="Buscar páginas, ações ou clientes…"
          value={search}
          onValueChange={setSearch}
          maxLength={120}
        />
        {customerSearch.status === 'searching' && <Spinner size="small" />}
      </div>
      <Announcement found={found.length + answers.length} search={customerSearch} />
      <Command.List className={styles.list} label="Resultados">
        <Destinations destinations={found} onGo={onGo} />
        <Customers customers={customerSearch.customers} onGo={onGo} />
        <Destinations destinations={answers} onGo={onGo} />
        {found.length + answers.length === 0 && <NothingFound search={customerSearch} typed={search} />}
      </Command.List>
      <p className={styles.foot} aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> escolher
        </span>
        <span>
          <kbd>Enter</kbd> abrir
        </span>
        <span>
          <kbd>Esc</kbd> fechar
        </span>
      </p>
    </Command>
  );
}

function Destinations({
  destinations,
  onGo,
}: {
  destinations: readonly Destination[];
  onGo: (to: string) => void;
}) {
  const groups = [...new Set(destinations.map(({ group }) => group))];
  return groups.map((group) => (
    <Command.Group key={group} heading={group} className={styles.group}>
      {destinations
        .filter((each) => each.group === group)
        .map(({ id, label, icon: Icon, to }) => (
          <Command.Item key={id} value={id} className={styles.item} onSelect={() => onGo(to)}>
            <Icon aria-hidden="true" />
            <span className={styles.label}>{label}</span>
          </Command.Item>
        ))}
    </Command.Group>
  ));
}

function Customers({
  customers,
  onGo,
}: {
  customers: readonly PaletteCustomer[];
  onGo: (to: string) => void;
}) {
  if (customers.length === 0) return null;
  return (
    <Command.Group heading="Clientes" className={styles.group}>
      {customers.map(({ id, name, phone, email }) => (
        <Command.Item key={id} value={id} className={styles.item} onSelect={() => onGo(`/customers/${id}`)}>
          <UserRound aria-hidden="true" />
          <span className={styles.label}>{name ?? 'Nome não informado'}</span>
          <span className={styles.aside}>{name || !email ? formatPhone(phone) : email}</span>
        </Command.Item>
      ))}
    </Command.Group>
  );
}

function NothingFound({ search: { status, customers }, typed }: { search: CustomerSearch; typed: string }) {
  if (status === 'searching' || customers.length > 0) return null;
  return (
    <p className={styles.nothing}>
      {status === 'failed'
        ? 'Não foi possível buscar clientes. Tente novamente.'
        : `Nada encontrado para “${typed.trim()}”`}
    </p>
  );
}

/** How many there are, read aloud once they are. */
function Announcement({ found, search: { status, customers } }: { found: number; search: CustomerSearch }) {
  const count = found + customers.length;
  const text = count === 0 ? 'Nenhum resultado' : count === 1 ? '1 resultado' : `${count} resultados`;
  return (
    <div role="status">
      <VisuallyHidden>{status === 'searching' ? 'Buscando clientes' : text}</VisuallyHidden>
    </div>
  );
}
