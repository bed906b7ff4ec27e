import { roleMay } from 'domain/roles';
import { failureMessage } from 'federation/error-message';
import { useStaffSession } from 'federation/remote-host';
import { UserRoundSearch, Users } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { Button, buttonClassName } from 'ui/button';
import { Card } from 'ui/card';
import { LoadMore } from 'ui/load-more';
import { ScreenState } from 'ui/screen-state';
import styles from './customer-list.module.css';
import { CustomerListSkeleton } from './customer-list-skeleton.tsx';
import { CustomersTable } from './customers-table.tsx';
import { ListControls } from './list-controls.tsx';
import { countMessage } from './list-labels.ts';
import { NinthDigitCard } from './ninth-digit-card.tsx';
import { type CustomerListQuery, useCustomerList } from './use-customer-list.ts';
import { useListAddress } from './use-list-address.ts';
import { useSearchLabels } from './use-search-labels.ts';

const FAILURE = 'Erro ao carregar os clientes';

/** All customers, or the search's matches, a page at a time. */
export function CustomerList() {
  const address = useListAddress();
  const list = useCustomerList(address.search, address.sort);
  const searchRef = useRef<HTMLInputElement>(null);
  const mayMerge = roleMay(useStaffSession().employee.role, 'customers.adjust');

  function clear() {
    address.setSearch('');
    searchRef.current?.focus();
  }

  return (
    <div className={styles.list}>
      {mayMerge && <NinthDigitCard fallback={searchRef} />}
      <Card flush>
        <ListControls address={address} searchRef={searchRef} />
        <div className={styles.rows} data-stale={list.isPlaceholderData || undefined}>
          <Rows list={list} onClear={clear} />
        </div>
      </Card>
      <Foot list={list} />
    </div>
  );
}

function Rows({ list, onClear }: { list: CustomerListQuery; onClear: () => void }) {
  const { data, error, isFetching, refetch } = list;
  if (!data && error) {
    return (
      <ScreenState
        state="failed"
        message={failureMessage(error, FAILURE)}
        onRetry={refetch}
        retrying={isFetching}
      />
    );
  }
  if (!data) {
    return (
      <ScreenState state="loading" label="Carregando clientes">
        <CustomerListSkeleton />
      </ScreenState>
    );
  }
  if (data.customers.length > 0) {
    return <CustomersTable customers={data.customers} timeZone={data.timeZone} />;
  }
  return data.isSearch ? <NobodyFound onClear={onClear} /> : <NobodyYet />;
}

function NobodyFound({ onClear }: { onClear: () => void }) {
  const { nobodyFound } = useSearchLabels();
  return (
    <ScreenState
      state="empty"
      icon={<UserRoundSearch />}
      title="Nenhum cliente encontrado"
      description={nobodyFound}
      action={
        <Button variant="secondary" onClick={onClear}>
          Limpar busca
        </Button>
      }
    />
  );
}

function NobodyYet() {
  return (
    <ScreenState
      state="empty"
      icon={<Users />}
      title="Nenhum cliente cadastrado ainda"
      description="Quem compra com cashback ou se cadastra pelo seu link aparece aqui."
      action={
        <Link to="/cashback" className={buttonClassName({})}>
          Gerar Cashback
        </Link>
      }
    />
  );
}

/** How many there are so far, said aloud when it changes, and the way to more. */
function Foot({ list }: { list: CustomerListQuery }) {
  const { data, hasNextPage, isPlaceholderData } = list;
  const isCounted = data !== undefined && data.customers.length > 0;
  return (
    <div className={styles.foot}>
      <p role="status" className={styles.count}>
        {isCounted && !isPlaceholderData && countMessage(data.customers.length, { hasNextPage, ...data })}
      </p>
      {!isPlaceholderData && <LoadMore list={list} failure={failureMessage(list.error, FAILURE)} />}
    </div>
  );
}
