import { CUSTOMER_SORTS, type CustomerSort, MAX_SEARCH_LENGTH } from 'domain/customer-list-inputs';
import { Search } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { SelectField } from 'ui/select-field';
import { TextField } from 'ui/text-field';
import styles from './customer-list.module.css';
import { type ListAddress, tidySearch } from './use-list-address.ts';
import { useSearchLabels } from './use-search-labels.ts';

/** Long enough that a word is not searched letter by letter, short enough to feel at once. */
const TYPING_PAUSE_MS = 250;

const SORT_LABELS: Record<CustomerSort, string> = {
  last_purchase_at: 'Última compra',
  total_spent: 'Total gasto',
  available: 'Saldo disponível',
  created_at: 'Data cadastro',
};

interface ListControlsProps {
  address: ListAddress;
  searchRef: RefObject<HTMLInputElement | null>;
}

/** The search field and the sort order. */
export function ListControls({ address, searchRef }: ListControlsProps) {
  return (
    <search className={styles.controls} aria-label="Buscar clientes">
      <SearchField address={address} searchRef={searchRef} />
      <SelectField
        label="Ordenar por"
        value={address.sort}
        onChange={(event) => address.setSort(event.target.value as CustomerSort)}
        options={CUSTOMER_SORTS.map((value) => ({ value, label: SORT_LABELS[value] }))}
      />
    </search>
  );
}

function SearchField({ address: { search, setSearch }, searchRef }: ListControlsProps) {
  const { placeholder } = useSearchLabels();
  const [text, setText] = useState(search);
  const sent = useRef(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // The address changed by other means than typing here: the way back, or a link to the whole list.
  useEffect(() => {
    if (search === sent.current) return;
    clearTimeout(timer.current);
    sent.current = search;
    setText(search);
  }, [search]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function send(typed: string) {
    clearTimeout(timer.current);
    sent.current = tidySearch(typed);
    setSearch(typed);
  }

  function type(typed: string) {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(typed), TYPING_PAUSE_MS);
  }

  return (
    <TextField
      ref={searchRef}
      type="search"
      label="Buscar"
      placeholder={placeholder}
      icon={<Search />}
      autoComplete="off"
      spellCheck={false}
      maxLength={MAX_SEARCH_LENGTH}
      enterKeyHint="search"
      value={text}
      onChange={(event) => type(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') send(text);
      }}
    />
  );
}
