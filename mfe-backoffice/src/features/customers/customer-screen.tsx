import { failureMessage, isRefusal } from 'federation/error-message';
import { useDocumentTitle } from 'federation/use-document-title';
import { ArrowLeft, UserRoundX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { buttonClassName } from 'ui/button';
import { Card } from 'ui/card';
import { PageHeader } from 'ui/page-header';
import { ScreenState } from 'ui/screen-state';
import { trpc } from '../../lib/trpc.ts';
import { Consents } from './consents.tsx';
import { CounterActions } from './counter-actions.tsx';
import { CreditDates } from './credit-dates.tsx';
import { CustomerActions } from './customer-actions.tsx';
import type { CustomerDetail } from './customer-detail.ts';
import { CustomerFacts } from './customer-facts.tsx';
import styles from './customer-screen.module.css';
import { CustomerSkeleton } from './customer-skeleton.tsx';
import { CustomerTabs } from './customer-tabs.tsx';
import { CustomerTiles } from './customer-tiles.tsx';
import { ErasedNote } from './erased-note.tsx';
import { InactivityNote } from './inactivity-note.tsx';
import { MergedInto, MergedRecords } from './merged-records.tsx';
import { SignupName } from './signup-name.tsx';

interface CustomerScreenProps {
  customerId: string;
  /** The customer's purchases and redemptions, which are other features'. */
  purchases: ReactNode;
  redemptions: ReactNode;
}

/** One customer in the back office: contacts, balance, history and corrections. */
export function CustomerScreen({ customerId, ...panels }: CustomerScreenProps) {
  // Refetched at each visit: the balance must be current.
  const {
    data: customer,
    error,
    isFetching,
    refetch,
  } = trpc.customers.detail.useQuery({ customerId }, { staleTime: 0 });

  const name = customer && (customer.erasedAt ? 'Cliente apagado' : (customer.name ?? 'Nome não informado'));
  useDocumentTitle(name === undefined ? 'Clientes' : `${name} · Clientes`);

  function content() {
    if (customer) return <Customer customer={customer} {...panels} />;
    if (isUnknown(error)) return <UnknownCustomer />;
    if (!error) return <CustomerSkeleton />;
    return (
      <Card>
        <ScreenState
          state="failed"
          message={failureMessage(error, 'Erro ao carregar o cliente')}
          onRetry={refetch}
          retrying={isFetching}
        />
      </Card>
    );
  }

  return (
    <>
      <BackToList />
      {/* One heading in every state: on arrival it has the focus. */}
      <PageHeader
        title={name ?? 'Cliente'}
        actions={customer && isLiving(customer) && <CounterActions customer={customer} />}
      />
      {content()}
    </>
  );
}

/** Leads back to the list as it was left, or to the whole list. */
function BackToList() {
  const state: unknown = useLocation().state;
  const list =
    typeof state === 'object' && state !== null && 'customerList' in state ? String(state.customerList) : '';
  return (
    <Link to={`/customers${list}`} className={styles.back}>
      <ArrowLeft aria-hidden="true" />
      Voltar para Clientes
    </Link>
  );
}

function Customer({
  customer,
  ...panels
}: { customer: CustomerDetail } & Omit<CustomerScreenProps, 'customerId'>) {
  return (
    <>
      {customer.erasedAt ? (
        <ErasedNote erasedAt={customer.erasedAt} timeZone={customer.timeZone} />
      ) : (
        customer.mergedInto && <MergedInto {...customer.mergedInto} />
      )}
      {customer.inactivityErasesAt && (
        <InactivityNote erasesAt={customer.inactivityErasesAt} timeZone={customer.timeZone} />
      )}
      {isLiving(customer) && <SignupName customer={customer} />}
      <CustomerFacts customer={customer} />
      {isLiving(customer) && <CustomerActions customer={customer} />}
      <CustomerTiles customer={customer} />
      <CreditDates customer={customer} />
      {isLiving(customer) && <Consents customer={customer} />}
      {!customer.erasedAt && <MergedRecords customer={customer} />}
      <CustomerTabs customer={customer} {...panels} />
    </>
  );
}

/** Neither merged into another record nor erased: it can be sold to and corrected. */
function isLiving({ mergedInto, erasedAt }: CustomerDetail): boolean {
  return mergedInto === null && !erasedAt;
}

/** Also an address that is no customer's id at all. */
function isUnknown(error: unknown): boolean {
  return isRefusal(error, 'customer_not_found') || isRefusal(error, 'bad_request');
}

function UnknownCustomer() {
  return (
    <Card>
      <ScreenState
        state="empty"
        icon={<UserRoundX />}
        title="Cliente não encontrado"
        description="O endereço pode estar incompleto. Busque o cliente pelo telefone."
        action={
          <Link to="/redemption" className={buttonClassName({ variant: 'secondary' })}>
            Buscar cliente
          </Link>
        }
      />
    </Card>
  );
}
